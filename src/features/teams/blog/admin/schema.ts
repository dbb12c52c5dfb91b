import * as z from "zod/mini"
import { bulkBody } from "../../../../schema/fields.ts"
import { language } from "../../../../schema/translations.ts"

export const postsActionBody = bulkBody(["publish", "hide", "delete"])

export const listedPost = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  language,
  video_url: z.nullable(z.string()),
  is_published: z.boolean(),
  is_hidden: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  team_name: z.string(),
  team_slug: z.string(),
  author_name: z.nullable(z.string()),
})

export type ListedPost = z.infer<typeof listedPost>
