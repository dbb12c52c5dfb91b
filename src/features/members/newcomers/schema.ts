/** Schemas of teams and posts by new members, and of the actions on them. */
import * as z from "zod/mini"
import { bulkBody } from "../../../schema/fields.ts"

export const newcomersActionBody = bulkBody(["approve", "hide"])

export const newcomerEntry = z.object({
  id: z.string(),
  kind: z.enum(["team", "post"]),
  title: z.string(),
  excerpt: z.nullable(z.string()),
  /** The team itself, or the team of the post. */
  team: z.object({ name: z.string(), slug: z.string() }),
  /** Null if the member has deleted their account. */
  maker: z.nullable(
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
