import * as z from "zod/mini"
import { language } from "../../schema/translations.ts"
import { country, eventTranslations, openEvent, ownEvent } from "../events/own-event.ts"
import { signupStatus } from "../events/schema.ts"
import { release } from "../releases/schema.ts"

const RELEASE_FIELDS = {
  id: true,
  title: true,
  artist_name: true,
  release_type: true,
  release_date: true,
  date_precision: true,
  last_day: true,
} as const

const homeOwnEvent = z.extend(ownEvent, {
  /** Number of attendees with their guests. */
  going: z.number(),
  image_url: z.nullable(z.string()),
  /** Id of the viewer's sign-up, which the entry code contains. Null if the viewer has not signed up. */
  signup_id: z.nullable(z.string()),
})

export const memberHome = z.object({
  /** Whether the member has no profile yet. */
  is_new: z.boolean(),
  /** The member's country. Null if it is unknown or not one of the three Baltic countries. */
  country,
  /** Teams that the viewer owns, with the number of pending join requests. Teams without requests are left out. */
  requests: z.array(z.object({ name: z.string(), slug: z.string(), count: z.number() })),
  /**
   * Upcoming events of the viewer's teams, and events that the viewer signed up for. The next event is first. Includes
   * canceled events until the end of their day.
   */
  events: z.array(homeOwnEvent),
  /**
   * Public events of the next seven days in the viewer's country or in no country, except the events in `events`. The
   * next event is first. Empty if `country` is null.
   */
  week: z.array(openEvent),
  /**
   * The next public events in any country that have free places and that the viewer has not answered. Events of the
   * viewer's country are first. Empty if `week` has two or more events.
   */
  later: z.array(openEvent),
  /** The newest item is first. Events in `events` are left out. `is_unread`: an unread notification is about the item. */
  followed_news: z.array(
    z.discriminatedUnion("kind", [
      z.object({
        kind: z.literal("post"),
        id: z.string(),
        is_unread: z.boolean(),
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
        is_unread: z.boolean(),
        slug: z.string(),
        title: z.string(),
        language,
        translations: eventTranslations,
        start_date: z.string(),
        time_zone: z.string(),
        created_at: z.string(),
        team_name: z.nullable(z.string()),
        country,
        picture_url: z.nullable(z.string()),
      }),
      z.extend(z.pick(release, RELEASE_FIELDS), {
        kind: z.literal("release"),
        is_unread: z.boolean(),
        slug: z.string(),
        /** Time at which the release was added, or at which it came out if that was later. */
        created_at: z.string(),
      }),
    ]),
  ),
  /** The viewer's answers to events that are not over. */
  answers: z.array(z.object({ slug: z.string(), status: signupStatus })),
})

export type HomeOwnEvent = z.infer<typeof homeOwnEvent>
export type MemberHome = z.infer<typeof memberHome>
