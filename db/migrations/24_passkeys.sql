create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- The public key in COSE format (RFC 9052).
  public_key bytea not null check (length(public_key) between 1 and 4000),
  -- How often the authenticator has signed; 0 for authenticators that do not count.
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);
alter table passkeys enable row level security;

-- Random values that an authenticator signs (WebAuthn). Each challenge is valid once.
create table passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  -- Null for a log-in, because the member is not known yet.
  user_id uuid references users on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'register', 'prove')),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Ten minutes, because a log-in page may stay open for a while before the member uses the passkey.
  expires_at timestamptz not null default now() + interval '10 minutes',
  check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenges_of_user on passkey_challenges (user_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
alter table passkey_challenges enable row level security;
