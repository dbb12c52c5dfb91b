create table users (
  id uuid primary key default gen_random_uuid(),
  -- Stored in ASCII (Punycode). Must accept every address that `email` in src/schema/fields.ts accepts.
  email citext not null unique
    check (length(email) between 3 and 254 and email ~ '^[!-?A-~]+@([a-z0-9-]+[.])+[a-z0-9-]+$'),
  password_hash text,
  has_password boolean not null generated always as (password_hash is not null) stored,
  google_subject text unique check (length(google_subject) between 1 and 255),
  -- The WebAuthn user handle: the id by which authenticators know the member.
  passkey_handle uuid not null unique default gen_random_uuid(),
  email_verified_at timestamptz,
  -- When the member proved to own the address, by opening an emailed link while logged in, for example. A confirmation
  -- link opened without a login sets only `email_verified_at`.
  email_owned_at timestamptz,
  terms_agreed_at timestamptz not null default now(),
  marketing_consent_at timestamptz,
  marketing_withdrawn_at timestamptz,
  language locale_code not null default 'en',
  -- A country of the site, or 'other'.
  country text check (case country when 'other' then true else country::country_code = country end),
  favorite_groups text[] not null default '{}'
    check (cardinality(favorite_groups) <= 5)
    check (length(array_to_string(favorite_groups, '')) <= 300),
  mail_join_requests boolean not null default true,
  mail_join_answers boolean not null default true,
  mail_team_roles boolean not null default true,
  mail_event_places boolean not null default true,
  mail_event_changes boolean not null default true,
  mail_event_reminders boolean not null default true,
  mail_event_messages boolean not null default true,
  blocked_at timestamptz,
  blocked_reason text check (length(blocked_reason) between 1 and 500),
  -- The deadline for a required second factor; null for roles that require none.
  factor_due_at timestamptz,
  -- When a super admin first approved content of the member.
  vetted_at timestamptz,
  -- When the account is deleted; the account has no session until then.
  deletion_due_at timestamptz,
  -- Null for accounts of people. 'published' means that the demo account has the documented password, which a public
  -- site refuses.
  demo_password text check (demo_password in ('published', 'private')),
  -- A copy of profiles.display_name for the admin list of members, because an index covers only one table.
  listed_name text not null default '',
  listed_text text not null
    generated always as (listed_name || ' ' || id::text || ' ' || lower(email::text)) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  check (blocked_at is not null or blocked_reason is null)
);
create index users_by_address_hash on users (hash_address(email));
create index users_by_creation on users (created_at desc, id desc);
create index users_by_name on users (listed_name, id);
create index users_by_text on users using gin (listed_text gin_trgm_ops) with (fastupdate = off);
create index users_blocked on users (created_at desc, id desc) where blocked_at is not null;
create index users_leaving on users (deletion_due_at) where deletion_due_at is not null;
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
  -- SHA-256 of the cookie's value, because a stolen row must not open the session.
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  remember boolean not null default false,
  method text not null default 'password' check (method in ('password', 'google', 'passkey')),
  user_agent text check (length(user_agent) <= 300),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  last_seen_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null,
  -- When the member last proved the identity, by the log-in or later (has_recent_proof()).
  authenticated_at timestamptz not null default date_trunc('milliseconds', now())
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
alter table sessions enable row level security;

-- Browsers with a cookie from an earlier log-in. Their log-ins are exempt from the account's limit of failed attempts,
-- which other people could exhaust.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  last_used_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (user_id, token_hash)
);
create index known_devices_by_use on known_devices (last_used_at);
alter table known_devices enable row level security;

-- At most one link, with which the first super admin sets up the site.
create table setup_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  expires_at timestamptz not null
);
alter table setup_links enable row level security;
