grant select, insert (user_id, display_name), update (display_name, avatar_url, bio, gender,
    date_of_birth, user_type, privacy_settings, music_likes_public, favorite_song_id,
    favorite_song_name, favorite_song_artist, favorite_song_image)
  on profiles to daina_app;
create policy own_profile on profiles to daina_app
  using (user_id = (select current_viewer()));
create trigger touch before update on profiles for each row execute function touch_updated_at();

create or replace function is_blocked_or_leaving(member uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from users
    where id = member and (blocked_at is not null or deletion_due_at is not null)
  )
$$;

create or replace function is_under_age(birth date) returns boolean
language sql stable
as $$ select coalesce(birth > current_date - interval '18 years', false) $$;

-- Returns whether a member (`is_member`) or an anonymous visitor may see the profile of a person of this age. Visitors
-- see the profile of a minor only with the minor's consent.
create or replace function is_shown_to(p profiles, is_member boolean) returns boolean
language sql stable
as $$
  select is_member or not is_under_age(p.date_of_birth)
    or (p.privacy_settings ->> 'show_to_everyone')::boolean is true
$$;
create or replace function shows_name(p profiles, is_member boolean) returns boolean
language sql stable
as $$
  select (p.privacy_settings ->> 'show_display_name')::boolean is not false and is_shown_to(p, is_member)
$$;
create or replace function shows_avatar(p profiles, is_member boolean) returns boolean
language sql stable
as $$
  select (p.privacy_settings ->> 'show_avatar')::boolean is not false and is_shown_to(p, is_member)
$$;

-- Returns the name that members (`is_for_member`) or visitors may see. Returns null if the name or profile is hidden,
-- or if the member is blocked or their account deletion is scheduled.
create or replace function get_shown_name(member uuid, is_for_member boolean) returns text
language sql stable
as $$
  select p.display_name from profiles p
  where p.user_id = member and p.hidden_at is null and not is_blocked_or_leaving(member) and shows_name(p, is_for_member)
$$;

