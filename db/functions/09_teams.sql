-- Teams and their members. README.md in this folder defines the terms, such as listed and urgent change.

-- Returns the viewer's teams in which the viewer has at least the role `least_role`. Policies use this function,
-- because a policy on team_members that reads team_members would recurse.
create or replace function list_own_team_ids(least_role text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select team_id from team_members
  where user_id = (select current_viewer()) and case least_role
    when 'owner' then role = 'owner'
    when 'admin' then role in ('owner', 'admin')
    else true
  end
$$;

create or replace function get_own_team_role(team uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select role from team_members where team_id = team and user_id = current_viewer() $$;

-- Returns the ids of the hidden teams that the viewer may not see. Members of a hidden team and super admins still see
-- the team.
create or replace function list_hidden_team_ids() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.id from teams t
  where t.hidden_at is not null and not is_super_admin()
    and not exists (
      select from team_members m where m.team_id = t.id and m.user_id = (select current_viewer())
    )
$$;

grant select, delete, update (name, slug, description, location, country, website_url, instagram_url,
    youtube_url, cover_image_url, members_may_post_events, is_recruiting, language, translations,
    is_verified, hidden_at)
  on teams to daina_app;
grant select on teams to daina_build;
create policy readers on teams for select to daina_app, daina_build
  using (id not in (select list_hidden_team_ids()));
create policy owner_edits on teams for update to daina_app
  using (id in (select list_own_team_ids('owner')));
create policy super_admins_edit on teams for update to daina_app
  using ((select is_super_admin()));
create policy super_admins_delete on teams for delete to daina_app using ((select is_super_admin()));

-- An approval (`reviewed_at`) does not change updated_at, so that the owner can still save an open form.
create trigger touch before update on teams
  for each row when (new.reviewed_at is not distinct from old.reviewed_at)
  execute function touch_updated_at();
create trigger audit after insert or update or delete on teams
  for each row when (is_super_admin()) execute function write_audit_row('description', 'translations', 'search_text');

-- Raises the content version after an update of a team. The change is urgent if the update hides the team.
create or replace function raise_version_for_team() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform raise_version(old.hidden_at is null and new.hidden_at is not null);
  return null;
end $$;
-- These triggers run per row, so that a statement that changes no row does not raise the content version.
create trigger raise_version after insert on teams
  for each row execute function raise_version_for_change();
create trigger raise_version_of_update after update on teams
  for each row execute function raise_version_for_team();
create trigger raise_version_of_delete after delete on teams
  for each row execute function raise_version_for_change('urgent');
create trigger confirmed_email before insert on teams
  for each row execute function require_confirmed_email();
create trigger mark_reviewed before insert on teams for each row execute function mark_reviewed_if_trusted();
create trigger limit_per_day after insert on teams referencing new table as added
  for each statement execute function enforce_daily_limit('teams');
create trigger guard_verified before update of is_verified on teams
  for each row when (new.is_verified is distinct from old.is_verified)
  execute function guard_for_super_admins('verify teams');
create trigger guard_hidden before update of hidden_at on teams
  for each row when (new.hidden_at is distinct from old.hidden_at)
  execute function guard_for_super_admins('hide teams');

grant select on team_former_slugs to daina_app, daina_build;
create policy readers on team_former_slugs for select to daina_app, daina_build
  using (exists (select from teams t where t.id = team_id));

-- Finds a team by its current or a former slug. Write `(select find_team_id(…))` in conditions, so that Postgres
-- looks up the id in the index before it checks the policy for each row.
create or replace function find_team_id(searched_slug text) returns uuid
language sql stable
as $$
  select coalesce(
    (select id from teams where slug = searched_slug),
    (select team_id from team_former_slugs where slug = searched_slug)
  )
$$;

-- Keeps the last 20 slugs of a team for redirects, and refuses a slug that another team had. Runs after the write of
-- the team, because this write waits for a concurrent transaction that uses the same slug.
create or replace function store_former_slug() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from team_former_slugs where slug = new.slug and team_id = new.id;
  if exists (select from team_former_slugs where slug = new.slug) then
    raise unique_violation using constraint = 'teams_slug_key', message = 'another team had that slug';
  end if;
  if tg_op = 'UPDATE' then
    -- Former slugs stay reserved for the team, so the number of slug changes per day is limited.
    perform count_toward_daily_limit('team-slugs', 1);
    insert into team_former_slugs (slug, team_id) values (old.slug, new.id);
    delete from team_former_slugs where slug in (
      select f.slug from team_former_slugs f where f.team_id = new.id
      order by f.created_at desc, f.slug = old.slug desc, f.slug offset 20
    );
  end if;
  return null;
end $$;
create trigger keep_slug_of_new after insert on teams for each row execute function store_former_slug();
create trigger keep_slug after update of slug on teams
  for each row when (new.slug <> old.slug) execute function store_former_slug();

grant select on team_members to daina_app;
-- The end of a membership is an urgent change, because the member's name must disappear from the team's page at once.
create trigger raise_version after insert or update of role on team_members
  for each row execute function raise_version_for_change();
create trigger raise_version_of_delete after delete on team_members
  for each row execute function raise_version_for_change('urgent');
create policy own_membership on team_members for select to daina_app
  using (user_id = (select current_viewer()));

create or replace function count_team_members(team uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
as $$ select count(*)::integer from team_members where team_id = team $$;

-- This function has definer rights, because daina_app has no right to insert teams and memberships.
create or replace function create_team(new_name text, new_slug text, new_description text, new_location text,
  new_country text, new_language text) returns uuid
language plpgsql security definer set search_path = public, pg_temp
as $$
declare new_id uuid;
begin
  if current_viewer() is null then raise exception 'only members create teams' using errcode = 'insufficient_privilege'; end if;
  insert into teams (name, slug, description, location, country, language)
  values (new_name, new_slug, new_description, new_location, new_country, new_language)
  returning id into new_id;
  insert into team_members (team_id, user_id, role) values (new_id, current_viewer(), 'owner');
  return new_id;
end $$;

create or replace function list_team_members(team uuid)
returns table (
  user_id uuid, role text, created_at timestamptz, display_name text, avatar_url text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.user_id, m.role, m.created_at,
    case when shows_name(p, (select current_viewer()) is not null) then p.display_name end,
    case when shows_avatar(p, (select current_viewer()) is not null) then p.avatar_url end
  from team_members m left join profiles p
    on p.user_id = m.user_id and p.hidden_at is null and not is_blocked_or_leaving(m.user_id)
  where m.team_id = team and team not in (select list_hidden_team_ids())
  order by array_position(array['owner', 'admin', 'member'], m.role), m.created_at, m.id
$$;

grant execute on function list_own_team_ids, list_hidden_team_ids, count_team_members, list_team_members to daina_app,
  daina_build;
grant execute on function get_own_team_role, find_team_id, create_team to daina_app;
