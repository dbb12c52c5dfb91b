/** Schemas of ideas as the API returns them. */
import * as z from "zod/mini"
import { language } from "../../schema/translations.ts"
import { CATEGORIES, STATUSES } from "./choices.ts"

export const similarIdea = z.object({
  id: z.string(),
  title: z.string(),
  language,
  status: z.enum(STATUSES),
  vote_count: z.number(),
  /** True when the viewer has voted. */
  user_voted: z.boolean(),
})

export const idea = z.extend(similarIdea, {
  description: z.string(),
  category: z.enum(CATEGORIES),
  /** Public reply of the site's admins. */
  reply: z.nullable(z.string()),
})

export const listedIdea = z.extend(idea, { is_popular: z.boolean() })

export type ListedIdea = z.infer<typeof listedIdea>
export type SimilarIdea = z.infer<typeof similarIdea>
export type Idea = z.infer<typeof idea>

/** The answer to a vote or its removal. `already` is true when the vote existed before. */
export const votes = z.object({ vote_count: z.number(), already: z.optional(z.boolean()) })
