/** Profiles: one's own, and what others may see of one. */
import { type Db, query } from "../client.ts"
import { siteVersion } from "./content-version.ts"
import type { Role } from "./sessions.ts"

export interface PrivacySettings {
  show_display_name: boolean
  show_avatar: boolean
  show_bio: boolean
  show_gender: boolean
  show_date_of_birth: boolean
}

/** What a profile says until its owner changes it. */
const DEFAULT_PRIVACY = JSON.stringify({
  show_display_name: true,
  show_avatar: true,
  show_bio: false,
  show_gender: false,
  show_date_of_birth: false,
} satisfies PrivacySettings)

export interface Profile {
  user_id: string
  display_name: string
  avatar_url: string | null
  bio: string | null
  gender: string | null
  /** `YYYY-MM-DD` */
  date_of_birth: string | null
  user_type: "regular_user" | "dance_group"
  privacy_settings: PrivacySettings
  music_likes_public: boolean
  favorite_song_id: string | null
  favorite_song_name: string | null
  favorite_song_artist: string | null
  favorite_song_image: string | null
  created_at: string
  updated_at: string
}

/** The viewer's profile, null before they first save one. */
export const ownProfile = (db: Db) => db.one<Profile>`
  select user_id, display_name, avatar_url, bio, gender, date_of_birth, user_type, privacy_settings,
    music_likes_public, favorite_song_id, favorite_song_name, favorite_song_artist,
    favorite_song_image, created_at, updated_at
  from profiles where user_id = current_viewer()`

/** The columns that the profile's form sets. */
export interface ProfileChange {
  display_name: string
  avatar_url?: string | null | undefined
  bio?: string | null | undefined
  gender?: string | null | undefined
  date_of_birth?: string | null | undefined
  user_type?: string | undefined
  privacy_settings?: PrivacySettings | undefined
  music_likes_public?: boolean | undefined
}

export interface SavedProfile {
  profile: Profile
  /** The picture that this change took away, if any. */
  formerAvatar: string | null
  /** Whether this change hid the picture, whose address others know. */
  hidAvatar: boolean
  /** Whether prebuilt pages show something else now. */
  changedSite: boolean
}

/** Saves the viewer's profile, the first time as a new one. What a change leaves out stays as it is. */
export async function saveProfile(db: Db, change: ProfileChange): Promise<SavedProfile | null> {
  const given = JSON.stringify(change)
  const [[before], [former], [profile], [after]] = await db.batch([
    siteVersion(),
    // Locked, so that of two changes at once each takes away another picture.
    query<{ avatar_url: string | null; is_shown: boolean }>`
      select avatar_url, (privacy_settings ->> 'show_avatar')::boolean is not false as is_shown
      from profiles where user_id = current_viewer() for update`,
    query<Profile>`
      insert into profiles as p (user_id, display_name, avatar_url, bio, gender, date_of_birth,
        user_type, privacy_settings, music_likes_public)
      select current_viewer(), n.display_name, n.avatar_url, n.bio, n.gender, n.date_of_birth,
        coalesce(n.user_type, 'regular_user'),
        coalesce(n.privacy_settings, ${DEFAULT_PRIVACY}::jsonb),
        coalesce(n.music_likes_public, false)
      from jsonb_to_record(${given}::jsonb) as n (display_name text, avatar_url text, bio text,
        gender text, date_of_birth date, user_type text, privacy_settings jsonb,
        music_likes_public boolean)
      on conflict (user_id) do update set
        display_name = excluded.display_name,
        avatar_url = case when ${given}::jsonb ? 'avatar_url' then excluded.avatar_url else p.avatar_url end,
        bio = case when ${given}::jsonb ? 'bio' then excluded.bio else p.bio end,
        gender = case when ${given}::jsonb ? 'gender' then excluded.gender else p.gender end,
        date_of_birth = case when ${given}::jsonb ? 'date_of_birth'
          then excluded.date_of_birth else p.date_of_birth end,
        user_type = case when ${given}::jsonb ? 'user_type' then excluded.user_type else p.user_type end,
        privacy_settings = case when ${given}::jsonb ? 'privacy_settings'
          then excluded.privacy_settings else p.privacy_settings end,
        music_likes_public = case when ${given}::jsonb ? 'music_likes_public'
          then excluded.music_likes_public else p.music_likes_public end
      returning user_id, display_name, avatar_url, bio, gender, date_of_birth, user_type,
        privacy_settings, music_likes_public, favorite_song_id, favorite_song_name,
        favorite_song_artist, favorite_song_image, created_at, updated_at`,
    siteVersion(),
  ])
  if (!profile) return null
  const avatar = former?.avatar_url ?? null
  return {
    profile,
    formerAvatar: avatar === profile.avatar_url ? null : avatar,
    hidAvatar: former?.is_shown === true && profile.privacy_settings.show_avatar === false,
    changedSite: before?.version !== after?.version,
  }
}

/** Gives the viewer's profile another picture; `known` is false while there is no profile. */
export async function setAvatar(
  db: Db,
  url: string,
): Promise<{ known: boolean; formerAvatar: string | null }> {
  const [[former]] = await db.batch([
    query<{ avatar_url: string | null }>`
      select avatar_url from profiles where user_id = current_viewer() for update`,
    query`update profiles set avatar_url = ${url} where user_id = current_viewer()`,
  ])
  return { known: former !== undefined, formerAvatar: former?.avatar_url ?? null }
}

/**
 * Gives the viewer's picture another address, if it still has the one that is known; the answer is the
 * address that it has now.
 */
export async function moveAvatar(db: Db, known: string, url: string): Promise<string | null> {
  const [, [now]] = await db.batch([
    query`
      update profiles set avatar_url = ${url}
      where user_id = current_viewer() and avatar_url = ${known}`,
    query<{ avatar_url: string | null }>`
      select avatar_url from profiles where user_id = current_viewer()`,
  ])
  return now?.avatar_url ?? null
}

export interface PublicProfile {
  user_id: string
  display_name: string | null
  avatar_url: string | null
  bio: string | null
  gender: string | null
  date_of_birth: string | null
  user_type: string | null
  created_at: string | null
  favorite_song: { id: string; name: string; artist: string | null; image: string | null } | null
  /** Null when they are not public. */
  music_likes:
    | {
        item_id: string
        item_type: "song" | "album"
        item_name: string
        item_artist: string
        created_at: string
      }[]
    | null
  is_self: boolean
  /** What others do not see; only told to the member themself. */
  hidden: string[]
}

/** What the viewer may see of a member, null when there is no profile. */
export const publicProfile = (db: Db, id: string) => db.one<PublicProfile>`
  select user_id, display_name, avatar_url, bio, gender, date_of_birth, user_type, created_at,
    favorite_song, music_likes, is_self, hidden
  from get_public_profile_safe(${id})`

/** Those of these pictures that no profile shows. */
export async function unusedAvatars(db: Db, urls: string[]): Promise<string[]> {
  const rows = await db.many<{ url: string }>`
    select url from unused_avatars(${urls}) as url`
  return rows.map(({ url }) => url)
}

/** The viewer's row in the table of roles, null for an ordinary member. */
export const ownRoleRow = (db: Db) => db.one<{ user_id: string; role: Exclude<Role, "user"> }>`
  select user_id, role from user_roles where user_id = current_viewer() order by role limit 1`
