-- The order in which list_signups() in db/functions/27_attendee_lists.sql reads the pages of an attendee list.
create index event_signups_in_list_order on event_signups (event_id, status, (user_id is not null), created_at, id);
