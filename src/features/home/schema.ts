/** Schema of the member's part of the home page. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsOf } from "../../schema/translations.ts"
import { signupStatus } from "../events/schema.ts"

const country = z.nullable(z.enum(COUNTRIES))
const eventTexts = translationsOf(
  z.object({ title: z.string(), description: z.nullable(z.string()) }),
)

export const memberHome = z.object({
  /** True until the viewer has finished or skipped the welcome page. */
  is_new: z.boolean(),
  /** Country that the viewer chose in the welcome; null if they chose none of ours. */
  country,
  /** The viewer's teams with pending join requests, and their number. */
  requests: z.array(z.object({ name: z.string(), slug: z.string(), count: z.number() })),
  /** Upcoming events of the viewer's teams, and events that the viewer signed up for. The next event is first. */
  events: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      language,
      translations: eventTexts,
      start_date: z.string(),
      time_zone: z.string(),
      is_all_day: z.boolean(),
      location: z.nullable(z.string()),
      team_name: z.nullable(z.string()),
      /** Null for team-only events, which have no page. */
      slug: z.nullable(z.string()),
      /** State of the viewer's sign-up. */
      answer: z.nullable(z.enum(["going", "waiting", "offered"])),
    }),
  ),
  /** New posts by other members of the viewer's teams, newest first. */
  posts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      language,
      created_at: z.string(),
      team_name: z.string(),
      team_slug: z.string(),
    }),
  ),
  /**
   * New posts and events of the teams and countries that the viewer follows, and of their own teams, newest first. A series
   * of events has one row.
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
      }),
    ]),
  ),
  /** The viewer's sign-ups for upcoming events. */
  answers: z.array(z.object({ event_id: z.string(), status: signupStatus })),
})

export type MemberHome = z.infer<typeof memberHome>
