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
  /** The form creates the id, so that a repeated request stores only one suggestion. */
  id: z.optional(uuid()),
  /** Honeypot field, which only bots fill in. */
  website: z.optional(z.string()),
  /** Times of the visitor's clock in milliseconds, to detect bots. */
  opened_at: z.optional(z.number()),
  sent_at: z.optional(z.number()),
})

export type SuggestionBody = z.infer<typeof suggestionBody>
