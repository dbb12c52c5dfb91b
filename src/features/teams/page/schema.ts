/** The team page of the API. A separate module, so that lists of teams do not load the schema of events. */
import * as z from "zod/mini"
import { publicEvent } from "../../events/schema.ts"
import { seenTeam, teamPost } from "../schema.ts"

/** Number of upcoming events in the overview of a team's page. */
export const TEAM_EVENTS_SHOWN = 3

/** A post in the overview of a team's page. */
const postCard = z.extend(
  z.pick(teamPost, { id: true, title: true, language: true, video_url: true, created_at: true }),
  { picture_url: z.nullable(z.string()) },
)

export const teamPage = z.extend(seenTeam, {
  next_events: z.array(publicEvent),
  /** The newest post, and the newest with a video. */
  newest_posts: z.array(postCard),
})

export type PostCard = z.infer<typeof postCard>
export type TeamPage = z.infer<typeof teamPage>
