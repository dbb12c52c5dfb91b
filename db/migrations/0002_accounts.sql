create table users (
  id uuid primary key default gen_random_uuid(),
  email citext not null unique check (length(email) between 3 and 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  password_hash text,
  has_password boolean not null generated always as (password_hash is not null) stored,
  google_subject text unique check (length(google_subject) between 1 and 255),
  email_verified_at timestamptz,
  -- When the address and whoever holds this account were shown to be one: by a new password through the
  -- mailbox, by Google, or by confirming the address while signed in. A link pressed by anybody else
  -- confirms the address alone: the account may be a stranger's, who knows its password.
  email_owned_at timestamptz,
  terms_agreed_at timestamptz not null default now(),
  marketing_consent_at timestamptz,
  marketing_withdrawn_at timestamptz,
  language locale_code not null default 'en',
  mail_join_requests boolean not null default true,
  mail_join_answers boolean not null default true,
  -- Blocked members sign in by no way, and hold no right.
  blocked_at timestamptz,
  blocked_reason text check (length(blocked_reason) between 1 and 500),
  -- When something of theirs was first approved; what they make from then on needs no look.
  vetted_at timestamptz,
  -- Null for people. A demo account is 'published' while everybody knows its password, or it has none, and
  -- 'private' once it has another: a public site lets only that one in.
  demo_password text check (demo_password in ('published', 'private')),
  -- Members are found by name and id. The name is the profile's, kept here since an index knows one table.
  listed_name text not null default '',
  listed_text text not null generated always as (listed_name || ' ' || id::text) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  check (blocked_at is not null or blocked_reason is null)
);
create index users_by_address_hash on users (hash_of_address(email));
create index users_by_creation on users (created_at desc, id desc);
create index users_by_name on users (listed_name, id);
create index users_by_text on users using gin (listed_text gin_trgm_ops) with (fastupdate = off);
create index users_blocked on users (created_at desc, id desc) where blocked_at is not null;
alter table users enable row level security;

create table user_roles (
  user_id uuid primary key references users on delete cascade,
  role text not null check (role in ('admin', 'super_admin')),
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
create index user_roles_by_role on user_roles (role);
alter table user_roles enable row level security;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the cookie's value: a stolen row opens nothing.
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  remember boolean not null default false,
  method text not null default 'password' check (method in ('password', 'google')),
  user_agent text check (length(user_agent) <= 300),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  last_seen_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
alter table sessions enable row level security;

-- Browsers in which the member has signed in before. This opens nothing: tries from there only escape the
-- limit that strangers' guesses at the account have used up.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the cookie's value.
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  last_used_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (user_id, token_hash)
);
create index known_devices_by_use on known_devices (last_used_at);
alter table known_devices enable row level security;

-- Whoever signs up by such a link is the first super admin.
create table setup_links (
  -- SHA-256 of what the link carries.
  token_hash bytea primary key check (length(token_hash) = 32),
  expires_at timestamptz not null
);
alter table setup_links enable row level security;
