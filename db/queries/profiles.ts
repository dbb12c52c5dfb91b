/** Profiles: one's own, and what others may see of one. */
import { type Db, query } from "../client.ts"
import { siteVersion } from "./content-version.ts"

export interface PrivacySettings {
  show_display_name: boolean
  show_avatar: boolean
  show_bio: boolean
  show_gender: boolean
  show_date_of_birth: boolean
}

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

export interface OwnProfile extends Profile {
  /** Whether who runs the site hides it from everybody else. */
  is_hidden: boolean
}

/** The viewer's profile, null before they first save one. */
export const ownProfile = (db: Db) => db.one<OwnProfile>`
  select user_id, display_name, avatar_url, bio, gender, date_of_birth, user_type, privacy_settings,
    music_likes_public, favorite_song_id, favorite_song_name, favorite_song_artist,
    favorite_song_image, hidden_at is not null as is_hidden, created_at, updated_at
  from profiles where user_id = current_viewer()`

/** What the profile's form sets; what is left out stays as it is. */
export interface ProfileChange {
  display_name: string
  avatar_url?: string | null | undefined
  bio?: string | null | undefined
  gender?: string | null | undefined
  date_of_birth?: string | null | undefined
  user_type?: string | undefined
  privacy_settings?: Partial<Record<keyof PrivacySettings, boolean | undefined>> | undefined
  music_likes_public?: boolean | undefined
}

export interface SavedProfile {
  profile: OwnProfile
  /** The picture that this change took away, if any. */
  formerAvatar: string | null
  /** Whether the picture is hidden, but still at an address that others were shown. */
  isAvatarExposed: boolean
  /** Whether prebuilt pages show something else now. */
  changedSite: boolean
}

/** Saves the viewer's profile, the first time as a new one. */
export async function saveProfile(db: Db, change: ProfileChange): Promise<SavedProfile | null> {
  const given = JSON.stringify(change)
  const [[before], , [former], [saved], [after]] = await db.batch([
    siteVersion(),
    query`
      insert into profiles (user_id, display_name) values (current_viewer(), ${change.display_name})
      on conflict do nothing`,
    // Locked, so that of two changes at once each takes away another picture.
    query<{ avatar_url: string | null }>`
      select avatar_url from profiles where user_id = current_viewer() for update`,
    query<OwnProfile & { avatar_was_shown: boolean }>`
      update profiles p
      set display_name = n.display_name,
        avatar_url = case when given ? 'avatar_url' then n.avatar_url else p.avatar_url end,
        bio = case when given ? 'bio' then n.bio else p.bio end,
        gender = case when given ? 'gender' then n.gender else p.gender end,
        date_of_birth = case when given ? 'date_of_birth' then n.date_of_birth else p.date_of_birth end,
        user_type = coalesce(n.user_type, p.user_type),
        privacy_settings = p.privacy_settings || coalesce(n.privacy_settings, '{}'),
        music_likes_public = coalesce(n.music_likes_public, p.music_likes_public)
      from (select ${given}::jsonb as given) g, jsonb_to_record(given) as n (display_name text,
        avatar_url text, bio text, gender text, date_of_birth date, user_type text,
        privacy_settings jsonb, music_likes_public boolean)
      where p.user_id = current_viewer()
      returning p.user_id, p.display_name, p.avatar_url, p.bio, p.gender, p.date_of_birth,
        p.user_type, p.privacy_settings, p.music_likes_public, p.favorite_song_id,
        p.favorite_song_name, p.favorite_song_artist, p.favorite_song_image,
        p.hidden_at is not null as is_hidden, p.created_at, p.updated_at, p.avatar_was_shown`,
    siteVersion(),
  ])
  if (!saved) return null
  const { avatar_was_shown: wasShown, ...profile } = saved
  const avatar = former?.avatar_url ?? null
  return {
    profile,
    formerAvatar: avatar === profile.avatar_url ? null : avatar,
    isAvatarExposed: wasShown && profile.privacy_settings.show_avatar === false,
    changedSite: before?.version !== after?.version,
  }
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

/** The same for a hidden profile's picture, as a super admin. */
export async function moveHiddenAvatar(db: Db, known: string, url: string) {
  const row = await db.one<{ avatar_url: string | null }>`
    select move_hidden_avatar(${known}, ${url}) as avatar_url`
  return row?.avatar_url ?? null
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
  favorite_song: {
    id: string
    name: string
    artist: string | null
    image: string | null
    /** Null where the catalogue does not know the song. */
    external_url: string | null
  } | null
  /** The newest first; null when they are not public. */
  music_likes:
    | {
        item_id: string
        item_type: "song" | "album"
        item_name: string
        item_artist: string
        image_url: string | null
        /** Null where the catalogue does not know the item. */
        external_url: string | null
      }[]
    | null
  is_self: boolean
  /** Whether who runs the site hides it: then only super admins and the member themself get it. */
  is_hidden: boolean
  /** What others do not see; only told to the member themself. */
  hidden: string[]
}

/** What the viewer may see of a member, null when there is no profile. */
export const publicProfile = (db: Db, id: string) => db.one<PublicProfile>`
  select user_id, display_name, avatar_url, bio, gender, date_of_birth, user_type, created_at,
    favorite_song, music_likes, is_self, is_hidden, hidden
  from get_public_profile_safe(${id})`

/** Those of these pictures that no profile shows. */
export async function unusedAvatars(db: Db, urls: string[]): Promise<string[]> {
  const rows = await db.many<{ url: string }>`
    select url from unused_avatars(${urls}) as url`
  return rows.map(({ url }) => url)
}
