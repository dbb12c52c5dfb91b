import type { Profile, ProfileBody } from "../../../src/features/account/profile/schema.ts"
import type { PublicProfile } from "../../../src/features/members/schema.ts"
import { type Db, query } from "../../client.ts"
import { writeSite } from "../content-version.ts"

const PROFILE_COLUMNS = query`p.user_id, p.display_name, p.avatar_url, p.bio, p.gender, p.date_of_birth, p.user_type,
  p.privacy_settings, p.music_likes_public, p.favorite_song_id, p.favorite_song_name,
  p.favorite_song_artist, p.favorite_song_image, p.hidden_at is not null as is_hidden, p.created_at,
  p.updated_at`

export const getOwnProfile = (db: Db) => db.one<Profile>`
  select ${PROFILE_COLUMNS} from profiles p where p.user_id = current_viewer()`

export async function saveProfile(db: Db, change: Omit<ProfileBody, "user_id">) {
  const changes = JSON.stringify(change)
  const { rows, hasChangedSite } = await writeSite(db, [
    query`
      insert into profiles (user_id, display_name) values (current_viewer(), ${change.display_name})
      on conflict do nothing`,
    // The lock prevents two concurrent changes from returning the same replaced picture.
    query<{ avatar_url: string | null }>`
      select avatar_url from profiles where user_id = current_viewer() for update`,
    query<Profile & { avatar_was_shown: boolean }>`
      update profiles p
      set display_name = n.display_name,
        avatar_url = case when changes ? 'avatar_url' then n.avatar_url else p.avatar_url end,
        bio = case when changes ? 'bio' then n.bio else p.bio end,
        gender = case when changes ? 'gender' then n.gender else p.gender end,
        date_of_birth = case when changes ? 'date_of_birth' then n.date_of_birth else p.date_of_birth end,
        user_type = coalesce(n.user_type, p.user_type),
        privacy_settings = p.privacy_settings || coalesce(n.privacy_settings, '{}'),
        music_likes_public = coalesce(n.music_likes_public, p.music_likes_public)
      from (select ${changes}::jsonb as changes) c, jsonb_to_record(changes) as n (display_name text,
        avatar_url text, bio text, gender text, date_of_birth date, user_type text,
        privacy_settings jsonb, music_likes_public boolean)
      where p.user_id = current_viewer()
      returning ${PROFILE_COLUMNS}, p.avatar_was_shown`,
  ])
  const [, [formerRow], [savedRow]] = rows
  if (!savedRow) return null
  const { avatar_was_shown: wasShown, ...profile } = savedRow
  const formerAvatar = formerRow?.avatar_url ?? null
  return {
    profile,
    formerAvatar: formerAvatar === profile.avatar_url ? null : formerAvatar,
    /** Whether the picture needs a new URL, because it is hidden now and other people may know the old one. */
    needsNewAvatarUrl: wasShown && profile.privacy_settings.show_avatar === false,
    hasChangedSite,
  }
}

/**
 * Replaces the URL of the viewer's picture if it still is `formerUrl`. Returns the current URL, which is neither
 * `formerUrl` nor `newUrl` if the member has chosen another picture in the meantime.
 */
export async function replaceOwnAvatarUrl(
  db: Db,
  formerUrl: string,
  newUrl: string,
): Promise<string | null> {
  const [, [current]] = await db.batch([
    query`
      update profiles set avatar_url = ${newUrl}
      where user_id = current_viewer() and avatar_url = ${formerUrl}`,
    query<{ avatar_url: string | null }>`
      select avatar_url from profiles where user_id = current_viewer()`,
  ])
  return current?.avatar_url ?? null
}

/** Replaces the URL of a hidden member's picture and returns the current URL. The viewer must be a super admin. */
export const replaceAvatarUrlAsAdmin = (db: Db, formerUrl: string, newUrl: string) =>
  db.value<string>`select move_hidden_avatar(${formerUrl}, ${newUrl})`

/** Returns a profile as the viewer may see it. If `isPreview`, returns the viewer's profile as other members see it. */
export const getVisibleProfile = (db: Db, id: string, isPreview = false) => db.one<PublicProfile>`
  select user_id, display_name, avatar_url, bio, gender, date_of_birth, user_type, created_at,
    favorite_song, music_likes, is_self, is_hidden, hidden, teams, events,
    (
      select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'slug', a.slug) order by g.position), '[]')
      from unnest(favorite_groups) with ordinality as g (name, position)
        left join artist_keys k on k.key = to_artist_key(g.name)
        left join artists a on a.id = k.artist_id
    ) as favorite_groups
  from get_visible_profile(${id}, ${isPreview})`

export async function listUnusedAvatars(db: Db, urls: string[]): Promise<string[]> {
  const rows = await db.many<{ url: string }>`
    select url from list_unused_avatars(${urls}) as url`
  return rows.map(({ url }) => url)
}
