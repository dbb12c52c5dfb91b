/** Schemas of the events in a member's lists on the home page and team pages. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsSchema } from "../../schema/translations.ts"
import { signupStatus } from "./schema.ts"

export const country = z.nullable(z.enum(COUNTRIES))
export const eventTranslations = translationsSchema(
  z.object({ title: z.string(), description: z.nullable(z.string()) }),
)

export const eventRow = z.object({
  id: z.string(),
  title: z.string(),
  language,
  translations: eventTranslations,
  start_date: z.string(),
  /** Undefined in responses that a service worker stored before this field existed. */
  end_date: z.optional(z.string()),
  time_zone: z.string(),
  is_all_day: z.boolean(),
  location: z.nullable(z.string()),
  country,
  team_name: z.nullable(z.string()),
})

/** An event with the viewer's sign-up: `answer` (null if the viewer has not answered), `guests` and `note`. */
export const ownEvent = z.extend(eventRow, {
  /** Null for team-only events, which have no page. */
  slug: z.nullable(z.string()),
  is_cancelled: z.boolean(),
  answer: z.nullable(signupStatus),
  guests: z.number(),
  note: z.nullable(z.string()),
  takes_signups: z.boolean(),
  /**
   * Whether the viewer can answer with one tap: the event is not canceled and has no questions, the viewer has a
   * display name, and sign-up is open or the viewer has already signed up.
   */
  can_answer: z.boolean(),
})

/** A public event with the facts that help to decide whether to sign up. */
export const openEvent = z.extend(ownEvent, {
  slug: z.string(),
  /** Number of attendees with their guests. */
  going: z.number(),
  image_url: z.nullable(z.string()),
  /** Null if the event has no limit of participants or takes no sign-ups on this site. */
  places_left: z.nullable(z.number()),
  registration_url: z.nullable(z.string()),
  /** Whether sign-up is open with places left, or registration is on another site. */
  can_sign_up: z.boolean(),
})

export type OwnEvent = z.infer<typeof ownEvent>
export type OpenEvent = z.infer<typeof openEvent>
