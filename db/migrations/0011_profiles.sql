-- What members tell about themselves, and who may see it.

alter table profiles
  add column avatar_url text,
  -- Whether others were shown this address: then hiding the picture moves it.
  add column avatar_was_shown boolean not null default false,
  add column bio text check (length(bio) between 1 and 500),
  add column gender text
    check (gender in ('male', 'female', 'non-binary', 'prefer-not-to-say', 'other')),
  add column date_of_birth date check (date_of_birth >= '1900-01-01'),
  add column music_likes_public boolean not null default false,
  add column favorite_song_id text check (length(favorite_song_id) <= 100),
  add column favorite_song_name text check (length(favorite_song_name) <= 300),
  add column favorite_song_artist text check (length(favorite_song_artist) <= 300),
  add column favorite_song_image text check (length(favorite_song_image) <= 1000),
  -- Only the member's own file: another's may be hidden, and an address elsewhere sees who looks.
  add check (
    avatar_url ~ ('^/uploads/avatars/' || user_id || '/avatar-[0-9]+-[0-9a-f]{32}[.]webp$')
  ),
  -- Marks that turn text around, and letters of no width: a name must not look like another's.
  add check (display_name !~ '[\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]'),
  add check (jsonb_typeof(privacy_settings) = 'object'),
  add check ((favorite_song_id is null) = (favorite_song_name is null));

-- A hidden picture whose address is known is moved; this remembers which is, until it has been.
create function note_shown_avatar() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' or new.avatar_url is distinct from old.avatar_url then
    new.avatar_was_shown := false;
  end if;
  if new.avatar_url is not null
    and (new.privacy_settings ->> 'show_avatar')::boolean is not false
  then
    new.avatar_was_shown := true;
  end if;
  return new;
end $$;
create trigger note_shown_avatar before insert or update on profiles
  for each row execute function note_shown_avatar();

create table music_likes (
  user_id uuid not null references users on delete cascade,
  item_type text not null check (item_type in ('song', 'album')),
  item_id text not null check (length(item_id) between 1 and 100),
  item_name text not null check (length(item_name) between 1 and 300),
  item_artist text not null check (length(item_artist) <= 300),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (user_id, item_type, item_id)
);
alter table music_likes enable row level security;
create policy own_likes on music_likes to daina_app
  using (user_id = (select current_viewer())) with check (user_id = (select current_viewer()));
grant select, insert, delete on music_likes to daina_app;

-- What the viewer may see of a member, and nothing else: profile rows are their owner's alone. To the
-- member themself everything, with the names of what others do not see.
create function get_public_profile_safe(target_user_id uuid)
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
      'artist', s.favorite_song_artist, 'image', s.favorite_song_image
    ) end,
    case when coalesce(own, false) or s.music_likes_public then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', l.item_id, 'item_type', l.item_type, 'item_name', l.item_name,
        'item_artist', l.item_artist
      ) order by l.created_at desc, l.item_id), '[]')
      from (
        -- The latest are enough for a page; somebody may like everything there is.
        select item_id, item_type, item_name, item_artist, created_at,
          row_number() over (partition by item_type order by created_at desc, item_id) as place
        from music_likes where user_id = s.user_id
      ) l where l.place <= 200
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
revoke execute on function get_public_profile_safe(uuid) from public;
grant execute on function get_public_profile_safe(uuid) to daina_app;

-- Articles carry their author's name, so the built site depends on it.
create function raise_version_for_author() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if (old.display_name, old.privacy_settings -> 'show_display_name')
      is distinct from (new.display_name, new.privacy_settings -> 'show_display_name')
    and exists (select from news where author_id = new.user_id and is_published)
  then
    update content_state set version = version + 1, changed_at = now();
  end if;
  return null;
end $$;
revoke execute on function raise_version_for_author() from public;
create trigger author_renamed after insert or update of display_name, privacy_settings on profiles
  for each row execute function raise_version_for_author();

-- For the sweep of uploads: which of these files no profile shows.
create function unused_avatars(urls text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  select url from unnest(urls) as url
  where not exists (
    select from profiles
    where user_id = substring(url from '^/uploads/avatars/([0-9a-f-]{36})/')::uuid
      and avatar_url = url
  )
$$;
revoke execute on function unused_avatars(text[]) from public;
grant execute on function unused_avatars(text[]) to daina_app;
