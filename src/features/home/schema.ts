/** What waits for a member on the home page. */
import * as z from "zod/mini"
import { language, translationsOf } from "../../schema/translations.ts"

export const memberHome = z.object({
  /** The viewer has not said yet who they are. */
  is_new: z.boolean(),
  /** The viewer's teams that others asked to join, and how many wait for an answer. */
  requests: z.array(z.object({ name: z.string(), slug: z.string(), count: z.number() })),
  /** What is next with the viewer's teams, and what they go to, the soonest first. */
  events: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      language,
      translations: translationsOf(
        z.object({ title: z.string(), description: z.nullable(z.string()) }),
      ),
      start_date: z.string(),
      time_zone: z.string(),
      is_all_day: z.boolean(),
      location: z.nullable(z.string()),
      team_name: z.nullable(z.string()),
      /** Of a public event, which has a page. */
      slug: z.nullable(z.string()),
      /** What the viewer is to it, if anything. */
      answer: z.nullable(z.enum(["going", "waiting", "offered"])),
    }),
  ),
  /** What others of the viewer's teams wrote, the newest first. */
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
})

export type MemberHome = z.infer<typeof memberHome>
