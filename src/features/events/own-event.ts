import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsSchema } from "../../schema/translations.ts"
import { signupStatus } from "./schema.ts"

export const country = z.nullable(z.enum(COUNTRIES))
export const eventTexts = translationsSchema(
  z.object({ title: z.string(), description: z.nullable(z.string()) }),
)

export const eventRow = z.object({
  id: z.string(),
  title: z.string(),
  language,
  translations: eventTexts,
  start_date: z.string(),
  time_zone: z.string(),
  is_all_day: z.boolean(),
  location: z.nullable(z.string()),
  country,
  team_name: z.nullable(z.string()),
})

/** An event with the viewer's sign-up, for the home page and team pages. `answer` is the status of the sign-up. */
export const ownEvent = z.extend(eventRow, {
  /** Null for team-only events, which have no page. */
  slug: z.nullable(z.string()),
  is_cancelled: z.boolean(),
  answer: z.nullable(signupStatus),
  guests: z.number(),
  note: z.nullable(z.string()),
  takes_signups: z.boolean(),
  /** False if sign-up is closed, has questions, or needs the viewer's name. */
  can_answer: z.boolean(),
})

export type OwnEvent = z.infer<typeof ownEvent>
