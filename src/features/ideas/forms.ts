import * as z from "zod/mini"
import { email, requiredLine, requiredText, uuid } from "../../schema/fields.ts"
import { language } from "../../schema/translations.ts"
import {
  CATEGORIES,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  PRIORITIES,
} from "./choices.ts"

export const suggestionBody = z.object({
  name: requiredLine(MAX_NAME_LENGTH),
  email,
  category: z.enum(CATEGORIES, "required"),
  priority: z.enum(PRIORITIES, "required"),
  title: requiredLine(MAX_TITLE_LENGTH),
  description: requiredText(MAX_DESCRIPTION_LENGTH),
  language: z.optional(language),
  /** The form creates the id, so that a repeated request stores only one suggestion. */
  id: z.optional(uuid()),
  /** Honeypot field, which only bots fill in. */
  website: z.optional(z.string()),
  /** Times when the form was opened and sent, by the visitor's clock in milliseconds. They help to detect bots. */
  opened_at: z.optional(z.number()),
  sent_at: z.optional(z.number()),
})

export type SuggestionBody = z.infer<typeof suggestionBody>
