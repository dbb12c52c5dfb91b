-- A hidden profile has no name and no picture anywhere, as if its member hid them.

alter table profiles add column hidden_at timestamptz;
create index profiles_hidden on profiles (user_id) where hidden_at is not null;

-- Members write all of their own profile, but not that.
revoke insert, update on profiles from daina_app;
grant insert (user_id, display_name), update (display_name, avatar_url, bio, gender, date_of_birth,
  user_type, privacy_settings, music_likes_public, favorite_song_id, favorite_song_name,
  favorite_song_artist, favorite_song_image) on profiles to daina_app;

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
