-- Events of no team may repeat, too: then their series is of none.
alter table event_series alter column team_id drop not null;
-- The key with the team says nothing of rows without one.
alter table events add constraint events_series_of_no_team foreign key (series_id) references event_series (id)
  on delete cascade;
