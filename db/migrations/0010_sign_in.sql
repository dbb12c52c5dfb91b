-- Signing in with Google, confirming an address, changing a password, devices.

alter table users
  add column google_subject text unique check (length(google_subject) between 1 and 255),
  -- When the address and whoever holds this account were shown to be one: by a new password through the
  -- mailbox, by Google, or by confirming the address while signed in. A link pressed by anybody else
  -- confirms the address alone: the account may be a stranger's, who knows its password.
  add column email_owned_at timestamptz,
  add column has_password boolean not null generated always as (password_hash is not null) stored;
grant select (google_subject, has_password, language) on users to daina_app;
create policy own_settings on users for update to daina_app
  using (id = (select current_viewer())) with check (id = (select current_viewer()));
grant update (marketing_consent_at, language) on users to daina_app;

alter table sessions
  add column method text not null default 'password' check (method in ('password', 'google')),
  add column last_seen_at timestamptz not null default date_trunc('milliseconds', now());
grant select (method, last_seen_at), insert on sessions to daina_app;

-- An account under an id that the caller has made up, so that its first session is opened in the same
-- transaction. A unique violation when the address has an account already, also between two at once.
drop function create_account(citext, text, boolean);
create function create_account(
  new_id uuid, address citext, new_password_hash text, marketing_consent boolean, mail_language text
) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into users (id, email, password_hash, marketing_consent_at, language)
  values (
    new_id, address, new_password_hash, case when marketing_consent then now() end,
    coalesce(mail_language, 'en')
  );
  insert into mails (user_id, kind, language)
  select id, 'verify_email', language from users
  where id = new_id and is_mail_welcome(email, 'verify_email');
$$;
revoke execute on function create_account(uuid, citext, text, boolean, text) from public;
grant execute on function create_account(uuid, citext, text, boolean, text) to daina_app;

-- Which account a Google account is: the one linked to it; else the one with its address (which Google
-- has verified, or the caller would not ask), provided that whoever holds it has shown to own that
-- address: otherwise somebody else may have opened it and know its password. Else a new one.
create function sign_in_with_google(subject text, address citext, mail_language text)
returns table (id uuid, outcome text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  account users;
  new_id uuid;
begin
  loop
    select * into account from users u where u.google_subject = subject;
    if found then return query select account.id, 'known'; return; end if;

    select * into account from users u where u.email = address for update;
    if found and account.google_subject is not null then
      return query select null::uuid, 'other_google_account'; return;
    elsif found and account.email_owned_at is null then
      return query select null::uuid, 'unconfirmed'; return;
    elsif found then
      update users u set google_subject = subject where u.id = account.id;
      return query select account.id, 'linked'; return;
    end if;

    insert into users (email, google_subject, email_verified_at, email_owned_at, language)
    values (address, subject, now(), now(), coalesce(mail_language, 'en'))
    on conflict do nothing
    returning users.id into new_id;
    if found then return query select new_id, 'created'; return; end if;
    -- Somebody was faster: look again.
  end loop;
end $$;
revoke execute on function sign_in_with_google(text, citext, text) from public;
grant execute on function sign_in_with_google(text, citext, text) to daina_app;

-- Null for a link that was used, has run out, or was sent to another address than the present one.
create function verify_email(hash bytea) returns text
language sql security definer set search_path = public, pg_temp
as $$
  with used as (
    delete from mail_links
    where token_hash = hash and purpose = 'verify_email' and expires_at > now()
    returning user_id, email
  ), others as (
    delete from mail_links l using used
    where l.user_id = used.user_id and l.purpose = 'verify_email' and l.token_hash <> hash
  )
  update users u
  set email_verified_at = coalesce(u.email_verified_at, now()),
    email_owned_at = case when u.id = current_viewer() then coalesce(u.email_owned_at, now())
      else u.email_owned_at end
  from used where u.id = used.user_id and u.email = used.email
  returning u.email::text
$$;
revoke execute on function verify_email(bytea) from public;
grant execute on function verify_email(bytea) to daina_app;

-- Whether a link could be used now: asked before a new password is hashed, which costs much.
create function is_link_usable(hash bytea, wanted text) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from mail_links where token_hash = hash and purpose = wanted and expires_at > now()
  )
