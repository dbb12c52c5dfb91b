-- Liking what the charts know, and showing it on profiles.

-- Likes a song or an album for the viewer, under the name that the catalogue knows; the only way to.
-- Answers 'liked' (also when it was already), 'unknown' or 'full'.
create function like_item(kind text, item text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  me uuid := current_viewer();
  known record;
begin
  -- A member's own likes take turns, so that the limit holds.
  perform from users where id = me for no key update;
  if not found then return 'unknown'; end if;
  if exists (select from music_likes where user_id = me and item_type = kind and item_id = item) then
    return 'liked';
  end if;
  select c.name, left(array_to_string(c.artists, ', '), 300) as artist into known
  from (
    select name, artists from catalogue_songs where kind = 'song' and item_id = item
    union all
    select name, artists from catalogue_albums where kind = 'album' and item_id = item
  ) c;
  if not found then return 'unknown'; end if;
  if (select count(*) from music_likes where user_id = me) >= 2000 then return 'full'; end if;
  insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
  values (me, kind, item, known.name, known.artist);
  return 'liked';
end $$;
revoke execute on function like_item(text, text) from public;
grant execute on function like_item(text, text) to daina_app;
revoke insert on music_likes from daina_app;

-- As before, with the picture and the address of what is liked.
create or replace function get_public_profile_safe(target_user_id uuid)
returns table (
  user_id uuid, display_name text, avatar_url text, bio text, gender text, date_of_birth date,
  user_type text, created_at timestamptz, favorite_song jsonb, music_likes jsonb,
  is_self boolean, hidden text[]
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
    from profiles p where p.user_id = target_user_id
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
    coalesce(own, false),
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
