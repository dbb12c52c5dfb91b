-- Teams and countries that members follow. Members of a team follow it automatically and need no row.
create table follows (
  user_id uuid not null references users on delete cascade,
  team_id uuid references teams on delete cascade,
  country country_code,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  unique nulls not distinct (user_id, team_id, country),
  check (num_nonnulls(team_id, country) = 1)
);
create index follows_of_user on follows (user_id, created_at desc);
create index follows_of_team on follows (team_id) where team_id is not null;
create index follows_of_country on follows (country) where country is not null;
alter table follows enable row level security;
