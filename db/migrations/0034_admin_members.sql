-- The admin area's list of members.

-- Members are found by name and id. The name is the profile's, kept here since an index knows one table.
alter table users
  add column listed_name text not null default '',
  add column listed_text text not null generated always as (listed_name || ' ' || id::text) stored;
update users u set listed_name = plain_text(p.display_name) from profiles p where p.user_id = u.id;

create function note_listed_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update users set listed_name = plain_text(new.display_name) where id = new.user_id;
  return null;
end $$;
revoke execute on function note_listed_name() from public;
create trigger note_listed_name after insert on profiles
  for each row execute function note_listed_name();
create trigger note_changed_name after update of display_name on profiles
  for each row when (old.display_name is distinct from new.display_name)
  execute function note_listed_name();

create index users_by_creation on users (created_at desc, id desc);
create index users_by_name on users (listed_name, id);
create index users_by_text on users using gin (listed_text gin_trgm_ops) with (fastupdate = off);
create index users_blocked on users (created_at desc, id desc) where blocked_at is not null;
create index user_roles_by_role on user_roles (role);

-- Rows of members are their owner's; these columns are for who runs the site, and no others of them.
create function admin_users(
  search text, filter text, sort text, after_value text, after_id uuid, most integer
)
returns table (
  user_id uuid, display_name text, role text, created_at timestamptz, blocked_at timestamptz,
  blocked_reason text, is_hidden boolean, sort_value text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, p.display_name, coalesce(r.role, 'user'), u.created_at, u.blocked_at, u.blocked_reason,
    p.hidden_at is not null, a.sort_value
  from admin_rows('users', search, filter, sort, after_value, after_id, most)
    with ordinality as a (id, sort_value, place)
  join users u on u.id = a.id
  left join profiles p on p.user_id = u.id
  left join user_roles r on r.user_id = u.id
  order by a.place
$$;
revoke execute on function admin_users(text, text, text, text, uuid, integer) from public;
grant execute on function admin_users(text, text, text, text, uuid, integer) to daina_app;

-- A member's name for who runs the site, whether others are shown it or not; null for everybody else.
create function member_name(member uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select display_name from profiles where user_id = member and is_super_admin() $$;
revoke execute on function member_name(uuid) from public;
grant execute on function member_name(uuid) to daina_app;
