/** A member's profile as the API gives it to one viewer: what that viewer may not see is null. */
import type { MessageKey } from "../../i18n/keys.ts"
import { isRecord } from "../../json.ts"
import type { Gender, UserType } from "../profile/schema.ts"

export interface Liked {
  item_id: string
  item_type: "song" | "album"
  item_name: string
  item_artist: string
  image_url: string | null
  /** At the music service; null when the catalogue does not know it any more. */
  external_url: string | null
}

export interface FavoriteSong {
  name: string
  artist: string
  image: string | null
}

export interface PublicProfile {
  user_id: string
  display_name: string | null
  avatar_url: string | null
  bio: string | null
  gender: Gender | null
  date_of_birth: string | null
  user_type: UserType | null
  created_at: string | null
  favorite_song: FavoriteSong | null
  music_likes: Liked[] | null
  is_self: boolean
  /** By the site's admins; told to the member and to super admins. */
  is_hidden: boolean
  /** The member's own fields that others do not see. */
  hidden: string[]
}

export const GENDER_TEXTS: Record<Gender, MessageKey> = {
  male: "profile:genders.male",
  female: "profile:genders.female",
  "non-binary": "profile:genders.non-binary",
  "prefer-not-to-say": "profile:genders.prefer-not-to-say",
  other: "profile:genders.other",
}

export const USER_TYPE_TEXTS: Record<UserType, MessageKey> = {
  regular_user: "members:userTypes.regular_user",
  dance_group: "members:userTypes.dance_group",
}

const isText = (value: unknown): value is string => typeof value === "string"

const textOf = (value: unknown) => (isText(value) && value !== "" ? value : null)

const keyOf = <Key extends string>(texts: Record<Key, MessageKey>, value: unknown): Key | null => {
  const isKey = (text: string): text is Key => Object.hasOwn(texts, text)
  return isText(value) && isKey(value) ? value : null
}

const linkOf = (value: unknown) => (isText(value) && value.startsWith("https://") ? value : null)

function likedItemOf(value: unknown): Liked | null {
  if (!isRecord(value)) return null
  const { item_id, item_type, item_name, item_artist } = value
  if (!isText(item_id) || !isText(item_name) || !isText(item_artist)) return null
  if (item_type !== "song" && item_type !== "album") return null
  const image_url = linkOf(value.image_url)
  return {
    item_id,
    item_type,
    item_name,
    item_artist,
    image_url,
    external_url: linkOf(value.external_url),
  }
}

function songOf(value: unknown): FavoriteSong | null {
  if (!isRecord(value) || !isText(value.name)) return null
  return { name: value.name, artist: textOf(value.artist) ?? "", image: textOf(value.image) }
}

/** The profile in an answer's body; null for an answer that is none. */
export function profileOf(body: unknown): PublicProfile | null {
  if (!isRecord(body) || !isText(body.user_id)) return null
  return {
    user_id: body.user_id,
    display_name: textOf(body.display_name),
    avatar_url: textOf(body.avatar_url),
    bio: textOf(body.bio),
    gender: keyOf(GENDER_TEXTS, body.gender),
    date_of_birth: textOf(body.date_of_birth),
    user_type: keyOf(USER_TYPE_TEXTS, body.user_type),
    created_at: textOf(body.created_at),
    favorite_song: songOf(body.favorite_song),
    music_likes: Array.isArray(body.music_likes)
      ? body.music_likes.map(likedItemOf).filter((liked) => liked !== null)
      : null,
    is_self: body.is_self === true,
    is_hidden: body.is_hidden === true,
    hidden: Array.isArray(body.hidden) ? body.hidden.filter(isText) : [],
  }
}

export const likedOf = ({ music_likes }: PublicProfile, type: Liked["item_type"]): Liked[] =>
  (music_likes ?? []).filter(({ item_type }) => item_type === type)

/** Only members are told since when somebody is one. */
export const isSeenByStranger = ({ created_at }: PublicProfile) => created_at === null

/** Whether there is nothing to see beyond the name and the picture. */
export const isBlank = (profile: PublicProfile): boolean =>
  [profile.bio, profile.gender, profile.date_of_birth, profile.favorite_song].every(
    (part) => part === null,
  ) && !profile.music_likes?.length
