import * as z from "zod/mini"
import { emptyText } from "../../admin/editor/schema.ts"
import { changedTeam } from "../forms.ts"
import { team } from "../schema.ts"

export const teamEdit = z.pick(changedTeam, {
  name: true,
  description: true,
  language: true,
  translations: true,
  location: true,
  cover_image_url: true,
})
export const editedTeam = z.extend(teamEdit, { updated_at: changedTeam.shape.updated_at })

export const verifiedBody = z.object({ is_verified: z.boolean() })

export const listedTeam = z.extend(team, {
  is_hidden: z.boolean(),
  post_count: z.number(),
})

export type ListedTeam = z.infer<typeof listedTeam>

export const teamValues = z.object({
  name: emptyText,
  description: emptyText,
  language: team.shape.language,
  translations: team.shape.translations,
  location: emptyText,
  cover_image_url: z._default(z.nullable(z.string()), null),
})

export type TeamValues = z.infer<typeof teamValues>
