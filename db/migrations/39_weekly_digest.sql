-- Members whose digest of a week was queued. The primary key prevents a second email for the same week.
create table weekly_digests (
  user_id uuid not null references users on delete cascade,
  week date not null,
  queued_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (user_id, week)
);
create index weekly_digests_by_time on weekly_digests (queued_at);
alter table weekly_digests enable row level security;
