/** What is changed of teams in the admin area. */
import * as z from "zod/mini"
import { basedOn, optionalLine, optionalText, requiredLine, TEAM_LIMITS } from "../teams/schema.ts"

/** What `POST /api/uploads/team-images` answers, and the drawn covers of demo teams. */
const COVER_PATTERN = /^\/uploads\/team-images\/[\w-]+\.webp$/

const fields = {
  name: requiredLine(TEAM_LIMITS.name),
  description: optionalText(TEAM_LIMITS.description),
  location: optionalLine(TEAM_LIMITS.location),
  cover_image_url: z.nullable(z.string().check(z.regex(COVER_PATTERN, "invalid"))),
}

/** What the form sends, beside the version that it is based on. */
export const teamEdit = z.object(fields)
export const editedTeam = z.object({ ...fields, updated_at: basedOn })

export const verifiedBody = z.object({ is_verified: z.boolean() })

export type EditedTeam = z.infer<typeof editedTeam>
