import * as z from "zod/mini"
import { bulkBody } from "../../../schema/fields.ts"
import { commentedContent } from "../../comments/schema.ts"

export const newcomersActionBody = bulkBody(["approve", "hide"])

export const newcomerEntry = z.object({
  id: z.string(),
  kind: z.enum(["team", "post", "comment"]),
  /** For a comment, the title of the commented content. Null while that content is hidden or unpublished. */
  title: z.nullable(z.string()),
  excerpt: z.nullable(z.string()),
  /** The team itself, or the team of the post. */
  team: z.nullable(z.object({ name: z.string(), slug: z.string() })),
  /** For a comment, the commented content. */
  thread: z.nullable(commentedContent),
  /** The author; for a team, its owner. Null if the member has deleted their account. */
  author: z.nullable(
    z.object({
      id: z.string(),
      display_name: z.nullable(z.string()),
      joined_at: z.string(),
      email_confirmed: z.boolean(),
    }),
  ),
  created_at: z.string(),
})

export type NewcomerEntry = z.infer<typeof newcomerEntry>
