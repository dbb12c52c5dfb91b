-- Super admins over members: blocking, roles, deleting. Each act checks the role itself, and leaves a row
-- in the audit log, with its reason, in the same transaction.

alter table audit_log add column reason text check (length(reason) <= 500);

-- `app.reason` holds for the transaction of an act that gives one.
create or replace function write_audit_row() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  row_data jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  -- Null for a trigger without arguments.
  left_out text[] := coalesce(tg_argv, '{}');
begin
  insert into audit_log (actor_id, action, target_id, before, after, reason)
  values (
    current_viewer(),
    tg_table_name || '.' || lower(tg_op),
    coalesce(row_data ->> 'id', row_data ->> 'user_id')::uuid,
    case when tg_op <> 'INSERT' then to_jsonb(old) - left_out end,
    case when tg_op <> 'DELETE' then to_jsonb(new) - left_out end,
    nullif(current_setting('app.reason', true), '')
  );
  return null;
end $$;

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

-- Raises where the viewer may not run the site; the functions below begin with it.
create function require_super_admin() returns void
language plpgsql
as $$
begin
  if not is_super_admin() then
    raise exception 'only super admins may do that' using errcode = '42501';
  end if;
end $$;
revoke execute on function require_super_admin() from public;

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

-- Locks the rows of all super admins, so that two acts on them take turns, and tells whether anybody else
-- would be left to run the site without this one.
create function is_last_super_admin(member uuid) returns boolean
language plpgsql
as $$
begin
  perform from user_roles where role = 'super_admin' order by user_id for update;
  return exists (select from user_roles where user_id = member and role = 'super_admin')
    and not exists (
      select from user_roles r join users u on u.id = r.user_id
      where r.user_id <> member and r.role = 'super_admin' and u.blocked_at is null
    );
end $$;
revoke execute on function is_last_super_admin(uuid) from public;

-- The acts below answer with a word: 'done', or why not. Nobody does them to themself: what is meant for
-- another row of the list must not hit one's own.

create function change_user_role(target_user_id uuid, new_role text, reason text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  if target_user_id = current_viewer() then return 'own_account'; end if;
  perform from users where id = target_user_id for key share;
  if not found then return 'not_found'; end if;
  if new_role <> 'super_admin' and is_last_super_admin(target_user_id) then
    return 'last_super_admin';
  end if;
  perform set_config('app.reason', coalesce(reason, ''), true);
  if new_role = 'user' then
    delete from user_roles where user_id = target_user_id;
  else
    insert into user_roles (user_id, role) values (target_user_id, new_role)
    on conflict (user_id) do update set role = excluded.role where user_roles.role <> excluded.role;
  end if;
  perform set_config('app.reason', '', true);
  return 'done';
end $$;
revoke execute on function change_user_role(uuid, text, text) from public;
grant execute on function change_user_role(uuid, text, text) to daina_app;

create function admin_delete_user(target_user_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  if target_user_id = current_viewer() then return 'own_account'; end if;
  if is_last_super_admin(target_user_id) then return 'last_super_admin'; end if;
  delete from users where id = target_user_id;
  if not found then return 'not_found'; end if;
  -- As when members delete their own account: the log keeps ids.
  update audit_log set before = null, after = null where target_id = target_user_id;
  insert into audit_log (actor_id, action, target_id)
  values (current_viewer(), 'users.delete', target_user_id);
  return 'done';
end $$;
revoke execute on function admin_delete_user(uuid) from public;
grant execute on function admin_delete_user(uuid) to daina_app;

-- Signed out everywhere, and kept out.
create function block_user(target_user_id uuid, why text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  if target_user_id = current_viewer() then return 'own_account'; end if;
  if is_last_super_admin(target_user_id) then return 'last_super_admin'; end if;
  update users set blocked_at = date_trunc('milliseconds', now()), blocked_reason = why
  where id = target_user_id and blocked_at is null;
  if not found then
    return case when exists (select from users where id = target_user_id) then 'done' else 'not_found' end;
  end if;
  delete from sessions where user_id = target_user_id;
  delete from mail_links where user_id = target_user_id;
  insert into audit_log (actor_id, action, target_id, reason)
  values (current_viewer(), 'users.block', target_user_id, why);
  return 'done';
end $$;
revoke execute on function block_user(uuid, text) from public;
grant execute on function block_user(uuid, text) to daina_app;

create function unblock_user(target_user_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  update users set blocked_at = null, blocked_reason = null
  where id = target_user_id and blocked_at is not null;
  if not found then
    return case when exists (select from users where id = target_user_id) then 'done' else 'not_found' end;
  end if;
  insert into audit_log (actor_id, action, target_id)
  values (current_viewer(), 'users.unblock', target_user_id);
  return 'done';
end $$;
revoke execute on function unblock_user(uuid) from public;
grant execute on function unblock_user(uuid) to daina_app;

-- A blocked super admin runs nothing, so the site would be left alone with them.
create or replace function delete_own_account() returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare me uuid := current_viewer();
begin
  if me is null then return 'nobody'; end if;
  if is_last_super_admin(me) then return 'last_super_admin'; end if;
  delete from users where id = me;
  update audit_log set before = null, after = null where target_id = me;
  insert into audit_log (actor_id, action, target_id) values (me, 'account.delete', me);
  return 'deleted';
end $$;
