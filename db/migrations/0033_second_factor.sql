-- A second factor: codes of an app (TOTP, RFC 6238), and ten that are used once.

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- What the app makes its codes of. Read by functions alone, as password hashes are.
  secret bytea not null check (length(secret) = 20),
  -- Not before the first code was right: until then nothing asks for it.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was taken: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table second_factors enable row level security;

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  -- SHA-256; a code has 120 random bits, so nobody finds it by trying.
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (user_id, code_hash)
);
alter table recovery_codes enable row level security;

-- Sign-ins that wait for their second factor.
create table sign_in_steps (
  -- SHA-256 of the cookie's value.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  method text not null check (method in ('password', 'google')),
  remember boolean not null,
  -- They gave the account up, and want it back.
  keeps boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null default now() + interval '10 minutes'
);
create index sign_in_steps_of_user on sign_in_steps (user_id);
create index sign_in_steps_by_expiry on sign_in_steps (expires_at);
alter table sign_in_steps enable row level security;

-- When whoever is there last showed that it is them.
alter table sessions add column authenticated_at timestamptz not null default date_trunc('milliseconds', now());
update sessions set authenticated_at = created_at;

-- Its result has more columns.
drop function if exists session_by_token(bytea, boolean) cascade;
