-- What who runs the site hides from everybody else: a team with all that is its own, a post, a profile.

alter table teams add column hidden_at timestamptz;
create index teams_hidden on teams (created_at desc, id desc) where hidden_at is not null;
alter table team_posts
  add column hidden_at timestamptz,
  -- Like a draft: its author and who manages the team see it, and may change or delete it.
  add check (hidden_at is null or not is_published);
create index team_posts_hidden on team_posts (created_at desc, id desc) where hidden_at is not null;
alter table profiles add column hidden_at timestamptz;
create index profiles_hidden on profiles (user_id) where hidden_at is not null;

-- Members write all of their own profile, but not that.
revoke insert, update on profiles from daina_app;
grant insert (user_id, display_name), update (display_name, avatar_url, bio, gender, date_of_birth,
  user_type, privacy_settings, music_likes_public, favorite_song_id, favorite_song_name,
  favorite_song_artist, favorite_song_image) on profiles to daina_app;

-- Teams that this viewer is not shown. Who is in one goes on in it.
create function hidden_team_ids() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.id from teams t
  where t.hidden_at is not null and not is_super_admin()
    and not exists (
      select from team_members m where m.team_id = t.id and m.user_id = current_viewer()
    )
$$;
revoke execute on function hidden_team_ids() from public;
grant execute on function hidden_team_ids() to daina_app;

drop policy everybody_reads on teams;
create policy readers on teams for select to daina_app using (id not in (select hidden_team_ids()));

drop policy readers on team_posts;
create policy readers on team_posts for select to daina_app using (
  (is_published and team_id not in (select hidden_team_ids()))
    or user_id = (select current_viewer())
    or team_id in (select own_team_ids('admin')) or (select is_super_admin())
);

drop policy readers on events;
create policy readers on events for select to daina_app using (
  -- Not true of events of no team, whatever is hidden.
  (event_type = 'public' and (team_id in (select hidden_team_ids())) is not true)
    or team_id in (select own_team_ids('member')) or (select is_super_admin())
);

-- One page of the teams that the viewer sees, the newest first. Now that a policy looks at each row, the
-- search has to be done here: it is not leakproof, and its index would lie idle.
create function team_page(
  search text, in_country text, after_time timestamptz, after_id uuid, most integer
)
returns table (id uuid)
language plpgsql stable security definer rows 50 set search_path = public, pg_temp
as $$
declare conditions text[] := array['t.id not in (select hidden_team_ids())'];
begin
  if search <> '' then conditions := conditions || 't.search_text like $1'::text; end if;
  if in_country is not null then conditions := conditions || 't.country = $2'::text; end if;
  if after_time is not null then
    conditions := conditions || '(t.created_at, t.id) < ($3, $4)'::text;
  end if;
  return query execute format(
    'select t.id from teams t where %s order by t.created_at desc, t.id desc limit $5',
    array_to_string(conditions, ' and ')
  ) using like_pattern(search), in_country, after_time, after_id, most;
end $$;
revoke execute on function team_page(text, text, timestamptz, uuid, integer) from public;
grant execute on function team_page(text, text, timestamptz, uuid, integer) to daina_app;

-- An owner edits their team, but does not show it again.
grant update (hidden_at) on teams to daina_app;
create function guard_hidden_team() returns trigger
language plpgsql
as $$
begin
  if new.hidden_at is distinct from old.hidden_at and current_viewer() is not null
    and not is_super_admin()
  then
    raise exception 'only super admins hide teams' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_hidden before update of hidden_at on teams
  for each row execute function guard_hidden_team();

-- Publishing a hidden post shows it again, where a super admin does.
grant update (hidden_at) on team_posts to daina_app;
create function guard_hidden_post() returns trigger
language plpgsql
as $$
declare is_bound constant boolean := current_viewer() is not null and not is_super_admin();
begin
  if new.is_published and old.hidden_at is not null then
    if is_bound then raise exception 'hidden by who runs the site' using errcode = 'DA423'; end if;
    new.hidden_at := null;
  elsif new.hidden_at is distinct from old.hidden_at and is_bound then
    raise exception 'only super admins hide posts' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_hidden before update of is_published, hidden_at on team_posts
  for each row execute function guard_hidden_post();

