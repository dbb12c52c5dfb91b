import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsOf } from "../../schema/translations.ts"
import { signupStatus } from "../events/schema.ts"

const country = z.nullable(z.enum(COUNTRIES))
const eventTexts = translationsOf(
  z.object({ title: z.string(), description: z.nullable(z.string()) }),
)

const eventRow = z.object({
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

export const memberHome = z.object({
  /** Whether the viewer has neither finished nor skipped the welcome page. */
  is_new: z.boolean(),
  /** Country that the viewer chose on the welcome page. Null if it is not one of the three countries. */
  country,
  /** The viewer's teams with pending join requests. `count` is the number of requests. */
  requests: z.array(z.object({ name: z.string(), slug: z.string(), count: z.number() })),
  /** Coming events of the viewer's teams, and events that the viewer signed up for, earliest first. */
  events: z.array(
    z.extend(eventRow, {
      /** Null for team-only events, which have no page. */
      slug: z.nullable(z.string()),
      /** Status of the viewer's sign-up. Number of guests and note follow. */
      answer: z.nullable(signupStatus),
      guests: z.number(),
      note: z.nullable(z.string()),
      takes_signups: z.boolean(),
      /** Whether one tap can answer. False if sign-up is closed, has questions, or needs the viewer's name. */
      can_answer: z.boolean(),
    }),
  ),
  /** Public events of the viewer's country in the next seven days, earliest first. Events in `events` are left out. */
  week: z.array(
    z.extend(eventRow, {
      slug: z.string(),
      /** Number of free places. Null if there is no limit or no sign-up on this site. */
      places_left: z.nullable(z.number()),
    }),
  ),
  /**
   * New posts and events of the viewer's teams and of followed teams and countries, newest first. Events in `events` are
   * left out. A series has one row.
   */
  followed_news: z.array(
    z.discriminatedUnion("kind", [
      z.object({
        kind: z.literal("post"),
        id: z.string(),
        title: z.string(),
        language,
        created_at: z.string(),
        team_name: z.string(),
        team_slug: z.string(),
        country,
        picture_url: z.nullable(z.string()),
      }),
      z.object({
        kind: z.literal("event"),
        id: z.string(),
        slug: z.string(),
        title: z.string(),
        language,
        translations: eventTexts,
        created_at: z.string(),
        /** Null for an event without a team. */
        team_name: z.nullable(z.string()),
        country,
        picture_url: z.nullable(z.string()),
      }),
    ]),
  ),
  /** The viewer's sign-ups for coming events. */
  answers: z.array(z.object({ event_id: z.string(), status: signupStatus })),
})

export type MemberHome = z.infer<typeof memberHome>
export type OwnEvent = MemberHome["events"][number]
