-- Limits, counted here so that they hold whichever instance answers. Whose attempt it is stands here as a
-- hash alone: addresses are personal.
create table attempts (
  action text not null,
  subject bytea not null check (length(subject) = 32),
  moments timestamptz[] not null default '{}',
  last_at timestamptz not null default now(),
  primary key (action, subject)
);
create index attempts_by_time on attempts (last_at);
alter table attempts enable row level security;