drop function get_safe_team_posts();
create function get_safe_team_posts()
returns table (
  id uuid, team_id uuid, user_id uuid, title text, content text, content_html text, video_url text,
  video_type text, is_published boolean, is_hidden boolean, created_at timestamptz,
  updated_at timestamptz, team_name text, team_slug text, team_location text, team_country text,
  author_name text
)
language sql stable
as $$
  select p.id, p.team_id, p.user_id, p.title, p.content, p.content_html, p.video_url,
    p.video_type, p.is_published, p.hidden_at is not null, p.created_at, p.updated_at,
    t.name, t.slug, t.location, t.country::text, public_display_name(p.user_id)
  from team_posts p
  join teams t on t.id = p.team_id
$$;

-- Nobody joins a hidden team.
create or replace function ask_to_join(team uuid, words text) returns table (outcome text, request_id uuid)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  me uuid := current_viewer();
  my_name text;
  new_id uuid;
begin
  if me is null then raise exception 'nobody joins no team' using errcode = '42501'; end if;
  perform from teams where id = team and hidden_at is null for update;
  if not found then return query select 'not_found', null::uuid; return; end if;
  if exists (select from team_members where team_id = team and user_id = me) then
    return query select 'already_member', null::uuid; return;
  end if;
  select display_name into my_name from profiles where user_id = me;
  if my_name is null then return query select 'profile_incomplete', null::uuid; return; end if;
  insert into team_join_requests (team_id, user_id, message) values (team, me, words)
  on conflict do nothing returning id into new_id;
  if new_id is null then
    return query
      select case status when 'rejected' then 'declined' else 'already_requested' end, id
      from team_join_requests where team_id = team and user_id = me and status <> 'approved';
    return;
  end if;
  insert into mails (user_id, kind, language, request_id)
  select u.id, 'join_request', u.language, new_id
  from team_members m join users u on u.id = m.user_id
  where m.team_id = team and m.role = 'owner' and u.mail_join_requests
    and is_join_mail_welcome(u.email, u.email_verified_at);
  return query select 'asked', new_id;
end $$;

-- A hidden profile has no name and no picture anywhere, as if its member hid them.

