-- Members who are kept out: they sign in by no way, and hold no right.

alter table users
  add column blocked_at timestamptz,
  add column blocked_reason text check (length(blocked_reason) between 1 and 500),
  add check (blocked_at is not null or blocked_reason is null);

-- Whoever is blocked runs nothing, whatever their role.
create or replace function is_super_admin() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from user_roles r join users u on u.id = r.user_id
    where r.user_id = current_viewer() and r.role = 'super_admin' and u.blocked_at is null
  )
$$;

-- A blocked member is told so, but only who knows the password.
drop function find_account_for_sign_in(citext);
create function find_account_for_sign_in(address citext)
returns table (id uuid, email text, password_hash text, role text, is_blocked boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.email::text, u.password_hash, coalesce(r.role, 'user'), u.blocked_at is not null
  from users u left join user_roles r on r.user_id = u.id
  where u.email = address
$$;
revoke execute on function find_account_for_sign_in(citext) from public;
grant execute on function find_account_for_sign_in(citext) to daina_app;

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
      return query select account.id, 'known'; return;
    end if;

    select * into account from users u where u.email = address for update;
    if found and account.google_subject is not null then
      return query select null::uuid, 'other_google_account'; return;
    elsif found and account.email_owned_at is null then
      return query select null::uuid, 'unconfirmed'; return;
    elsif found and account.blocked_at is not null then
      return query select null::uuid, 'blocked'; return;
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

-- A session of somebody blocked is none: also one that was opened at the moment of the block.
create or replace function session_by_token(hash bytea, is_write boolean)
returns table (
  user_id uuid, email text, role text, session_id uuid, remember boolean, expires_at timestamptz,
  method text, created_at timestamptz, wait integer
)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare found_session sessions;
begin
  select s.* into found_session
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = hash and u.blocked_at is null;
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
