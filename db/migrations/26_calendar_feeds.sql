-- A member's phone reads the feed without logging in.
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table calendar_feeds enable row level security;
