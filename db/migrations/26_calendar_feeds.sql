-- Secret addresses of members' own calendars. Calendar apps read them without a login, so the token in the address
-- identifies the member.
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table calendar_feeds enable row level security;
