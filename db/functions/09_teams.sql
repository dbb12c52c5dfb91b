-- Questions about membership that policies ask: a policy on team_members that read team_members would
-- ask itself. One look for all rows, where team_role() would be one for each.
create or replace function own_team_ids(least_role text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select team_id from team_members
  where user_id = (select current_viewer()) and case least_role
    when 'owner' then role = 'owner'
    when 'admin' then role in ('owner', 'admin')
    else true
  end
$$;
grant execute on function own_team_ids(text) to daina_app, daina_build;

-- What the viewer is to a team.
create or replace function team_role(team uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select role from team_members where team_id = team and user_id = current_viewer() $$;
grant execute on function team_role(uuid) to daina_app;

-- Teams that this viewer is not shown. Who is in one goes on in it.
create or replace function hidden_team_ids() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.id from teams t
  where t.hidden_at is not null and not is_super_admin()
    and not exists (
      select from team_members m where m.team_id = t.id and m.user_id = (select current_viewer())
    )
$$;
grant execute on function hidden_team_ids() to daina_app, daina_build;

grant select, delete, update (name, slug, description, location, country, website_url, instagram_url,
    youtube_url, cover_image_url, members_may_post_events, is_recruiting, language, translations,
    is_verified, hidden_at)
  on teams to daina_app;
grant select on teams to daina_build;
create policy readers on teams for select to daina_app, daina_build
  using (id not in (select hidden_team_ids()));
create policy owner_edits on teams for update to daina_app
  using (id in (select own_team_ids('owner')));
create policy super_admins_edit on teams for update to daina_app
  using ((select is_super_admin()));
create policy super_admins_delete on teams for delete to daina_app using ((select is_super_admin()));

-- An approval is no edit: the form that the owner has open is not outdated by it.
create trigger touch before update on teams
  for each row when (new.reviewed_at is not distinct from old.reviewed_at)
  execute function touch_updated_at();
-- What a super admin does is an administrative action, also where it is a team of their own; what other
-- members do is not. Long texts stay in their rows.
create trigger audit after insert or update or delete on teams
  for each row when (is_super_admin()) execute function write_audit_row('description', 'translations', 'search_text');

-- Raises the content version for a changed team; hiding it is urgent.
create or replace function raise_version_for_team() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform raise_version(old.hidden_at is null and new.hidden_at is not null);
  return null;
end $$;
-- For each row: a statement that changes none must not count.
create trigger raise_version after insert on teams
  for each row execute function raise_content_version();
create trigger raise_version_of_update after update on teams
  for each row execute function raise_version_for_team();
create trigger raise_version_of_delete after delete on teams
  for each row execute function raise_content_version('urgent');
create trigger confirmed_email before insert on teams
  for each row execute function require_confirmed_email();
create trigger note_review before insert on teams for each row execute function note_review();
create trigger limit_per_day after insert on teams referencing new table as added
  for each statement execute function limit_per_day('teams');
create trigger guard_verified before update of is_verified on teams
  for each row when (new.is_verified is distinct from old.is_verified)
  execute function guard_for_super_admins('verify teams');
-- An owner edits their team, but does not show it again.
create trigger guard_hidden before update of hidden_at on teams
  for each row when (new.hidden_at is distinct from old.hidden_at)
  execute function guard_for_super_admins('hide teams');

grant select on team_former_slugs to daina_app, daina_build;
-- Of teams that this viewer is shown.
create policy readers on team_former_slugs for select to daina_app, daina_build
  using (exists (select from teams t where t.id = team_id));

-- The team of an address, also of one that it had before. Where rows are chosen by it, as
-- `(select team_id_of(…))`: a policy lets no other expression look at an index before it has looked at the row.
create or replace function team_id_of(wanted text) returns uuid
language sql stable
as $$
  select coalesce(
    (select id from teams where slug = wanted),
    (select team_id from team_former_slugs where slug = wanted)
  )
$$;
grant execute on function team_id_of(text) to daina_app;

-- An address that led to a team leads there for good, and no other team can take it. Only a team's last 20
-- former addresses are kept: each one is fifteen rules in a build. The trigger runs after the write, which waits
-- for another team that is giving the address up.
create or replace function keep_former_slug() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from team_former_slugs where slug = new.slug and team_id = new.id;
  if exists (select from team_former_slugs where slug = new.slug) then
    raise unique_violation using constraint = 'teams_slug_key', message = 'another team had that address';
  end if;
  if tg_op = 'UPDATE' then
    -- A former address stays taken.
    perform count_daily('team-addresses', 1);
    insert into team_former_slugs (slug, team_id) values (old.slug, new.id);
    delete from team_former_slugs where slug in (
      select f.slug from team_former_slugs f where f.team_id = new.id
      order by f.created_at desc, f.slug = old.slug desc, f.slug offset 20
    );
  end if;
  return null;
end $$;
create trigger keep_slug_of_new after insert on teams for each row execute function keep_former_slug();
create trigger keep_slug after update of slug on teams
  for each row when (new.slug <> old.slug) execute function keep_former_slug();

grant select on team_members to daina_app;
-- A team's page is built with its members. A member who leaves should not be named there any longer.
create trigger raise_version after insert or update of role on team_members
  for each row execute function raise_content_version();
create trigger raise_version_of_delete after delete on team_members
  for each row execute function raise_content_version('urgent');
create policy own_membership on team_members for select to daina_app
  using (user_id = (select current_viewer()));

-- Only the number is public here; who the members are is asked for by name, elsewhere.
create or replace function team_member_count(team uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
as $$ select count(*)::integer from team_members where team_id = team $$;
grant execute on function team_member_count(uuid) to daina_app, daina_build;

-- A team begins with its owner, in one statement: a policy could not see the member it needs.
create or replace function create_team(new_name text, new_slug text, new_description text, new_location text,
  new_country text, new_language text) returns uuid
language plpgsql security definer set search_path = public, pg_temp
as $$
declare new_id uuid;
begin
  if current_viewer() is null then raise exception 'only members create teams' using errcode = '42501'; end if;
  insert into teams (name, slug, description, location, country, language)
  values (new_name, new_slug, new_description, new_location, new_country, new_language)
  returning id into new_id;
  insert into team_members (team_id, user_id, role) values (new_id, current_viewer(), 'owner');
  return new_id;
end $$;
grant execute on function create_team(text, text, text, text, text, text) to daina_app;

-- Returns a team's members with the name and picture that each shows to the viewer.
create or replace function team_members_safe(team uuid)
returns table (
  user_id uuid, role text, created_at timestamptz, display_name text, avatar_url text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.user_id, m.role, m.created_at,
    case when shows_name(p, (select current_viewer()) is not null) then p.display_name end,
    case when shows_avatar(p, (select current_viewer()) is not null) then p.avatar_url end
  from team_members m left join profiles p
    on p.user_id = m.user_id and p.hidden_at is null and not is_away(m.user_id)
  where m.team_id = team and team not in (select hidden_team_ids())
  order by array_position(array['owner', 'admin', 'member'], m.role), m.created_at, m.id
$$;
grant execute on function team_members_safe(uuid) to daina_app, daina_build;
