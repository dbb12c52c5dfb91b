-- Who is in a team, and what they may do there.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Text as people search for it: small letters, no marks on them. Immutable, since the rules' file comes
-- with Postgres; named in full, so that no search path decides.
create function plain_text(text) returns text
language sql immutable parallel safe strict set search_path = public, pg_temp
as $$ select lower(unaccent('unaccent'::regdictionary, $1)) $$;

-- What people search for, as a pattern: nothing in it is a wildcard.
create function like_pattern(text) returns text
language sql immutable parallel safe strict set search_path = public, pg_temp
as $$
  select '%' || replace(replace(replace(plain_text($1), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

alter table teams
  add column members_may_post_events boolean not null default true,
  add column search_text text not null
    generated always as (plain_text(name || ' ' || coalesce(location, ''))) stored;
-- Teams change seldom; a list of pending entries would keep the planner from the index.
create index teams_by_search_text on teams using gin (search_text gin_trgm_ops)
  with (fastupdate = off);
create index teams_by_creation on teams (created_at desc, id desc);

create index team_members_of_team on team_members (team_id, created_at, id);

-- Questions about membership that policies ask: a policy on team_members that read team_members would
-- ask itself.
create function team_role(team uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select role from team_members where team_id = team and user_id = current_viewer() $$;
revoke execute on function team_role(uuid) from public;
grant execute on function team_role(uuid) to daina_app;

-- For lists: one look for all rows, where team_role() would be one for each.
create function own_team_ids(least_role text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select team_id from team_members
  where user_id = current_viewer() and case least_role
    when 'owner' then role = 'owner'
    when 'admin' then role in ('owner', 'admin')
    else true
  end
$$;
revoke execute on function own_team_ids(text) from public;
grant execute on function own_team_ids(text) to daina_app;

create policy owner_edits on teams for update to daina_app
  using (id in (select own_team_ids('owner'))) with check (id in (select own_team_ids('owner')));
grant update (name, slug, description, location, country, website_url, instagram_url, youtube_url,
  cover_image_url, members_may_post_events) on teams to daina_app;

-- A team begins with its owner, in one statement: a policy could not see the member it needs.
create function create_team(new_name text, new_slug text, new_description text, new_location text,
  new_country text) returns uuid
language plpgsql security definer set search_path = public, pg_temp
as $$
declare new_id uuid;
begin
  if current_viewer() is null then raise exception 'nobody creates no team' using errcode = '42501'; end if;
  insert into teams (name, slug, description, location, country)
  values (new_name, new_slug, new_description, new_location, new_country) returning id into new_id;
  insert into team_members (team_id, user_id, role) values (new_id, current_viewer(), 'owner');
  return new_id;
end $$;
revoke execute on function create_team(text, text, text, text, text) from public;
grant execute on function create_team(text, text, text, text, text) to daina_app;

-- Members as everybody may see them: the name and picture that each shows.
create function team_members_safe(team uuid)
returns table (
  user_id uuid, role text, created_at timestamptz, display_name text, avatar_url text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.user_id, m.role, m.created_at,
    case when (p.privacy_settings ->> 'show_display_name')::boolean is not false then p.display_name end,
    case when (p.privacy_settings ->> 'show_avatar')::boolean is not false then p.avatar_url end
  from team_members m left join profiles p on p.user_id = m.user_id
  where m.team_id = team
  order by array_position(array['owner', 'admin', 'member'], m.role), m.created_at, m.id
$$;
revoke execute on function team_members_safe(uuid) from public;
grant execute on function team_members_safe(uuid) to daina_app;

create table team_join_requests (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  user_id uuid not null references users on delete cascade,
  message text check (length(message) between 1 and 500),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null))
);
-- One that waits or was declined stands in the way of another; one that was approved does not.
create unique index one_open_request on team_join_requests (team_id, user_id) where status <> 'approved';
create index join_requests_of_team on team_join_requests (team_id, created_at desc, id);
create index join_requests_of_user on team_join_requests (user_id);
alter table team_join_requests enable row level security;
create policy own_requests on team_join_requests for select to daina_app
  using (user_id = (select current_viewer()));
create policy owners_see on team_join_requests for select to daina_app
  using (team_id in (select own_team_ids('owner')));
grant select on team_join_requests to daina_app;

-- Covers of teams, and pictures in texts, are shown, too.
create or replace function unused_covers(urls text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  select url from unnest(urls) as url
  where not exists (select from news where cover_image_url = url or strpos(content, url) > 0)
    and not exists (select from teams where cover_image_url = url)
    and not exists (select from team_posts where strpos(content, url) > 0)
    and not exists (select from events where image_url = url)
$$;

-- Blogs carry their authors' names as articles do.
create or replace function raise_version_for_author() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if (old.display_name, old.privacy_settings -> 'show_display_name')
      is distinct from (new.display_name, new.privacy_settings -> 'show_display_name')
    and (
      exists (select from news where author_id = new.user_id and is_published)
      or exists (select from team_posts where user_id = new.user_id and is_published)
    )
  then
    update content_state set version = version + 1, changed_at = now();
  end if;
  return null;
end $$;

-- For each row: a statement that changes none must not count.
drop trigger raise_version on teams;
create trigger raise_version after insert or update or delete on teams
  for each row execute function raise_content_version();
