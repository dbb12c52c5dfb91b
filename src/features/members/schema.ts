/** A member's public profile. Fields that the viewer may not see are null or empty. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsSchema } from "../../schema/translations.ts"
import { GENDERS, USER_TYPES } from "../account/profile/schema.ts"
import { httpsUrl, liked } from "../music/schema.ts"

const nullableText = z.nullable(z.string())

export const publicProfile = z.object({
  user_id: z.string(),
  display_name: nullableText,
  avatar_url: nullableText,
  bio: nullableText,
  gender: z.nullable(z.enum(GENDERS)),
  /** `YYYY-MM-DD`. */
  date_of_birth: nullableText,
  user_type: z.nullable(z.enum(USER_TYPES)),
  /** Null for anonymous visitors. */
  created_at: nullableText,
  favorite_song: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      artist: nullableText,
      image: nullableText,
      /** Null if the song has left the charts. */
      external_url: httpsUrl,
    }),
  ),
  /** The slug is null for a group that is not a known artist. */
  favorite_groups: z.array(z.object({ name: z.string(), slug: nullableText })),
  /** The newest songs and albums first. Null if the viewer may not see the member's likes. */
  music_likes: z.nullable(z.array(liked)),
  is_self: z.boolean(),
  /** Whether a super admin has hidden the profile. */
  is_hidden: z.boolean(),
  /** Names of profile fields that only the member sees. Empty on the profiles of other members. */
  hidden: z.array(z.string()),
  /** Empty if the viewer may not see the member's name. */
  teams: z.array(
    z.object({
      name: z.string(),
      slug: z.string(),
      country: z.nullable(z.enum(COUNTRIES)),
      role: z.enum(["owner", "admin", "member"]),
    }),
  ),
  /** The next three public events of these teams, without canceled ones, earliest first. */
  events: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      title: z.string(),
      language,
      translations: translationsSchema(z.object({ title: z.string() })),
      start_date: z.string(),
      time_zone: z.string(),
      location: z.nullable(z.string()),
      country: z.nullable(z.enum(COUNTRIES)),
      team_name: z.string(),
    }),
  ),
})

export type PublicProfile = z.infer<typeof publicProfile>
