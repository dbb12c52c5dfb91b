/** Fields that the viewer may not see are null. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsSchema } from "../../schema/translations.ts"
import { GENDERS, USER_TYPES } from "../account/profile/schema.ts"
import { httpsUrl, liked } from "../music/schema.ts"

const text = z.nullable(z.string())

export const publicProfile = z.object({
  user_id: z.string(),
  display_name: text,
  avatar_url: text,
  bio: text,
  gender: z.nullable(z.enum(GENDERS)),
  /** The date has the format `YYYY-MM-DD`. */
  date_of_birth: text,
  user_type: z.nullable(z.enum(USER_TYPES)),
  /** This field is null for anonymous visitors. */
  created_at: text,
  favorite_song: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      artist: text,
      image: text,
      /** Null if the song is not in the charts anymore. */
      external_url: httpsUrl,
    }),
  ),
  favorite_groups: z.array(z.string()),
  /** Newest first. The list is null if the member's likes are not public. */
  music_likes: z.nullable(z.array(liked)),
  is_self: z.boolean(),
  is_hidden: z.boolean(),
  /** Fields that others do not see. The list is missing on other members' profiles. */
  hidden: z.array(z.string()),
  /** Empty if the member hides their name. */
  teams: z.array(
    z.object({
      name: z.string(),
      slug: z.string(),
      country: z.nullable(z.enum(COUNTRIES)),
      role: z.enum(["owner", "admin", "member"]),
    }),
  ),
  /** Public events that are not over, earliest first. */
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
