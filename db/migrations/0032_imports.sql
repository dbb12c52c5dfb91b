-- Which event an entry of somebody's calendar became, so that importing it again changes that one.
create table event_imports (
  team_id uuid not null references teams on delete cascade,
  -- The entry's UID (RFC 5545), of a date of what repeats with that date.
  uid text not null check (length(uid) between 1 and 300),
  -- Written before its event, so that of two imports at once one finds the other's.
  event_id uuid not null references events on delete cascade deferrable initially deferred,
  primary key (team_id, uid)
);
create index event_imports_of_event on event_imports (event_id);
alter table event_imports enable row level security;