create or replace function public_display_name(member uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select display_name from profiles
  where user_id = member and hidden_at is null
    and (privacy_settings ->> 'show_display_name')::boolean is not false
$$;

create or replace function team_members_safe(team uuid)
returns table (
  user_id uuid, role text, created_at timestamptz, display_name text, avatar_url text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.user_id, m.role, m.created_at,
    case when (p.privacy_settings ->> 'show_display_name')::boolean is not false then p.display_name end,
    case when (p.privacy_settings ->> 'show_avatar')::boolean is not false then p.avatar_url end
  from team_members m left join profiles p on p.user_id = m.user_id and p.hidden_at is null
  where m.team_id = team and team not in (select hidden_team_ids())
  order by array_position(array['owner', 'admin', 'member'], m.role), m.created_at, m.id
$$;

create or replace function join_requests_of(team uuid)
returns table (
  id uuid, user_id uuid, message text, status text, created_at timestamptz, decided_at timestamptz,
  display_name text, avatar_url text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select r.id, r.user_id, r.message, r.status, r.created_at, r.decided_at, p.display_name,
    case when (p.privacy_settings ->> 'show_avatar')::boolean is not false then p.avatar_url end
  from team_join_requests r left join profiles p on p.user_id = r.user_id and p.hidden_at is null
  where r.team_id = team and team in (select own_team_ids('owner'))
  order by r.status = 'pending' desc, r.created_at desc, r.id
  limit 200
$$;

create or replace function raise_version_for_author() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if (old.display_name, old.privacy_settings -> 'show_display_name', old.hidden_at)
      is distinct from (new.display_name, new.privacy_settings -> 'show_display_name', new.hidden_at)
    and (
      exists (select from news where author_id = new.user_id and is_published)
      or exists (select from team_posts where user_id = new.user_id and is_published)
    )
  then
    update content_state set version = version + 1, changed_at = now();
  end if;
  return null;
end $$;
drop trigger author_renamed on profiles;
create trigger author_renamed after insert or update of display_name, privacy_settings, hidden_at
  on profiles for each row execute function raise_version_for_author();

-- As before; of a hidden profile there is nothing, but to its member and to who runs the site.
drop function get_public_profile_safe(uuid);
create function get_public_profile_safe(target_user_id uuid)
returns table (
  user_id uuid, display_name text, avatar_url text, bio text, gender text, date_of_birth date,
  user_type text, created_at timestamptz, favorite_song jsonb, music_likes jsonb,
  is_self boolean, is_hidden boolean, hidden text[]
)
language sql stable security definer set search_path = public, pg_temp
as $$
  with shown as (
    select p.*,
      (privacy_settings ->> 'show_display_name')::boolean is not false as shows_name,
      (privacy_settings ->> 'show_avatar')::boolean is not false as shows_avatar,
      (privacy_settings ->> 'show_bio')::boolean is true as shows_bio,
      (privacy_settings ->> 'show_gender')::boolean is true as shows_gender,
      -- Never of somebody under 18, whatever the switch says.
      (privacy_settings ->> 'show_date_of_birth')::boolean is true
        and p.date_of_birth <= current_date - interval '18 years' as shows_birth,
      p.user_id = current_viewer() as own,
      current_viewer() is not null as to_member
    from profiles p
    where p.user_id = target_user_id
      and (p.hidden_at is null or p.user_id = current_viewer() or is_super_admin())
  )
  select s.user_id,
    case when coalesce(own, false) or shows_name then s.display_name end,
    case when coalesce(own, false) or shows_avatar then s.avatar_url end,
    case when coalesce(own, false) or shows_bio then s.bio end,
    case when coalesce(own, false) or shows_gender then s.gender end,
    case when coalesce(own, false) or shows_birth then s.date_of_birth end,
    case when to_member then s.user_type end,
    case when to_member then s.created_at end,
    case when to_member and s.favorite_song_id is not null then jsonb_build_object(
      'id', s.favorite_song_id, 'name', s.favorite_song_name,
      'artist', s.favorite_song_artist, 'image', s.favorite_song_image,
      'external_url', (
        select external_url from catalogue_songs c where c.item_id = s.favorite_song_id
      )
    ) end,
    case when coalesce(own, false) or s.music_likes_public then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', l.item_id, 'item_type', l.item_type, 'item_name', l.item_name,
        'item_artist', l.item_artist, 'image_url', coalesce(song.image_url, album.image_url),
        'external_url', coalesce(song.external_url, album.external_url)
      ) order by l.created_at desc, l.item_id), '[]')
      from (
        -- The latest are enough for a page; somebody may like everything there is.
        select item_id, item_type, item_name, item_artist, created_at,
          row_number() over (partition by item_type order by created_at desc, item_id) as place
        from music_likes where user_id = s.user_id
      ) l
      left join catalogue_songs song on l.item_type = 'song' and song.item_id = l.item_id
      left join catalogue_albums album on l.item_type = 'album' and album.item_id = l.item_id
      where l.place <= 200
    ) end,
    coalesce(own, false), s.hidden_at is not null,
    case when own then array_remove(array[
      case when not shows_name then 'display_name' end,
      case when not shows_avatar and s.avatar_url is not null then 'avatar_url' end,
      case when not shows_bio and s.bio is not null then 'bio' end,
      case when not shows_gender and s.gender is not null then 'gender' end,
      case when not shows_birth and s.date_of_birth is not null then 'date_of_birth' end,
      case when not s.music_likes_public then 'music_likes' end
    ], null) else '{}' end
  from shown s
$$;
revoke execute on function get_public_profile_safe(uuid) from public;
grant execute on function get_public_profile_safe(uuid) to daina_app;

-- Hides a profile, or shows it again. `exposed_avatar` is its picture, where others were shown the address:
-- hiding moves it. A super admin has to lose that role first: nobody hides who runs the site.
create function set_profile_hidden(target_user_id uuid, hides boolean)
returns table (outcome text, exposed_avatar text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare exposed text;
begin
  perform begin_act_on_member();
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
revoke execute on function set_profile_hidden(uuid, boolean) from public;
grant execute on function set_profile_hidden(uuid, boolean) to daina_app;

-- Gives a hidden profile's picture another address, if it still has the one that is known; the answer is
-- the address that it has now.
create function move_hidden_avatar(known text, url text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  member uuid := substring(known from '^/uploads/avatars/([0-9a-f-]{36})/')::uuid;
  present text;
begin
  perform require_super_admin();
  update profiles set avatar_url = url
  where user_id = member and avatar_url = known and hidden_at is not null;
  select avatar_url into present from profiles where user_id = member;
  return present;
end $$;
revoke execute on function move_hidden_avatar(text, text) from public;
grant execute on function move_hidden_avatar(text, text) to daina_app;

-- As before, with whether the profile is hidden.
drop function admin_users(text, text, text, text, uuid, integer);
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
