import * as z from "zod/mini"

const ownTeam = z.object({
  id: z.string(),
  name: z.string(),
  /** Team members who can become the owner. The first candidate is the default. */
  candidates: z.array(z.object({ user_id: z.string(), display_name: z.nullable(z.string()) })),
})

export type OwnTeam = z.infer<typeof ownTeam>

export const ownTeams = z.object({ teams: z.array(ownTeam) })
