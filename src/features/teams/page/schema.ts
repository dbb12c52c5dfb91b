/** A team's page out of the API: apart, since lists of teams need to know nothing of events. */
import * as z from "zod/mini"
import { publicEvent } from "../../events/schema.ts"
import { seenTeam, teamPost } from "../schema.ts"

/** How many of a team's next events its page shows first. */
export const TEAM_EVENTS_SHOWN = 3

/** What a team's page shows first of its blog. */
const postCard = z.pick(teamPost, {
  id: true,
  title: true,
  language: true,
  video_url: true,
  video_thumb_url: true,
  created_at: true,
})

export const teamPage = z.extend(seenTeam, {
  next_events: z.array(publicEvent),
  /** The newest, and the newest with a video. */
  newest_posts: z.array(postCard),
})

export type PostCard = z.infer<typeof postCard>
export type TeamPage = z.infer<typeof teamPage>
