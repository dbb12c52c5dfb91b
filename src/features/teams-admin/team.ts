/** Teams as the admin area's calls answer them, and as the form holds them. */
import * as z from "zod/mini"

export const listedTeam = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  country: z.nullable(z.enum(["ee", "lv", "lt"])),
  cover_image_url: z.nullable(z.string()),
  is_verified: z.boolean(),
  is_hidden: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  member_count: z.number(),
  post_count: z.number(),
})

export type ListedTeam = z.infer<typeof listedTeam>

/** What the form holds: texts are never null. */
export const teamValues = z.object({
  name: z.string(),
  description: z.string(),
  location: z.string(),
  cover_image_url: z.nullable(z.string()),
})

export type TeamValues = z.infer<typeof teamValues>
