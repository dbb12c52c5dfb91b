-- Actions of super admins on other members. Super admins cannot delete or block themselves, or change their own role.

-- Makes actions of super admins on members run one after another, because they could deadlock. Checks the viewer's role
-- twice, because the viewer may lose the role while the function waits for the lock.
create or replace function lock_member_actions() returns void
language plpgsql
as $$
begin
  perform require_super_admin();
  perform pg_advisory_xact_lock(hashtext('member actions'));
  perform from user_roles where role = 'super_admin' order by user_id for update;
  perform require_super_admin();
end $$;

-- Returns whether the member is the last active super admin. A super admin who is blocked, or whose account deletion is
-- scheduled, is not active. Locks the rows of all super admins, so that concurrent actions wait.
create or replace function is_last_super_admin(member uuid) returns boolean
language plpgsql
as $$
begin
  perform from user_roles where role = 'super_admin' order by user_id for update;
  return exists (select from user_roles where user_id = member and role = 'super_admin')
    and not exists (
      select from user_roles r join users u on u.id = r.user_id
      where r.user_id <> member and r.role = 'super_admin' and u.blocked_at is null
        and u.deletion_due_at is null
    );
end $$;

create or replace function change_user_role(target_user_id uuid, new_role text, reason text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform lock_member_actions();
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
  if found then
    perform email_about_admin_action(target_user_id, 'role_given', jsonb_build_object('role', new_role));
  end if;
  perform set_config('app.reason', '', true);
  return 'done';
end $$;

create or replace function delete_user_as_admin(target_user_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform lock_member_actions();
  if target_user_id = current_viewer() then return 'own_account'; end if;
  if is_last_super_admin(target_user_id) then return 'last_super_admin'; end if;
  insert into mails (kind, language, address)
  select 'account_deleted', language, email from users
  where id = target_user_id and email_verified_at is not null;
  delete from users where id = target_user_id;
  if not found then return 'not_found'; end if;
  -- Removes personal data from the audit log, including the reason of a block.
  update audit_log set before = null, after = null, reason = null where target_id = target_user_id;
  insert into audit_log (actor_id, action, target_id)
  values (current_viewer(), 'users.delete', target_user_id);
  return 'done';
end $$;

create or replace function block_user(target_user_id uuid, new_reason text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform lock_member_actions();
  if target_user_id = current_viewer() then return 'own_account'; end if;
  if is_last_super_admin(target_user_id) then return 'last_super_admin'; end if;
  update users set blocked_at = date_trunc('milliseconds', now()), blocked_reason = new_reason
  where id = target_user_id and blocked_at is null;
  if not found then
    return case when exists (select from users where id = target_user_id) then 'done' else 'not_found' end;
  end if;
  delete from sessions where user_id = target_user_id;
  delete from mail_links where user_id = target_user_id;
  perform email_about_admin_action(target_user_id, 'account_blocked', '{}');
  insert into audit_log (actor_id, action, target_id, reason)
  values (current_viewer(), 'users.block', target_user_id, new_reason);
  return 'done';
end $$;

create or replace function unblock_user(target_user_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  update users set blocked_at = null, blocked_reason = null
  where id = target_user_id and blocked_at is not null;
  if not found then
    return case when exists (select from users where id = target_user_id) then 'done' else 'not_found' end;
  end if;
  perform email_about_admin_action(target_user_id, 'account_unblocked', '{}');
  insert into audit_log (actor_id, action, target_id)
  values (current_viewer(), 'users.unblock', target_user_id);
  return 'done';
end $$;

-- Hides a profile or shows it again. If other people may know the URL of the hidden picture, `exposed_avatar` is this
-- URL, and the caller must move the file.
create or replace function set_profile_hidden(target_user_id uuid, hides boolean)
returns table (outcome text, exposed_avatar text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare exposed text;
begin
  perform lock_member_actions();
  if hides and exists (
    select from user_roles where user_id = target_user_id and role = 'super_admin'
  ) then
    return query select 'is_super_admin', null::text; return;
  end if;
  update profiles p set hidden_at = case when hides then date_trunc('milliseconds', now()) end
  where p.user_id = target_user_id and (p.hidden_at is not null) <> hides
  returning case when hides and p.avatar_was_shown then p.avatar_url end into exposed;
  if found then
    insert into audit_log (actor_id, action, target_id)
    values (current_viewer(), case when hides then 'profiles.hide' else 'profiles.show' end,
      target_user_id);
  elsif not exists (select from profiles p where p.user_id = target_user_id) then
    return query select 'not_found', null::text; return;
  end if;
  return query select 'done', exposed;
end $$;

-- Replaces the URL of a hidden member's picture, if it still is `former_url`. Returns the current URL.
create or replace function move_hidden_avatar(former_url text, new_url text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  member uuid := substring(former_url from '^/uploads/avatars/([0-9a-f-]{36})/')::uuid;
  current_url text;
begin
  perform require_super_admin();
  update profiles set avatar_url = new_url
  where user_id = member and avatar_url = former_url and hidden_at is not null;
  select avatar_url into current_url from profiles where user_id = member;
  return current_url;
end $$;

-- Returns the member's name, even if it is hidden from others. Returns null if the viewer is no super admin.
create or replace function get_name_for_admin(member uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select display_name from profiles where user_id = member and is_super_admin() $$;

create or replace function list_admin_users(
  search text, filter text, sort text, after_value text, after_id uuid, max_rows integer
)
returns table (
  user_id uuid, display_name text, role text, created_at timestamptz, blocked_at timestamptz,
  blocked_reason text, is_hidden boolean, newsroom jsonb, email text, owned_teams jsonb, sort_value text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, p.display_name, coalesce(r.role, 'user'), u.created_at, u.blocked_at, u.blocked_reason,
    p.hidden_at is not null, case when r.role is distinct from 'super_admin' then get_newsroom_grant(u.id) end,
    u.email::text,
    (
      select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'is_passed_on', exists (
        select from team_members o where o.team_id = t.id and o.user_id <> u.id
      )) order by t.name), '[]')
      from team_members m join teams t on t.id = m.team_id
      where m.user_id = u.id and m.role = 'owner'
    ),
    a.sort_value
  from list_admin_rows('users', search, filter, sort, after_value, after_id, max_rows)
    with ordinality as a (id, sort_value, list_position)
  join users u on u.id = a.id
  left join profiles p on p.user_id = u.id
  left join user_roles r on r.user_id = u.id
  order by a.list_position
$$;

grant execute on function change_user_role, delete_user_as_admin, block_user, unblock_user, set_profile_hidden,
  move_hidden_avatar, get_name_for_admin, list_admin_users to daina_app;
