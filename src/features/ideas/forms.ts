/** The schema of a suggestion, used by the form and the API. */
import * as z from "zod/mini"
import { email, requiredLine, requiredText, uuid } from "../../schema/fields.ts"
import { language } from "../../schema/translations.ts"
import { CATEGORIES, DESCRIPTION_MAX, NAME_MAX, PRIORITIES, TITLE_MAX } from "./choices.ts"

export const suggestionBody = z.object({
  name: requiredLine(NAME_MAX),
  email,
  category: z.enum(CATEGORIES, "required"),
  priority: z.enum(PRIORITIES, "required"),
  title: requiredLine(TITLE_MAX),
  description: requiredText(DESCRIPTION_MAX),
  language: z.optional(language),
  /** Created with the form, so that a repeated request stores one suggestion. */
  id: z.optional(uuid()),
  /** A hidden field that only bots fill in. */
  website: z.optional(z.string()),
  /** Times of opening and sending the form, by the visitor's clock, in milliseconds since 1970. They unmask bots. */
  opened_at: z.optional(z.number()),
  sent_at: z.optional(z.number()),
})

export type SuggestionBody = z.infer<typeof suggestionBody>
