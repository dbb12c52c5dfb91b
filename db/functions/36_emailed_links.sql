-- Links in emails: confirm the address of an account, change it, and set a new password.

-- Queues an email with a link for a new password. Neither the result nor the time reveals whether the address has an
-- account, because the email is sent after the response.
create or replace function request_password_reset(address citext) returns void
language sql security definer set search_path = public, pg_temp
as $$ select queue_mail(id, 'reset_password') from users where email = address $$;

create or replace function request_verification() returns void
language sql security definer set search_path = public, pg_temp
as $$
  select queue_mail(id, 'verify_email') from users where id = current_viewer() and email_verified_at is null
$$;

-- Confirms the address of an account. Returns null for a link that was used, has expired, or was sent to another
-- address.
create or replace function verify_email(hash bytea) returns text
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

-- Queues an email with a link to the viewer's new address. Returns 'taken' for an address with an account; the caller
-- counts this as an attempt to guess addresses. The result for other addresses is the same even if the hourly limit
-- prevents the email.
create or replace function request_email_change(new_address citext) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from users where email = new_address) then return 'taken'; end if;
  delete from mails where user_id = current_viewer() and kind = 'change_email' and sent_at is null;
  insert into mails (user_id, kind, language, address)
  select id, 'change_email', language, new_address from users
  where id = current_viewer() and count_mail_if_allowed(new_address, 'change_email');
  return 'asked';
end $$;

-- Returns the new address that the viewer requested within the last day and has not confirmed.
create or replace function get_own_requested_email() returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.address::text from mails m join users u on u.id = m.user_id
  where m.user_id = current_viewer() and m.kind = 'change_email' and m.address <> u.email
    and m.created_at > now() - interval '1 day'
  order by m.created_at desc limit 1
$$;

-- Changes the viewer's address to the one that got the link, and emails the former address. Returns null for an
-- invalid link and for another member's link, so that the recipient of a misdirected email gains nothing.
create or replace function confirm_email_change(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  me users;
  new_address citext;
begin
  -- Locks the member first, so that two links are used one after the other.
  select * into me from users where id = current_viewer() for update;
  delete from mail_links
  where token_hash = hash and purpose = 'change_email' and expires_at > now() and user_id = me.id
  returning email into new_address;
  if not found then return null; end if;
  begin
    update users set email = new_address, email_verified_at = now(), email_owned_at = now() where id = me.id;
  exception when unique_violation then
    return null;
  end;
  -- Links that were sent to the former address become invalid.
  delete from mail_links where user_id = me.id;
  insert into mails (user_id, kind, language, address)
  select me.id, 'email_changed', me.language, me.email where count_mail_if_allowed(me.email, 'email_changed');
  return new_address::text;
end $$;

-- Sets a new password with an emailed link, which also confirms the address. Ends all sessions, stores the browser as
-- a known device, and deletes the failed attempts, so that the member can log in from any browser. Some roles also
-- need a code of the second factor, see get_reset_requirement().
create or replace function reset_password(
  hash bytea, new_password_hash text, caller text, device bytea, user_agent text, step bigint,
  recovery_hash bytea
) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  member uuid;
  needed text;
begin
  -- Locks the member first, which serializes two links, or a link and a change of the password.
  select u.id into member
  from mail_links l join users u on u.id = l.user_id and u.email = l.email
  where l.token_hash = hash and l.purpose = 'reset_password' and l.expires_at > now()
  for update of u;
  needed := (select needs from get_reset_requirement(hash));
  delete from mail_links where token_hash = hash and user_id = member;
  if not found then return false; end if;
  if needed = 'owner' then
    raise exception 'a mailed link is not enough for this account' using errcode = 'DA408';
  elsif needed = 'code' then
    perform use_code(member, step, recovery_hash);
  end if;
  perform replace_password(member, new_password_hash, user_agent);
  insert into known_devices (user_id, token_hash) values (member, device);
  update users
  set email_verified_at = coalesce(email_verified_at, now()),
    email_owned_at = coalesce(email_owned_at, now())
  where id = member;
  -- Locks the attempts in the same order as a log-in, to avoid a deadlock.
  perform delete_attempts('sign-in account', email::text) from users where id = member;
  perform delete_attempts('sign-in', email || ' ' || caller) from users where id = member;
  return true;
end $$;

grant execute on function request_password_reset, request_verification, verify_email, request_email_change,
  get_own_requested_email, confirm_email_change, reset_password to daina_auth;
