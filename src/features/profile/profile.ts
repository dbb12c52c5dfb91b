/** A member's own profile, as the functions give it, and the calls for it. */
import * as z from "zod/mini"
import { type Answer, call } from "../../call.ts"
import { GENDERS, PRIVACY_SWITCHES, type ProfileBody, USER_TYPES } from "./schema.ts"

const text = z.nullable(z.string())

const row = z.object({
  user_id: z.string(),
  display_name: z.string(),
  avatar_url: text,
  bio: text,
  gender: z.nullable(z.enum(GENDERS)),
  /** `YYYY-MM-DD` */
  date_of_birth: text,
  user_type: z.enum(USER_TYPES),
  privacy_settings: z.looseRecord(z.enum(PRIVACY_SWITCHES), z.boolean()),
  music_likes_public: z.boolean(),
  favorite_song_id: text,
  favorite_song_name: text,
  favorite_song_artist: text,
  favorite_song_image: text,
  /** By the site's admins. */
  is_hidden: z.boolean(),
})

export type Profile = z.infer<typeof row>

const readProfile = (json: unknown): Profile => row.parse(json)

const sentAvatar = z.object({ avatar_url: z.string() })

const UPLOAD_TIMEOUT_MS = 90_000

/** The signed-in member's profile; `not_found` when nothing was saved yet. */
export const fetchProfile = (): Promise<Answer<Profile>> =>
  call("/api/profile", { read: readProfile, cache: "no-store" })

/** Saves the changes; the first save makes the profile. */
export const saveProfile = (payload: ProfileBody): Promise<Answer<Profile>> =>
  call("/api/profile", { method: "PATCH", payload, read: readProfile })

/** Stores a picture; the answer is its address, by which the profile can be given it. */
export const sendAvatar = (picture: Blob): Promise<Answer<string>> =>
  call("/api/profile/avatar", {
    method: "PUT",
    payload: picture,
    timeout: UPLOAD_TIMEOUT_MS,
    read: (json) => sentAvatar.parse(json).avatar_url,
  })
