import * as z from "zod/mini"
import { language } from "../../schema/translations.ts"
import { CATEGORIES, STATUSES } from "./choices.ts"

export const similarIdea = z.object({
  id: z.string(),
  title: z.string(),
  language,
  status: z.enum(STATUSES),
  vote_count: z.number(),
  user_voted: z.boolean(),
})

export const idea = z.extend(similarIdea, {
  description: z.string(),
  category: z.enum(CATEGORIES),
  reply: z.nullable(z.string()),
})

export const listedIdea = z.extend(idea, { is_popular: z.boolean() })

export type ListedIdea = z.infer<typeof listedIdea>
export type SimilarIdea = z.infer<typeof similarIdea>
export type Idea = z.infer<typeof idea>

/** Response to a vote. `already` is true if the request changed nothing: the vote was already added or removed. */
export const votes = z.object({ vote_count: z.number(), already: z.optional(z.boolean()) })
