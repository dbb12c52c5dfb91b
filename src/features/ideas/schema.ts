/** Ideas as the API gives them, and what a suggestion may be, for the form and for the function. */
import * as z from "zod/mini"
import { email, uuid } from "../../schema/fields.ts"
import { language } from "../../schema/translations.ts"
import {
  CATEGORIES,
  DESCRIPTION_MAX,
  NAME_MAX,
  PRIORITIES,
  STATUSES,
  TITLE_MAX,
} from "./choices.ts"

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

const text = (most: number) =>
  z.string("required").check(z.trim(), z.minLength(1, "required"), z.maxLength(most, "too_long"))

export const suggestionBody = z.object({
  name: text(NAME_MAX),
  email,
  category: z.enum(CATEGORIES, "required"),
  priority: z.enum(PRIORITIES, "required"),
  title: text(TITLE_MAX),
  description: text(DESCRIPTION_MAX),
  language: z.optional(language),
  /** Made with the form, so that a second try of the same one is known as such. */
  id: z.optional(uuid()),
  /** Nobody sees this field; robots fill it in. */
  website: z.optional(z.string()),
  /** When the form was opened and sent, in milliseconds since 1970 by one and the same clock. */
  opened_at: z.optional(z.number()),
  sent_at: z.optional(z.number()),
})

export type SuggestionBody = z.infer<typeof suggestionBody>
