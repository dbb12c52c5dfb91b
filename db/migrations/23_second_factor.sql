-- Two-step login. The second factor is a code of an authenticator app (TOTP, RFC 6238) or one of ten single-use
-- recovery codes.

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null check (length(secret) = 20),
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code (RFC 6238). Codes of this or an earlier step are refused, so that a
  -- code works once.
  last_time_step bigint not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table second_factors enable row level security;

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of a code. A fast hash is enough, because a code has 120 random bits.
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (user_id, code_hash)
);
alter table recovery_codes enable row level security;

-- Log-ins that have passed the first step and wait for the second factor.
create table sign_in_steps (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  method text not null check (method in ('password', 'google')),
  remember boolean not null,
  cancels_deletion boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null default now() + interval '10 minutes'
);
create index sign_in_steps_of_user on sign_in_steps (user_id);
create index sign_in_steps_by_expiry on sign_in_steps (expires_at);
alter table sign_in_steps enable row level security;
