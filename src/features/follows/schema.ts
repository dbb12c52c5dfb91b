/** Schemas of teams and countries that members follow. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"

export const followState = z.object({
  /** True when the viewer follows the team or country, or is a member of the team. */
  is_following: z.boolean(),
  follower_count: z.number(),
})

/** The teams and countries that the viewer follows, the latest first, without the teams that they belong to. */
export const ownFollows = z.object({
  follows: z.array(
    z.extend(followState, {
      /** Null for a country. */
      team: z.nullable(z.object({ name: z.string(), slug: z.string() })),
      /** The followed country, or the country of the team. */
      country: z.nullable(z.enum(COUNTRIES)),
      created_at: z.string(),
    }),
  ),
})

export type FollowState = z.infer<typeof followState>
export type OwnFollows = z.infer<typeof ownFollows>
