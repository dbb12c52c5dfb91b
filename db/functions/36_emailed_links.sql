-- Emailed links that confirm or change an email address or reset a password.

-- Queues an email with a link to reset the password. The email is not sent at once, so that the response time does not
-- reveal whether the address has an account.
create or replace function request_password_reset(address citext) returns void
language sql security definer set search_path = public, pg_temp
as $$ select queue_mail(id, 'reset_password') from users where email = address $$;

create or replace function request_verification() returns void
language sql security definer set search_path = public, pg_temp
as $$
  select queue_mail(id, 'verify_email') from users where id = current_viewer() and email_verified_at is null
$$;

-- Returns the confirmed address; null if the link was used, has expired, or was sent to a former address of the member.
-- A signed-in member who opens their own link also confirms that they own the address (`email_owned_at`).
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

-- Queues an email with a link that confirms the new address. Returns 'taken' if the address has an account; the caller
-- counts this as an attempt to guess addresses.
create or replace function request_email_change(new_address citext) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from users where email = new_address) then return 'taken'; end if;
  delete from mails where user_id = current_viewer() and kind = 'change_email' and sent_at is null;
  insert into mails (user_id, kind, language, address)
  select id, 'change_email', language, new_address from users
  where id = current_viewer() and count_mail_if_allowed(new_address, 'change_email');
  return 'requested';
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

-- Returns the new address; null if the link is invalid or belongs to another member, or if the address now has an
-- account.
create or replace function confirm_email_change(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  account users;
  new_address citext;
begin
  -- Locks the member first, so that two links are used one after the other.
  select * into account from users where id = current_viewer() for update;
  delete from mail_links
  where token_hash = hash and purpose = 'change_email' and expires_at > now() and user_id = account.id
  returning email into new_address;
  if not found then return null; end if;
  begin
    update users set email = new_address, email_verified_at = now(), email_owned_at = now() where id = account.id;
  exception when unique_violation then
    return null;
  end;
  -- All other emailed links of the member become invalid.
  delete from mail_links where user_id = account.id;
  insert into mails (user_id, kind, language, address)
  select account.id, 'email_changed', account.language, account.email where count_mail_if_allowed(account.email, 'email_changed');
  return new_address::text;
end $$;

-- Sets a new password with an emailed link. Returns false if the link is invalid. Also deletes the counted log-in
-- attempts, so that the member can log in at once. `caller` is the IP address of the request.
create or replace function reset_password(
  hash bytea, new_password_hash text, caller text, device bytea, user_agent text, time_step bigint,
  recovery_hash bytea
) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  member uuid;
  requirement text;
begin
  -- Locks the member first, so that two links, or a link and a change of the password, are used one after the other.
  select u.id into member
  from mail_links l join users u on u.id = l.user_id and u.email = l.email
  where l.token_hash = hash and l.purpose = 'reset_password' and l.expires_at > now()
  for update of u;
  requirement := (select needs from get_reset_requirement(hash));
  delete from mail_links where token_hash = hash and user_id = member;
  if not found then return false; end if;
  -- Only a link from the database owner resets the password of a super admin without a second factor.
  if requirement = 'owner_link' then
    raise exception 'this account needs a link from the database owner' using errcode = 'DA408';
  elsif requirement = 'code' then
    perform use_code(member, time_step, recovery_hash);
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
