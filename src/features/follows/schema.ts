import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"

export const followState = z.object({
  /** Whether the viewer follows the team, country or artist. Members of a team always follow it. */
  is_following: z.boolean(),
  follower_count: z.number(),
})

/** The viewer's follows, newest first, without the viewer's own teams. */
export const ownFollows = z.object({
  follows: z.array(
    z.discriminatedUnion("kind", [
      z.extend(followState, {
        kind: z.literal("team"),
        name: z.string(),
        slug: z.string(),
        country: z.nullable(z.enum(COUNTRIES)),
        created_at: z.string(),
      }),
      z.extend(followState, {
        kind: z.literal("artist"),
        name: z.string(),
        slug: z.string(),
        created_at: z.string(),
      }),
      z.extend(followState, {
        kind: z.literal("country"),
        country: z.enum(COUNTRIES),
        created_at: z.string(),
      }),
    ]),
  ),
})

export type FollowState = z.infer<typeof followState>
export type OwnFollow = z.infer<typeof ownFollows>["follows"][number]
