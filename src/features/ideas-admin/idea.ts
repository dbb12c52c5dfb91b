/** Ideas as the admin area's calls answer them, and as the form holds them. */
import * as z from "zod/mini"
import { CATEGORIES } from "../ideas/choices.ts"
import { STATUSES } from "./schema.ts"

export const listedIdea = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(CATEGORIES),
  is_popular: z.boolean(),
  status: z.enum(STATUSES),
  /** What voters are told. */
  reply: z.nullable(z.string()),
  vote_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** After a write: what a build must reach to show it. */
  content_version: z.optional(z.number()),
})

export type ListedIdea = z.infer<typeof listedIdea>

/** What the form holds: texts are never null, and no category is an empty text. */
const ideaValues = z.object({
  title: z.string(),
  description: z.string(),
  category: z.enum([...CATEGORIES, ""]),
  is_popular: z.boolean(),
  status: z.enum(STATUSES),
  reply: z.string(),
})

export type IdeaValues = z.infer<typeof ideaValues>

/** Values that were kept in the browser; null for what the form cannot use any more. */
export const readIdeaValues = (json: unknown): IdeaValues | null =>
  ideaValues.safeParse(json).data ?? null

export const BLANK_IDEA: IdeaValues = {
  title: "",
  description: "",
  category: "",
  is_popular: false,
  status: "open",
  reply: "",
}
