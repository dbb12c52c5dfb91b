import * as z from "zod/mini"
import { emptyByDefault } from "../../admin/editor/schema.ts"
import { changeTeamBody } from "../forms.ts"
import { team } from "../schema.ts"

export const adminTeamFields = z.pick(changeTeamBody, {
  name: true,
  description: true,
  language: true,
  translations: true,
  location: true,
  cover_image_url: true,
})
export const adminTeamBody = z.extend(adminTeamFields, {
  updated_at: changeTeamBody.shape.updated_at,
})

export const verifiedBody = z.object({ is_verified: z.boolean() })

export const listedTeam = z.extend(team, {
  is_hidden: z.boolean(),
  post_count: z.number(),
})

export type ListedTeam = z.infer<typeof listedTeam>

export const adminTeamForm = z.object({
  name: emptyByDefault,
  description: emptyByDefault,
  language: team.shape.language,
  translations: team.shape.translations,
  location: emptyByDefault,
  cover_image_url: z._default(z.nullable(z.string()), null),
})

export type AdminTeamForm = z.infer<typeof adminTeamForm>
