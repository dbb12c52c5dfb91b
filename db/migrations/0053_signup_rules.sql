-- Sign-ups: organizers may send three messages a day, and functions return what changed.

-- The moments of the last messages.
alter table events
  alter column messaged_at type timestamptz[] using case when messaged_at is not null then array[messaged_at] end;

-- Their arguments or results change.
drop function if exists message_going(uuid, text) cascade;
drop function if exists withdraw_from_event(uuid) cascade;
drop function if exists tend_signups() cascade;
