-- Passkeys, the second factor that roles demand, and how long a session may be.

-- What authenticators know a member by: nothing that is shown anywhere else.
alter table users add column passkey_handle uuid not null unique default gen_random_uuid();

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- As COSE. Signatures are compared with it by the functions of the site.
  public_key bytea not null check (length(public_key) between 1 and 4000),
  -- How often the authenticator says that it has signed; 0 where it does not count.
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);
alter table passkeys enable row level security;

-- What an authenticator is given to sign, each once.
create table passkey_challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  -- Null for signing in, when nobody is known yet.
  user_id uuid references users on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'register', 'prove')),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Long enough for whoever has the page for logging in open for a while.
  expires_at timestamptz not null default now() + interval '10 minutes',
  check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenges_of_user on passkey_challenges (user_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
alter table passkey_challenges enable row level security;

alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check
  check (method in ('password', 'google', 'passkey'));

-- Until when a member whose role demands a second factor may go without; null where none does.
alter table users add column factor_due_at timestamptz;
update users set factor_due_at = now() + interval '7 days'
where id in (select user_id from user_roles where role = 'super_admin')
  or id in (select user_id from news_grants where kind = 'editor' or may_publish);

-- A link that whoever owns the database has made: no second factor is asked for.
alter table mail_links add column is_owners boolean not null default false;

-- At most 90 days in all.
update sessions set expires_at = least(expires_at, created_at + interval '90 days');

-- Their results or arguments are others.
drop function if exists session_by_token(bytea, boolean) cascade;
drop function if exists reset_password(bytea, text, text, bytea, text) cascade;
drop function if exists reset_link_email(bytea) cascade;
drop function if exists remove_second_factor(bigint, bytea) cascade;
