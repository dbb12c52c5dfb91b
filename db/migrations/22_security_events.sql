-- Security events, such as log-ins, for the admin area and the log. 'refused' is a call of a route without the right to
-- it. An event that repeats within five minutes raises `count`, so that a flood of events adds few rows.
create table security_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'signed_in', 'sign_in_failed', 'code_failed', 'locked_out', 'refused', 'reset_requested',
    'password_changed', 'factor_changed', 'role_changed', 'newsroom_changed', 'blocked', 'unblocked'
  )),
  -- Null for an attempt at an account that does not exist.
  user_id uuid references users on delete cascade,
  -- A keyed hash of the network address. The key changes daily.
  caller text check (caller ~ '^[0-9a-f]{12}$'),
  -- A role, a newsroom grant, or the name of a limit.
  detail text check (length(detail) <= 40),
  at timestamptz not null default date_trunc('milliseconds', now()),
  last_at timestamptz not null default date_trunc('milliseconds', now()),
  count integer not null default 1 check (count > 0),
  -- How many of `count` are in the log.
  logged integer not null default 0,
  -- Start of the five minutes that the row counts.
  five_minutes timestamptz not null default date_bin('5 minutes', now(), '2000-01-01')
);
create unique index security_events_once on security_events (five_minutes, kind, user_id, caller, detail)
  nulls not distinct;
create index security_events_of_user on security_events (user_id, id desc);
create index security_events_of_kind on security_events (kind, id desc);
create index security_events_unlogged on security_events (id) where logged < count;
alter table security_events enable row level security;
