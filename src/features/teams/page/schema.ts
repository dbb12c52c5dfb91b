/** This file is separate from `teams/schema.ts`, so that lists of teams do not load the schema of events. */
import * as z from "zod/mini"
import { ownEvent } from "../../events/own-event.ts"
import { publicEvent } from "../../events/schema.ts"
import { teamForViewer, teamPost } from "../schema.ts"

export const MAX_TEAM_EVENTS = 3

const postCard = z.extend(
  z.pick(teamPost, { id: true, title: true, language: true, video_url: true, created_at: true }),
  { picture_url: z.nullable(z.string()) },
)

export const teamPage = z.extend(teamForViewer, {
  next_events: z.array(publicEvent),
  /** The team's next events with the viewer's answers. Empty for anonymous visitors. */
  own_events: z.array(ownEvent),
  /** The newest post, and the newest post with a video. One post can be both. */
  newest_posts: z.array(postCard),
})

export type PostCard = z.infer<typeof postCard>
export type TeamPage = z.infer<typeof teamPage>
