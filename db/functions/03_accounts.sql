-- Accounts, roles, log-ins with a password or Google, and sessions. README.md in this folder defines the terms.

-- No database role except the owner can read password_hash. Only find_account_for_sign_in() returns it.
grant select (id, email, email_verified_at, terms_agreed_at, marketing_consent_at, created_at,
    google_subject, has_password, language, country, favorite_groups),
  update (marketing_consent_at, language, country, favorite_groups)
  on users to daina_app;
create policy own_account on users for select to daina_app using (id = (select current_viewer()));
create policy own_settings on users for update to daina_app
  using (id = (select current_viewer())) with check (id = (select current_viewer()));

grant select on user_roles to daina_app;
create policy own_role on user_roles for select to daina_app
  using (user_id = (select current_viewer()) or (select is_super_admin()));
create trigger audit after insert or update or delete on user_roles
  for each row execute function write_audit_row();
create or replace function delete_names_from_audit_log() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update audit_log set actor_name = null where actor_id = old.id and actor_name is not null;
  -- An entry about a report contains the member's id in `after`.
  update audit_log set target_name = null
  where target_name is not null and (target_id = old.id or (after ->> 'target_id')::uuid = old.id);
  return null;
end $$;
create trigger delete_names after delete on users
  for each row execute function delete_names_from_audit_log();

grant select (id, user_id, remember, user_agent, created_at, expires_at, method, last_seen_at,
    authenticated_at),
  insert, delete on sessions to daina_auth;
create policy own_sessions on sessions to daina_auth
  using (user_id = (select current_viewer())) with check (user_id = (select current_viewer()));

grant select, insert, update, delete on known_devices to daina_auth;
create policy own_known_devices on known_devices to daina_auth
  using (user_id = (select current_viewer())) with check (user_id = (select current_viewer()));

