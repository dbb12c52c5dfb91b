create table team_join_requests (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  user_id uuid not null references users on delete cascade,
  message text check (length(message) between 1 and 500),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reply text check (length(reply) between 1 and 500),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null))
);
-- A pending or rejected request prevents another one. The interface calls a rejected request declined.
create unique index one_request_until_approval on team_join_requests (team_id, user_id) where status <> 'approved';
create index join_requests_of_team on team_join_requests (team_id, created_at desc, id);
create index join_requests_of_user on team_join_requests (user_id);
alter table team_join_requests enable row level security;
