/** What becomes of a member's teams when they leave. */
import * as z from "zod/mini"

const ownTeam = z.object({
  id: z.string(),
  name: z.string(),
  /** Who can have it, the one who gets it unless another is chosen first. */
  heirs: z.array(z.object({ user_id: z.string(), display_name: z.nullable(z.string()) })),
})

export type OwnTeam = z.infer<typeof ownTeam>

export const ownTeams = z.object({ teams: z.array(ownTeam) })
