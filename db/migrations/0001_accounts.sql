-- Who somebody is: accounts, sessions, roles, profiles.
-- Every statement of a request runs with `app.user_id` set to the member it answers (empty: a stranger);
-- policies read it through current_viewer().

create extension if not exists citext;

revoke create on schema public from public;
grant usage on schema public to daina_app;

create function current_viewer() returns uuid
language sql stable
as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- The lists that columns and checks share.
create domain country_code as text check (value in ('ee', 'lv', 'lt'));
create domain locale_code as text check (value in ('en', 'lv', 'et', 'lt', 'ru'));

-- Rows that people edit carry the moment of their last change in whole milliseconds, so that it survives
-- JSON and can be compared when two people save.
create function touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at := greatest(
    date_trunc('milliseconds', clock_timestamp()),
    old.updated_at + interval '1 millisecond'
  );
  return new;
end $$;

create table users (
  id uuid primary key default gen_random_uuid(),
  email citext not null unique check (length(email) between 3 and 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  password_hash text,
  email_verified_at timestamptz,
  terms_agreed_at timestamptz not null default now(),
  marketing_consent_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table users enable row level security;
create policy own_account on users for select to daina_app using (id = (select current_viewer()));
-- Not the password hash: it is compared where find_account_for_sign_in hands it out, and nowhere else.
grant select (id, email, email_verified_at, terms_agreed_at, marketing_consent_at, created_at)
  on users to daina_app;

create table user_roles (
  user_id uuid primary key references users on delete cascade,
  role text not null check (role in ('admin', 'super_admin')),
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table user_roles enable row level security;
grant select on user_roles to daina_app;

create function is_super_admin() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from user_roles where user_id = current_viewer() and role = 'super_admin'
  )
$$;
revoke execute on function is_super_admin() from public;
grant execute on function is_super_admin() to daina_app;

create policy own_role on user_roles for select to daina_app
  using (user_id = (select current_viewer()) or (select is_super_admin()));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the cookie's value: a stolen row opens nothing.
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  remember boolean not null default false,
  user_agent text check (length(user_agent) <= 300),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
alter table sessions enable row level security;
create policy own_sessions on sessions to daina_app
  using (user_id = (select current_viewer())) with check (user_id = (select current_viewer()));
grant select (id, user_id, remember, user_agent, created_at, expires_at), insert, delete
  on sessions to daina_app;

create table profiles (
  user_id uuid primary key references users on delete cascade,
  display_name text not null check (length(btrim(display_name)) between 1 and 80),
  user_type text not null default 'regular_user' check (user_type in ('regular_user', 'dance_group')),
  privacy_settings jsonb not null default
    '{"show_display_name": true, "show_avatar": true, "show_bio": false, "show_gender": false, "show_date_of_birth": false}',
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);
create trigger touch before update on profiles for each row execute function touch_updated_at();
alter table profiles enable row level security;
create policy own_profile on profiles to daina_app
  using (user_id = (select current_viewer())) with check (user_id = (select current_viewer()));
grant select, insert, update on profiles to daina_app;

-- The name a member shows to everybody, null when it is hidden or not chosen yet.
create function public_display_name(member uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select display_name from profiles
  where user_id = member and (privacy_settings ->> 'show_display_name')::boolean is not false
$$;
revoke execute on function public_display_name(uuid) from public;
grant execute on function public_display_name(uuid) to daina_app;

-- Sign-in happens before there is a viewer, so these go beyond the caller's rows.
-- Each hands out, for one exact key, just what that step needs.

create function find_account_for_sign_in(address citext)
returns table (id uuid, email text, password_hash text, role text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.email::text, u.password_hash, coalesce(r.role, 'user')
  from users u left join user_roles r on r.user_id = u.id
  where u.email = address
$$;
revoke execute on function find_account_for_sign_in(citext) from public;
grant execute on function find_account_for_sign_in(citext) to daina_app;

-- Null when the address has an account already: the unique index decides, also between two at once.
create function create_account(address citext, new_password_hash text, marketing_consent boolean)
returns uuid
language sql security definer set search_path = public, pg_temp
as $$
  insert into users (email, password_hash, marketing_consent_at)
  values (address, new_password_hash, case when marketing_consent then now() end)
  on conflict (email) do nothing
  returning id
$$;
revoke execute on function create_account(citext, text, boolean) from public;
grant execute on function create_account(citext, text, boolean) to daina_app;

create function session_by_token(hash bytea)
returns table (
  user_id uuid, email text, role text, session_id uuid, remember boolean, expires_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.email::text, coalesce(r.role, 'user'), s.id, s.remember, s.expires_at
  from sessions s
  join users u on u.id = s.user_id
  left join user_roles r on r.user_id = u.id
  where s.token_hash = hash
$$;
revoke execute on function session_by_token(bytea) from public;
grant execute on function session_by_token(bytea) to daina_app;

-- Whoever holds the token may lengthen or end its session.
create function extend_session(hash bytea, until timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$ update sessions set expires_at = until where token_hash = hash and expires_at > now() $$;
revoke execute on function extend_session(bytea, timestamptz) from public;
grant execute on function extend_session(bytea, timestamptz) to daina_app;

create function end_session(hash bytea) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from sessions where token_hash = hash $$;
revoke execute on function end_session(bytea) from public;
grant execute on function end_session(bytea) to daina_app;

create function delete_expired_sessions() returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from sessions where expires_at <= now() $$;
revoke execute on function delete_expired_sessions() from public;
grant execute on function delete_expired_sessions() to daina_app;
