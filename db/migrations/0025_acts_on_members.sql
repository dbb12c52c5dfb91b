-- Super admins over members: roles, deleting, blocking. Each act checks the role itself, and leaves a row
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

-- Every act on a member begins so. They take turns, by one lock: super admins come and go, and two acts that
-- see other rows of them would wait for each other. Who acts is asked again behind it: whoever was demoted
-- while waiting may do no more.
create function begin_act_on_member() returns void
language plpgsql
as $$
begin
  perform require_super_admin();
  perform pg_advisory_xact_lock(hashtext('acts on members'));
  perform from user_roles where role = 'super_admin' order by user_id for update;
  perform require_super_admin();
end $$;
revoke execute on function begin_act_on_member() from public;

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
  perform begin_act_on_member();
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
  perform begin_act_on_member();
  if target_user_id = current_viewer() then return 'own_account'; end if;
  if is_last_super_admin(target_user_id) then return 'last_super_admin'; end if;
  delete from users where id = target_user_id;
  if not found then return 'not_found'; end if;
  -- As when members delete their own account: the log keeps ids. Why somebody was blocked is about them.
  update audit_log set before = null, after = null, reason = null where target_id = target_user_id;
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
  perform begin_act_on_member();
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
  update audit_log set before = null, after = null, reason = null where target_id = me;
  insert into audit_log (actor_id, action, target_id) values (me, 'account.delete', me);
  return 'deleted';
end $$;
