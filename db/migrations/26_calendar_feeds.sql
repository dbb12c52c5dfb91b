-- Calendar feeds that a member's phone reads without signing in, by a secret in the URL.
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table calendar_feeds enable row level security;
