/** A team of the member, with the members who may own it after the member's account is deleted. */
import * as z from "zod/mini"

const ownTeam = z.object({
  id: z.string(),
  name: z.string(),
  /** Members who may become the owner. By default, the first one does. */
  candidates: z.array(z.object({ user_id: z.string(), display_name: z.nullable(z.string()) })),
})

export type OwnTeam = z.infer<typeof ownTeam>

export const ownTeams = z.object({ teams: z.array(ownTeam) })
