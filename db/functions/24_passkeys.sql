-- Log-ins with passkeys (WebAuthn). A passkey counts as two factors: the device holds the key and verifies its user.

grant select (id, user_id, name, created_at, last_used_at), update (name) on passkeys to daina_auth;
create policy own_passkeys on passkeys for select to daina_app
  using (user_id = (select current_viewer()));
create policy rename_own_passkeys on passkeys for update to daina_app
  using (user_id = (select current_viewer())) with check (user_id = (select current_viewer()));

create or replace function has_passkey(member uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select exists (select from passkeys where user_id = member) $$;

-- Stores the hash of a challenge, which is a random text that the passkey must sign.
create or replace function open_passkey_challenge(hash bytea, challenge_purpose text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into passkey_challenges (challenge_hash, user_id, purpose)
  values (hash, case when challenge_purpose <> 'sign_in' then current_viewer() end, challenge_purpose)
$$;

create or replace function get_own_passkey_data() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object('handle', u.passkey_handle, 'passkeys', coalesce((
    select jsonb_agg(jsonb_build_object(
      'credential', encode(p.credential_id, 'hex'), 'transports', p.transports
    ) order by p.created_at, p.id)
    from passkeys p where p.user_id = u.id
  ), '[]'))
  from users u where u.id = current_viewer()
$$;

-- Deletes the challenge. Returns false if it was used before or has expired.
create or replace function use_passkey_challenge(hash bytea, challenge_purpose text) returns boolean
language sql security definer set search_path = public, pg_temp
as $$
  with deleted as (
    delete from passkey_challenges
    where challenge_hash = hash and purpose = challenge_purpose and expires_at > now()
      and (challenge_purpose = 'sign_in' or user_id = current_viewer())
    returning true
  )
  select exists (select from deleted)
$$;

-- Finds a passkey and its account. If the purpose is not 'sign_in', finds only passkeys of the viewer.
create or replace function find_passkey(credential bytea, challenge_purpose text)
returns table (
  user_id uuid, email text, role text, is_blocked boolean, is_leaving boolean, handle uuid,
  passkey_id uuid, public_key text, sign_count bigint
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.email::text, coalesce(r.role, 'user'), u.blocked_at is not null,
    u.deletion_due_at is not null, u.passkey_handle, p.id, encode(p.public_key, 'hex'), p.sign_count
  from passkeys p
  join users u on u.id = p.user_id
  left join user_roles r on r.user_id = u.id
  where p.credential_id = credential and (challenge_purpose = 'sign_in' or u.id = current_viewer())
$$;

-- Stores the counter that a passkey increases with each use. If the counter has not increased, the passkey was copied,
-- and the function raises DA407. Passkeys that have no counter always send 0.
create or replace function use_passkey(passkey uuid, new_count bigint) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update passkeys set sign_count = new_count, last_used_at = date_trunc('milliseconds', now())
  where id = passkey and user_id = current_viewer()
    and (new_count > sign_count or (new_count = 0 and sign_count = 0));
  if not found then
    raise exception 'this passkey was removed, or its counter has not increased' using errcode = 'DA407';
  end if;
end $$;

-- Adds a passkey. Returns no row if the viewer already has 20 passkeys. The member's row is locked, so that two
-- simultaneous calls cannot exceed this limit.
create or replace function add_passkey(
  credential bytea, key bytea, count bigint, new_transports text[], new_name text
)
returns table (id uuid, name text, created_at timestamptz, last_used_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from users u where u.id = current_viewer() for no key update;
  if (select count(*) from passkeys p where p.user_id = current_viewer()) >= 20 then return; end if;
  perform queue_mail(current_viewer(), 'passkey_added');
  return query
    insert into passkeys as p (user_id, credential_id, public_key, sign_count, transports, name)
    values (current_viewer(), credential, key, count, new_transports, new_name)
    returning p.id, p.name, p.created_at, p.last_used_at;
end $$;

-- Removes a passkey and returns 'done'. Returns 'last_way_in' if the viewer could not log in without it. The member's
-- row is locked, so that two simultaneous calls cannot remove the last two passkeys.
create or replace function remove_passkey(passkey uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare account users;
begin
  select * into account from users where id = current_viewer() for no key update;
  if not account.has_password and account.google_subject is null and not exists (
    select from passkeys where user_id = account.id and id <> passkey
  ) then
    return 'last_way_in';
  end if;
  delete from passkeys where id = passkey and user_id = account.id;
  if not found then return 'not_found'; end if;
  perform queue_mail(current_viewer(), 'passkey_removed');
  return 'done';
end $$;

create or replace function requires_second_factor(member uuid) returns boolean
language sql stable
as $$
  select exists (select from user_roles where user_id = member and role = 'super_admin')
    or exists (select from news_grants where user_id = member and (kind = 'editor' or may_publish))
$$;

-- A member whose role requires a second factor gets seven days to set one up.
create or replace function set_factor_deadline() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare member uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  update users
  set factor_due_at = case when requires_second_factor(member)
    then coalesce(factor_due_at, date_trunc('milliseconds', now()) + interval '7 days') end
  where id = member and (factor_due_at is not null) <> requires_second_factor(member);
  return null;
end $$;
create trigger factor_due after insert or update or delete on user_roles
  for each row execute function set_factor_deadline();
create trigger factor_due after insert or update or delete on news_grants
  for each row execute function set_factor_deadline();

-- Returns the time by which the member must set up a second factor; null if the member needs no second factor, or has a
-- second factor or a passkey. Demo accounts with the published password need none, because they work only on a local
-- site.
create or replace function get_factor_deadline(member uuid) returns timestamptz
language sql stable
as $$
  select factor_due_at from users
  where id = member and factor_due_at is not null and demo_password is distinct from 'published'
    and not has_second_factor(member) and not has_passkey(member)
$$;

create or replace function get_own_factor_deadline() returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$ select get_factor_deadline(current_viewer()) $$;

create or replace function lacks_required_factor(member uuid) returns boolean
language sql stable
as $$ select coalesce(get_factor_deadline(member) <= now(), false) $$;

-- Records that the viewer has logged in with this browser. `hash` is the hash of the token in its cookie. If
-- `sends_email` is true, emails the member about a new browser, except at the first log-in to a new account.
create or replace function remember_device(hash bytea, agent text, sends_email boolean) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if sends_email and not exists (
    select from known_devices where user_id = current_viewer() and token_hash = hash
  ) then
    perform queue_mail(u.id, 'new_device',
      jsonb_strip_nulls(jsonb_build_object('changed_at', now(), 'user_agent', agent)))
    from users u
    where u.id = current_viewer() and u.email_verified_at is not null
      and (u.created_at < now() - interval '1 day'
        or exists (select from known_devices d where d.user_id = u.id));
  end if;
  insert into known_devices (user_id, token_hash) values (current_viewer(), hash)
  on conflict (user_id, token_hash) do update set last_used_at = date_trunc('milliseconds', now());
end $$;

-- Returns in `needs` what a password reset requires in addition to the emailed link. A stolen mailbox must not be
-- enough to reset the password of a super admin. So a super admin needs a code of the second factor ('code') or, if
-- there is no second factor, a link from the database owner ('owner_link').
create or replace function get_reset_requirement(hash bytea)
returns table (user_id uuid, email text, needs text, secret text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, l.email::text,
    case
      when l.is_owners or r.user_id is null or u.demo_password = 'published' then 'none'
      when f.user_id is not null then 'code'
      else 'owner_link'
    end,
    encode(f.secret, 'hex')
  from mail_links l
  join users u on u.id = l.user_id
  left join user_roles r on r.user_id = u.id and r.role = 'super_admin'
  left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
  where l.token_hash = hash and l.purpose = 'reset_password' and l.expires_at > now()
$$;

grant execute on function has_passkey, open_passkey_challenge, get_own_passkey_data, use_passkey_challenge,
  find_passkey, use_passkey, add_passkey, remove_passkey, get_own_factor_deadline, remember_device,
  get_reset_requirement to daina_auth;
