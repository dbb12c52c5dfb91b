import * as z from "zod/mini"
import { optionalText, requiredLine, uuid } from "../../../schema/fields.ts"
import { hasPlausibleYear, isCalendarDay, isTodayOrEarlier } from "./birth-date.ts"

/** Maximum lengths in characters. The database checks the same limits. */
export const DISPLAY_NAME_MAX = 80
export const BIO_MAX = 500

export const GENDERS = ["male", "female", "non-binary", "prefer-not-to-say", "other"] as const
export const USER_TYPES = ["regular_user", "dance_group"] as const

export const privacySettings = z.object({
  show_display_name: z.boolean(),
  show_avatar: z.boolean(),
  show_bio: z.boolean(),
  show_gender: z.boolean(),
  show_date_of_birth: z.boolean(),
  show_events: z.boolean(),
  /** Whether anonymous visitors see the name and picture of a member under 18. */
  show_to_everyone: z.boolean(),
})

export type PrivacySettings = z.infer<typeof privacySettings>
export type PrivacySwitch = keyof PrivacySettings

export const DEFAULT_PRIVACY: PrivacySettings = {
  show_display_name: true,
  show_avatar: true,
  show_bio: false,
  show_gender: false,
  show_date_of_birth: false,
  show_events: false,
  show_to_everyone: false,
}

const nullableText = z.nullable(z.string())

export const ownProfile = z.object({
  user_id: z.string(),
  display_name: z.string(),
  avatar_url: nullableText,
  bio: nullableText,
  gender: z.nullable(z.enum(GENDERS)),
  /** Format: `YYYY-MM-DD`. */
  date_of_birth: nullableText,
  user_type: z.enum(USER_TYPES),
  /** Some switches can be missing: those that were introduced after the member's last save. */
  privacy_settings: z.partial(privacySettings),
  music_likes_public: z.boolean(),
  favorite_song_id: nullableText,
  favorite_song_name: nullableText,
  favorite_song_artist: nullableText,
  favorite_song_image: nullableText,
  is_hidden: z.boolean(),
})

export type Profile = z.infer<typeof ownProfile>

/** Body of the request that saves a profile. A field that is left out keeps its stored value; null clears it. */
export const profileBody = z.object({
  /** Member whose profile the form shows. The save fails if another member has logged in since then. */
  user_id: z.optional(uuid()),
  display_name: requiredLine(DISPLAY_NAME_MAX, "display_name_required"),
  bio: z.optional(optionalText(BIO_MAX)),
  gender: z.optional(z.nullable(z.enum(GENDERS))),
  date_of_birth: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.refine(hasPlausibleYear, { error: "invalid_year", abort: true }),
          z.refine(isCalendarDay, { error: "invalid_date", abort: true }),
          z.refine(isTodayOrEarlier, "future_date"),
        ),
    ),
  ),
  user_type: z.optional(z.enum(USER_TYPES)),
  avatar_url: z.optional(z.nullable(z.string().check(z.regex(/^\/uploads\/avatars\//, "invalid")))),
  music_likes_public: z.optional(z.boolean()),
  privacy_settings: z.optional(z.partial(z.strictObject(privacySettings.shape))),
})

export type ProfileBody = z.infer<typeof profileBody>
export type Gender = (typeof GENDERS)[number]
export type UserType = (typeof USER_TYPES)[number]
