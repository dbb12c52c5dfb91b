/** What a profile must be, for its form and its function alike. */
import * as z from "zod/mini"
import { hasHiddenCharacters, manyLines, oneLine } from "../../plain-text.ts"
import { isPastDay } from "./birth-date.ts"

/** In characters; the table has the same limits. */
export const DISPLAY_NAME_MAX = 80
export const BIO_MAX = 500

export const GENDERS = ["male", "female", "non-binary", "prefer-not-to-say", "other"] as const
export const USER_TYPES = ["regular_user", "dance_group"] as const

export const PRIVACY_SWITCHES = [
  "show_display_name",
  "show_avatar",
  "show_bio",
  "show_gender",
  "show_date_of_birth",
] as const

export type PrivacySwitch = (typeof PRIVACY_SWITCHES)[number]
export type PrivacySettings = Record<PrivacySwitch, boolean>

/** What the switches say until the member changes them. */
export const DEFAULT_PRIVACY: PrivacySettings = {
  show_display_name: true,
  show_avatar: true,
  show_bio: false,
  show_gender: false,
  show_date_of_birth: false,
}

const visible = z.refine<string>((text) => !hasHiddenCharacters(text), "hidden_characters")

/** `''` means none. */
const orNull = <Value>(value: Value) => value || null

/** What is absent stays as it is, or the default; null clears. */
export const profileBody = z.object({
  /** Whose profile this is about: another member may be signed in by now. */
  user_id: z.optional(z.uuid()),
  display_name: z.pipe(
    z.pipe(
      z.string("display_name_required").check(z.maxLength(1000, "too_long")),
      z.transform(oneLine),
    ),
    z
      .string()
      .check(
        z.minLength(1, "display_name_required"),
        z.maxLength(DISPLAY_NAME_MAX, "too_long"),
        visible,
      ),
  ),
  bio: z.optional(
    z.pipe(
      z.nullable(
        z.pipe(
          z.pipe(
            z.string("invalid").check(z.maxLength(10_000, "too_long")),
            z.transform(manyLines),
          ),
          z.string().check(z.maxLength(BIO_MAX, "too_long"), visible),
        ),
      ),
      z.transform(orNull),
    ),
  ),
  gender: z.optional(z.nullable(z.enum(GENDERS))),
  /** `YYYY-MM-DD` */
  date_of_birth: z.optional(z.nullable(z.string().check(z.refine(isPastDay, "invalid_date")))),
  user_type: z.optional(z.enum(USER_TYPES)),
  /** The member's own file, or none. */
  avatar_url: z.optional(z.nullable(z.string().check(z.regex(/^\/uploads\/avatars\//, "invalid")))),
  music_likes_public: z.optional(z.boolean()),
  privacy_settings: z.optional(z.partialRecord(z.enum(PRIVACY_SWITCHES), z.boolean())),
})

export type ProfileBody = z.infer<typeof profileBody>
export type Gender = (typeof GENDERS)[number]
export type UserType = (typeof USER_TYPES)[number]