create or replace function get_name_for_viewer(member uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select get_shown_name(member, (select current_viewer()) is not null) $$;

-- Records whether other people may know the URL of the picture. If so, the server moves the file when the picture is
-- hidden.
create or replace function mark_shown_avatar() returns trigger
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
create trigger mark_shown_avatar before insert or update on profiles
  for each row execute function mark_shown_avatar();

-- Copies the name into users.listed_name, for sorts and searches in the admin area.
create or replace function copy_listed_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update users set listed_name = plain_text(new.display_name)
  where id = new.user_id and listed_name <> plain_text(new.display_name);
  return null;
end $$;
create trigger copy_listed_name after insert or update of display_name on profiles
  for each row execute function copy_listed_name();

create or replace function get_name_and_avatar_on_site(p profiles) returns text[]
language sql stable
as $$
  select array[
    case when p.hidden_at is null and shows_name(p, is_member => false) then p.display_name end,
    case when p.hidden_at is null and shows_avatar(p, is_member => false) then p.avatar_url end
  ]
$$;

-- Returns whether built pages name the member as an author or as a member of a team.
create or replace function is_on_site(member uuid) returns boolean
language sql stable
as $$
  select exists (select from news where author_id = member and is_published)
    or exists (select from team_posts where user_id = member and is_published)
    or exists (select from team_members where user_id = member)
$$;

-- Raises the content version. The change is urgent if a name or picture that was public disappears or changes.
create or replace function raise_version_for_author() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  before text[] := get_name_and_avatar_on_site(old);
  after text[] := get_name_and_avatar_on_site(new);
begin
  if (old.display_name, old.avatar_url, shows_name(old, is_member => false), shows_avatar(old, is_member => false), old.hidden_at)
    is distinct from (new.display_name, new.avatar_url, shows_name(new, is_member => false), shows_avatar(new, is_member => false),
      new.hidden_at)
    and is_on_site(new.user_id)
  then
    perform raise_version(
      (before[1] is not null and before[1] is distinct from after[1])
      or (before[2] is not null and before[2] is distinct from after[2])
    );
  end if;
  return null;
end $$;
create trigger author_renamed
  after insert or update of display_name, avatar_url, date_of_birth, privacy_settings, hidden_at
  on profiles for each row execute function raise_version_for_author();

-- Raises the content version. The change is urgent if the member is now blocked or their account deletion is now
-- scheduled, because their name must disappear at once.
create or replace function raise_version_for_absent_member() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if is_on_site(new.id) then
    perform raise_version(new.blocked_at is not null or new.deletion_due_at is not null);
  end if;
  return null;
end $$;
create trigger author_away after update of blocked_at, deletion_due_at on users
  for each row when (
    (old.blocked_at is null and old.deletion_due_at is null)
      <> (new.blocked_at is null and new.deletion_due_at is null)
  )
  execute function raise_version_for_absent_member();

-- Returns only the fields that the viewer may see. With `is_preview`, the viewer sees their own profile as other
-- members do. `hidden` lists the fields of the viewer's own profile that other people cannot see.
create or replace function get_visible_profile(target_user_id uuid, is_preview boolean default false)
returns table (
  user_id uuid, display_name text, avatar_url text, bio text, gender text, date_of_birth date,
  user_type text, created_at timestamptz, favorite_song jsonb,
  favorite_groups text[], music_likes jsonb, is_self boolean, is_hidden boolean, hidden text[], teams jsonb, events jsonb
)
language sql stable security definer set search_path = public, pg_temp
as $$
  with shown as (
    select p.*,
      shows_name(p, (select current_viewer()) is not null) as shows_name,
      shows_avatar(p, (select current_viewer()) is not null) as shows_avatar,
      (privacy_settings ->> 'show_bio')::boolean is true as shows_bio,
      (privacy_settings ->> 'show_gender')::boolean is true as shows_gender,
      (privacy_settings ->> 'show_date_of_birth')::boolean is true
        and not is_under_age(p.date_of_birth) as shows_birth,
      p.user_id = (select current_viewer()) and not is_preview as is_own,
      current_viewer() is not null as is_for_member
    from profiles p
    where p.user_id = target_user_id
      and (
        p.hidden_at is null and not is_blocked_or_leaving(p.user_id)
          or p.user_id = (select current_viewer()) or is_super_admin()
      )
  ), shown_teams as (
    select t.id, t.name, t.slug, t.country, m.role
    from shown s
    join team_members m on m.user_id = s.user_id and (coalesce(s.is_own, false) or s.shows_name)
    join teams t on t.id = m.team_id
    where t.id not in (select list_hidden_team_ids()) and (t.reviewed_at is not null or s.is_own)
  )
  select s.user_id,
    case when coalesce(is_own, false) or shows_name then s.display_name end,
    case when coalesce(is_own, false) or shows_avatar then s.avatar_url end,
    case when coalesce(is_own, false) or shows_bio then s.bio end,
    case when coalesce(is_own, false) or shows_gender then s.gender end,
    case when coalesce(is_own, false) or shows_birth then s.date_of_birth end,
    case when is_for_member then s.user_type end,
    case when is_for_member then s.created_at end,
    case when is_for_member and s.favorite_song_id is not null then jsonb_build_object(
      'id', s.favorite_song_id, 'name', s.favorite_song_name,
      'artist', s.favorite_song_artist, 'image', s.favorite_song_image,
      'external_url', (
        select c.external_url from catalogue_items c
        where c.item_type = 'song' and c.item_id = s.favorite_song_id
      )
    ) end,
    case when is_for_member then (select favorite_groups from users u where u.id = s.user_id) else '{}' end,
    case when coalesce(is_own, false) or s.music_likes_public then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', l.item_id, 'item_type', l.item_type, 'item_name', l.item_name,
        'item_artist', l.item_artist, 'image_url', c.image_url, 'external_url', c.external_url
      ) order by l.created_at desc, l.item_id), '[]')
      from (
        -- The number is limited, because a member may have 2,000 likes.
        select item_id, item_type, item_name, item_artist, created_at,
          row_number() over (partition by item_type order by created_at desc, item_id) as list_position
        from music_likes where user_id = s.user_id
      ) l
      left join catalogue_items c on c.item_type = l.item_type and c.item_id = l.item_id
      where l.list_position <= 200
    ) end,
    coalesce(is_own, false), s.hidden_at is not null,
    case when is_own then array_remove(array[
      case when not shows_name then 'display_name' end,
      case when not shows_avatar and s.avatar_url is not null then 'avatar_url' end,
      case when not shows_bio and s.bio is not null then 'bio' end,
      case when not shows_gender and s.gender is not null then 'gender' end,
      case when not shows_birth and s.date_of_birth is not null then 'date_of_birth' end,
      case when not s.music_likes_public then 'music_likes' end
    ], null) else '{}' end,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', t.name, 'slug', t.slug, 'country', t.country, 'role', t.role
      ) order by array_position(array['owner', 'admin', 'member'], t.role), t.name, t.id), '[]')
      from shown_teams t
    ),
    (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.start_date, e.id), '[]')
      from (
        select e.id, e.slug, e.title, e.language, e.translations, e.start_date, e.time_zone, e.location,
          e.country, t.name as team_name
        from events e join shown_teams t on t.id = e.team_id
        where e.event_type = 'public' and e.hidden_at is null and e.end_date >= now() and not e.is_cancelled
        order by e.start_date, e.id limit 3
      ) e
    )
  from shown s
$$;

-- Returns the given URLs that no profile uses.
create or replace function list_unused_avatars(urls text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  select url from unnest(urls) as url
  where not exists (
    select from profiles
    where user_id = substring(url from '^/uploads/avatars/([0-9a-f-]{36})/')::uuid
      and avatar_url = url
  )
$$;

grant execute on function get_name_for_viewer to daina_app, daina_build;
grant execute on function get_visible_profile to daina_app;
grant execute on function list_unused_avatars to daina_auth;