-- This function has definer rights, because no member is logged in yet. A caller may tell that a member is blocked only
-- after a correct password.
create or replace function find_account_for_sign_in(address citext)
returns table (
  id uuid, email text, password_hash text, role text, is_blocked boolean, is_leaving boolean
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.email::text, u.password_hash, coalesce(r.role, 'user'), u.blocked_at is not null,
    u.deletion_due_at is not null
  from users u left join user_roles r on r.user_id = u.id
  where u.email = address
$$;

-- Raises a unique violation if the email address already has an account.
create or replace function create_account(
  new_id uuid, address citext, new_password_hash text, marketing_consent boolean, mail_language text
) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into users (id, email, password_hash, marketing_consent_at, language)
  values (
    new_id, address, new_password_hash, case when marketing_consent then now() end,
    coalesce(mail_language, 'en')
  );
  select queue_mail(new_id, 'verify_email');
$$;

-- Returns the account that is connected to the Google account with the id `subject`. If there is none, connects the
-- account with the same email address or, if there is none either, creates an account. Does not connect an account that
-- has another Google account, whose member never confirmed the address (another person may have created the account and
-- know its password), that is blocked, whose deletion is scheduled, or whose log-in has a second step.
create or replace function sign_in_with_google(subject text, address citext, mail_language text)
returns table (id uuid, outcome text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  account users;
  new_id uuid;
begin
  loop
    select * into account from users u where u.google_subject = subject;
    if found and account.blocked_at is not null then
      return query select null::uuid, 'blocked'; return;
    elsif found then
      return query select account.id,
        case when account.deletion_due_at is null then 'known' else 'leaving' end;
      return;
    end if;

    select * into account from users u where u.email = address for update;
    -- Another log-in has created or connected the account since the first query.
    continue when found and account.google_subject = subject;
    if found and account.google_subject is not null then
      return query select null::uuid, 'other_google_account'; return;
    elsif found and account.email_owned_at is null then
      return query select null::uuid, 'unconfirmed'; return;
    elsif found and account.blocked_at is not null then
      return query select null::uuid, 'blocked'; return;
    elsif found and account.deletion_due_at is not null then
      return query select account.id, 'leaving'; return;
    elsif found and get_required_factor(account.id) is not null then
      return query select account.id, 'known'; return;
    elsif found then
      update users u set google_subject = subject where u.id = account.id;
      perform queue_mail(account.id, 'google_connected');
      return query select account.id, 'linked'; return;
    end if;

    insert into users (email, google_subject, email_verified_at, email_owned_at, language)
    values (address, subject, now(), now(), coalesce(mail_language, 'en'))
    on conflict do nothing
    returning users.id into new_id;
    if found then return query select new_id, 'created'; return; end if;
  end loop;
end $$;

-- Connects the viewer's account to the Google account `subject` and returns 'connected'. Returns 'stale' if the viewer
-- has not confirmed their identity recently, 'other' if the viewer is connected to another Google account, and 'taken'
-- if another member is connected to the Google account.
create or replace function connect_google(subject text, session uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not has_recent_proof(session) then return 'stale'; end if;
  update users set google_subject = subject where id = current_viewer() and google_subject is null;
  if not found then
    return (
      select case when google_subject = subject then 'connected' else 'other' end
      from users where id = current_viewer()
    );
  end if;
  perform queue_mail(current_viewer(), 'google_connected');
  return 'connected';
exception when unique_violation then
  return 'taken';
end $$;

-- Disconnects the viewer's Google account and returns true. If this account is the viewer's only way to log in, changes
-- nothing and returns null.
create or replace function disconnect_google() returns boolean
language sql security definer set search_path = public, pg_temp
as $$
  update users set google_subject = null
  where id = current_viewer() and (has_password or has_passkey(id)) returning true
$$;

create or replace function cancel_own_deletion() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update users set deletion_due_at = null where id = current_viewer();
  perform restore_own_signups();
end $$;

-- Raises DA409 if the password has changed since the log-in checked it,
-- so that no session starts with the old password.
create or replace function require_password(member uuid, expected_password_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- Two transactions that lock the row `for share` at the same time would deadlock when they update the row.
  perform from users where id = member and password_hash = expected_password_hash for no key update;
  if not found then
    raise exception 'the password was changed meanwhile' using errcode = 'DA409';
  end if;
end $$;

-- Replaces the password and ends all sessions, because another person may have known the old password.
create or replace function replace_password(member uuid, new_password_hash text, user_agent text)
returns void
language sql
as $$
  update users set password_hash = new_password_hash where id = member;
  delete from sessions where user_id = member;
  delete from known_devices where user_id = member;
  delete from sign_in_steps where user_id = member;
  delete from mail_links where user_id = member and purpose = 'reset_password';
  select queue_mail(member, 'password_changed',
    jsonb_strip_nulls(jsonb_build_object('changed_at', now(), 'user_agent', user_agent)));
$$;

create or replace function change_own_password(
  old_password_hash text, new_password_hash text, user_agent text
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from users
  where id = current_viewer() and password_hash = old_password_hash for update;
  if not found then
    raise exception 'the password was changed meanwhile' using errcode = 'DA409';
  end if;
  perform replace_password(current_viewer(), new_password_hash, user_agent);
end $$;

-- Returns a session and its member. Returns no row if the member is blocked or their account deletion is scheduled, if
-- the session is older than 90 days, or if it is a super admin's session that was unused for 12 hours. Also returns an
-- expired session, so callers must check `expires_at`. `wait` is the number of seconds until the member's next write is
-- allowed, or 0.
create or replace function find_session(hash bytea, is_write boolean)
returns table (
  user_id uuid, email text, role text, session_id uuid, remember boolean, expires_at timestamptz,
  method text, created_at timestamptz, authenticated_at timestamptz, wait integer, newsroom jsonb,
  display_name text, avatar_url text, factor_due_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare found_session sessions;
begin
  select s.* into found_session
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = hash and u.blocked_at is null and u.deletion_due_at is null
    and s.created_at > now() - interval '90 days'
    and (s.last_seen_at > now() - interval '12 hours' or not exists (
      select from user_roles r where r.user_id = u.id and r.role = 'super_admin'
    ));
  if not found then return; end if;
  if found_session.last_seen_at < now() - interval '10 minutes' and found_session.expires_at > now() then
    update sessions s set last_seen_at = date_trunc('milliseconds', now()) where s.token_hash = hash;
  end if;
  return query
    select u.id, u.email::text, coalesce(r.role, 'user'), found_session.id, found_session.remember,
      found_session.expires_at, found_session.method, found_session.created_at,
      found_session.authenticated_at,
      case
        when is_write and found_session.expires_at > now()
        then count_attempt('write', u.id::text, 60, interval '1 minute')
        else 0
      end,
      get_newsroom_grant(u.id), p.display_name, p.avatar_url, get_factor_deadline(u.id)
    from users u
    left join user_roles r on r.user_id = u.id
    left join profiles p on p.user_id = u.id
    where u.id = found_session.user_id;
end $$;

create or replace function extend_session(hash bytea, until timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update sessions set expires_at = least(until, created_at + interval '90 days')
  where token_hash = hash and expires_at > now()
$$;

create or replace function end_session(hash bytea) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from sessions where token_hash = hash $$;

create or replace function is_known_device(address citext, hash bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from known_devices d join users u on u.id = d.user_id
    where u.email = address and d.token_hash = hash and d.last_used_at > now() - interval '180 days'
  )
$$;

-- Returns whether the member is a demo account whose password is in the documentation. Such accounts work only on a
-- local site.
create or replace function has_published_password(member uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select exists (select from users where id = member and demo_password = 'published') $$;

create or replace function refuse_published_password(member uuid) returns void
language plpgsql
as $$
begin
  if has_published_password(member) then
    raise exception 'the password of this demo account is published' using errcode = 'DA401';
  end if;
end $$;

-- Returns whether there is a super admin who is not blocked. Demo accounts with the published password do not count.
create or replace function has_super_admin() returns boolean
language sql stable
as $$
  select exists (
    select from user_roles r join users u on u.id = r.user_id
    where r.role = 'super_admin' and u.blocked_at is null
      and u.demo_password is distinct from 'published'
  )
$$;

-- Makes the viewer a super admin with a setup link. The deletion of the link locks its row, so one of two concurrent
-- calls fails.
create or replace function become_first_super_admin(hash bytea) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from setup_links where token_hash = hash and expires_at > now();
  if not found or has_super_admin() then
    raise exception 'this setup link is used or has expired' using errcode = 'DA410';
  end if;
  perform set_config('app.reason', 'setup link', true);
  insert into user_roles (user_id, role) values (current_viewer(), 'super_admin');
  perform set_config('app.reason', '', true);
end $$;

grant execute on function find_account_for_sign_in, create_account, sign_in_with_google, connect_google,
  disconnect_google, cancel_own_deletion, require_password, change_own_password, find_session, extend_session,
  end_session, is_known_device, has_published_password, refuse_published_password,
  become_first_super_admin to daina_auth;
