-- Events that repeat. Each date of a series is an event of its own, which people answer for itself; the series
-- says which dates there are, and its rows follow a year ahead.
create table event_series (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  -- An RRULE without an end: which dates, counted from the first.
  rule text not null check (length(rule) <= 100 and rule ~ '^FREQ=(WEEKLY|MONTHLY);[A-Z0-9=;,-]+$'),
  -- By the clocks of the zone, so that the hour stays when clocks change.
  starts_at timestamp not null,
  ends_at timestamp not null,
  time_zone text not null check (now() at time zone time_zone is not null),
  -- The last date that there may be.
  until date not null check (until < '2101-01-01'),
  -- Dates that were left out or deleted: never made again.
  excluded date[] not null default '{}' check (cardinality(excluded) <= 1000),
  -- Up to this date there are rows.
  generated_until date not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (id, team_id),
  check (ends_at >= starts_at)
);
create index event_series_of_team on event_series (team_id);
create index event_series_to_extend on event_series (generated_until) where generated_until < until;
alter table event_series enable row level security;

alter table events
  add column series_id uuid,
  -- The date of the rule that this row stands for, wherever it was moved since.
  add column series_date date,
  -- It was edited by itself, so that what is done to its series leaves it alone.
  add column is_detached boolean not null default false,
  add constraint events_series foreign key (series_id, team_id) references event_series (id, team_id)
    on delete cascade,
  add constraint events_series_date unique (series_id, series_date),
  add constraint events_in_series check (series_id is null or series_date is not null);

-- It answers with more than before; db/functions makes it anew.
drop function if exists get_safe_events() cascade;
