-- The times of limited actions, such as log-ins (get_attempt_limit()). A subject is what the limit counts for, such as
-- an email or network address. It is stored as a hash, because addresses are personal data.
create table attempts (
  action text not null,
  subject bytea not null check (length(subject) = 32),
  moments timestamptz[] not null default '{}',
  last_at timestamptz not null default now(),
  primary key (action, subject)
);
create index attempts_by_time on attempts (last_at);
alter table attempts enable row level security;
