/** Ideas as the API gives them. */
import * as z from "zod/mini"
import { language } from "../../schema/translations.ts"
import { CATEGORIES, STATUSES } from "./choices.ts"

export const similarIdea = z.object({
  id: z.string(),
  title: z.string(),
  language,
  status: z.enum(STATUSES),
  vote_count: z.number(),
  /** Whether the viewer did. */
  user_voted: z.boolean(),
})

export const idea = z.extend(similarIdea, {
  description: z.string(),
  category: z.enum(CATEGORIES),
  /** What the people behind the site answer. */
  reply: z.nullable(z.string()),
})

export const listedIdea = z.extend(idea, { is_popular: z.boolean() })

export type ListedIdea = z.infer<typeof listedIdea>
export type SimilarIdea = z.infer<typeof similarIdea>
export type Idea = z.infer<typeof idea>

/** What a vote, or taking it back, answers; `already` when it was there before. */
export const votes = z.object({ vote_count: z.number(), already: z.optional(z.boolean()) })
