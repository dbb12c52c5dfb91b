/** The teams that a member owns, with the members who can get them when the account is deleted. */
import * as z from "zod/mini"

const ownTeam = z.object({
  id: z.string(),
  name: z.string(),
  /** Members who can get the team. The first one gets it by default. */
  candidates: z.array(z.object({ user_id: z.string(), display_name: z.nullable(z.string()) })),
})

export type OwnTeam = z.infer<typeof ownTeam>

export const ownTeams = z.object({ teams: z.array(ownTeam) })
