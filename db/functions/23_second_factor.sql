-- The second login step: codes of an authenticator app, and recovery codes.

grant select (user_id, confirmed_at, created_at) on second_factors to daina_auth;
create policy own_second_factor on second_factors for select to daina_auth
  using (user_id = (select current_viewer()));
grant select (user_id, used_at, created_at) on recovery_codes to daina_auth;
create policy own_recovery_codes on recovery_codes for select to daina_auth
  using (user_id = (select current_viewer()));
grant insert on sign_in_steps to daina_auth;
create policy own_sign_in_steps on sign_in_steps for insert to daina_auth
  with check (user_id = (select current_viewer()));

create or replace function has_second_factor(member uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (select from second_factors where user_id = member and confirmed_at is not null)
$$;

-- Returns the second step of a log-in with a password: 'code', 'passkey', or null if there is none. A passkey is the
-- second step only for a member whose role requires a second factor and who has no codes.
create or replace function get_required_factor(member uuid) returns text
language sql stable
as $$
  select case
    when has_second_factor(member) then 'code'
    when has_passkey(member) and requires_second_factor(member) then 'passkey'
  end
$$;

create or replace function require_no_second_factor(member uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  case get_required_factor(member)
    when 'code' then raise exception 'this account has a second factor' using errcode = 'DA402';
    when 'passkey' then raise exception 'this account requires its passkey' using errcode = 'DA406';
    else null;
  end case;
end $$;

-- Finds a log-in that still lacks the code (a step). Returns no row if the step has expired or the member is blocked.
create or replace function find_sign_in_step(hash bytea)
returns table (
  user_id uuid, email text, role text, method text, remember boolean, cancels_deletion boolean, secret text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.email::text, coalesce(r.role, 'user'), s.method, s.remember, s.cancels_deletion,
    encode(f.secret, 'hex')
  from sign_in_steps s
  join users u on u.id = s.user_id
  join second_factors f on f.user_id = u.id and f.confirmed_at is not null
  left join user_roles r on r.user_id = u.id
  where s.token_hash = hash and s.expires_at > now() and u.blocked_at is null
$$;

-- Marks a code as used. Raises DA422 for an unknown or used recovery code, and for a code from the app that is not
-- newer than the last used code. `time_step` is the 30-second period of a code from the app; null for a recovery code.
-- The row is locked, so that two simultaneous calls cannot use the same code.
create or replace function use_code(member uuid, time_step bigint, recovery_hash bytea) returns void
language plpgsql
as $$
begin
  if time_step is not null then
    update second_factors set last_time_step = time_step
    where user_id = member and confirmed_at is not null and last_time_step < time_step;
  else
    update recovery_codes set used_at = now()
    where user_id = member and code_hash = recovery_hash and used_at is null;
  end if;
  if not found then
    raise exception 'this code is wrong or was used before' using errcode = 'DA422';
  end if;
  if time_step is null then perform queue_mail(member, 'recovery_code_used'); end if;
end $$;

create or replace function end_sign_in_step(hash bytea, time_step bigint, recovery_hash bytea) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare member uuid;
begin
  delete from sign_in_steps where token_hash = hash and expires_at > now() returning user_id into member;
  if not found then
    raise exception 'this log-in has expired or was completed' using errcode = 'DA411';
  end if;
  perform use_code(member, time_step, recovery_hash);
end $$;

-- Returns the secret of the viewer's app in hexadecimal. `is_unconfirmed` selects a secret whose set-up is not
-- finished.
create or replace function get_own_factor_secret(is_unconfirmed boolean) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select encode(secret, 'hex') from second_factors
  where user_id = current_viewer() and (confirmed_at is null) = is_unconfirmed
$$;

create or replace function use_own_code(time_step bigint, recovery_hash bytea) returns void
language sql security definer set search_path = public, pg_temp
as $$ select use_code(current_viewer(), time_step, recovery_hash) $$;

-- Stores the secret of an app whose set-up begins. Returns null if the viewer already has a confirmed secret.
create or replace function begin_second_factor(new_secret bytea) returns boolean
language sql security definer set search_path = public, pg_temp
as $$
  insert into second_factors (user_id, secret) select current_viewer(), new_secret
  on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
    where second_factors.confirmed_at is null
  returning true
$$;

create or replace function replace_recovery_codes(hashes text[]) returns void
language sql
as $$
  delete from recovery_codes where user_id = current_viewer();
  insert into recovery_codes (user_id, code_hash)
  select current_viewer(), decode(h, 'hex') from unnest(hashes) h;
$$;

create or replace function confirm_second_factor(expected_secret text, time_step bigint, hashes text[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update second_factors set confirmed_at = date_trunc('milliseconds', now()), last_time_step = time_step
  where user_id = current_viewer() and confirmed_at is null and encode(secret, 'hex') = expected_secret;
  if not found then
    raise exception 'the secret has changed meanwhile' using errcode = 'DA409';
  end if;
  perform replace_recovery_codes(hashes);
  perform queue_mail(current_viewer(), 'second_factor_on');
end $$;

create or replace function renew_recovery_codes(time_step bigint, recovery_hash bytea, hashes text[])
returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform use_code(current_viewer(), time_step, recovery_hash);
  perform replace_recovery_codes(hashes);
end $$;

-- Returns whether the viewer logged in or confirmed their identity in the session within the last ten minutes
-- (RECENT_PROOF_MS in netlify/lib/http/route-access.ts).
create or replace function has_recent_proof(session uuid) returns boolean
language sql stable
as $$
  select exists (
    select from sessions where id = session and user_id = current_viewer()
      and authenticated_at > now() - interval '10 minutes'
  )
$$;

-- Turns off the viewer's second factor. Needs a code. Members who have lost the phone with the app need no code in a
-- session that started with a passkey and in which they confirmed their identity recently.
create or replace function remove_second_factor(time_step bigint, recovery_hash bytea, session uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if time_step is not null or recovery_hash is not null or not has_recent_proof(session) or not exists (
    select from sessions where id = session and method = 'passkey'
  ) then
    perform use_code(current_viewer(), time_step, recovery_hash);
  end if;
  delete from second_factors where user_id = current_viewer();
  delete from recovery_codes where user_id = current_viewer();
  perform queue_mail(current_viewer(), 'second_factor_off');
end $$;

create or replace function record_identity_proof(session uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update sessions set authenticated_at = date_trunc('milliseconds', now())
  where id = session and user_id = current_viewer()
$$;

grant execute on function has_second_factor, require_no_second_factor, find_sign_in_step, end_sign_in_step,
  get_own_factor_secret, use_own_code, begin_second_factor, confirm_second_factor, renew_recovery_codes,
  remove_second_factor, record_identity_proof to daina_auth;
