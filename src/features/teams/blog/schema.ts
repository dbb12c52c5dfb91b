/** Schemas of a post's own page. */
import * as z from "zod/mini"
import { team, teamPost } from "../schema.ts"

/** A post on its own page. */
export const postPage = z.extend(teamPost, {
  team_name: z.string(),
  team_slug: z.string(),
  team_country: team.shape.country,
  team_cover_url: team.shape.cover_image_url,
})
export const cheers = z.pick(teamPost, { cheer_count: true })

export type PostPage = z.infer<typeof postPage>