$$;
revoke execute on function is_link_usable(bytea, text) from public;
grant execute on function is_link_usable(bytea, text) to daina_app;

create function replace_password(member uuid, new_password_hash text) returns void
language sql
as $$
  update users set password_hash = new_password_hash where id = member;
  delete from sessions where user_id = member;
  delete from mail_links where user_id = member and purpose = 'reset_password';
  insert into mails (user_id, kind, language)
  select id, 'password_changed', language from users
  where id = member and is_mail_welcome(email, 'password_changed');
$$;
revoke execute on function replace_password(uuid, text) from public;

-- Whoever reads the mail owns the address: a reset confirms it, too. Ends all sessions.
create function reset_password(hash bytea, new_password_hash text, caller text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare member uuid;
begin
  -- The member first, so that two links, or a link and a changed password, take turns.
  select u.id into member
  from mail_links l join users u on u.id = l.user_id and u.email = l.email
  where l.token_hash = hash and l.purpose = 'reset_password' and l.expires_at > now()
  for update of u;
  delete from mail_links where token_hash = hash and user_id = member;
  if not found then return false; end if;
  perform replace_password(member, new_password_hash);
  update users
  set email_verified_at = coalesce(email_verified_at, now()),
    email_owned_at = coalesce(email_owned_at, now())
  where id = member;
  -- Whoever forgot a password has often tried too many.
  perform forget_attempts('sign-in', email || ' ' || caller) from users where id = member;
  return true;
end $$;
revoke execute on function reset_password(bytea, text, text) from public;
grant execute on function reset_password(bytea, text, text) to daina_app;

-- In the transaction that opens a session: the password that was compared must still be the password, or
-- a sign-in under way would outlive the change that ends all sessions.
create function require_password(member uuid, known_password_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- Not for share: the same transaction may update the row next, and two of them would wait for each other.
  perform from users where id = member and password_hash = known_password_hash for no key update;
  if not found then
    raise exception 'the password was changed meanwhile' using errcode = 'DA409';
  end if;
end $$;
revoke execute on function require_password(uuid, text) from public;
grant execute on function require_password(uuid, text) to daina_app;

-- Ends all sessions. The old hash is the one that the caller has compared with the old password.
create function change_own_password(old_password_hash text, new_password_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from users
  where id = current_viewer() and password_hash = old_password_hash for update;
  if not found then
    raise exception 'the password was changed meanwhile' using errcode = 'DA409';
  end if;
  perform replace_password(current_viewer(), new_password_hash);
end $$;
revoke execute on function change_own_password(text, text) from public;
grant execute on function change_own_password(text, text) to daina_app;

-- The session of a token. For a write it counts towards the member's 60 per minute; `wait` is how many
-- seconds there are to wait when they are used up, else 0. Notes, every ten minutes, that it is in use.
drop function session_by_token(bytea);
create function session_by_token(hash bytea, is_write boolean)
returns table (
  user_id uuid, email text, role text, session_id uuid, remember boolean, expires_at timestamptz,
  method text, created_at timestamptz, wait integer
)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare found_session sessions;
begin
  select * into found_session from sessions s where s.token_hash = hash;
  if not found then return; end if;
  if found_session.last_seen_at < now() - interval '10 minutes' and found_session.expires_at > now() then
    update sessions s set last_seen_at = date_trunc('milliseconds', now()) where s.token_hash = hash;
  end if;
  return query
    select u.id, u.email::text, coalesce(r.role, 'user'), found_session.id, found_session.remember,
      found_session.expires_at, found_session.method, found_session.created_at,
      case
        when is_write and found_session.expires_at > now()
        then take_attempt('write', u.id::text, 60, interval '1 minute')
        else 0
      end
    from users u left join user_roles r on r.user_id = u.id
    where u.id = found_session.user_id;
end $$;
revoke execute on function session_by_token(bytea, boolean) from public;
grant execute on function session_by_token(bytea, boolean) to daina_app;
