/** The schema of a suggestion, for the form and for the function. */
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
  /** Made with the form, so that a second try of the same one is known as such. */
  id: z.optional(uuid()),
  /** Nobody sees this field; robots fill it in. */
  website: z.optional(z.string()),
  /** When the form was opened and sent, in milliseconds since 1970 by one and the same clock. */
  opened_at: z.optional(z.number()),
  sent_at: z.optional(z.number()),
})

export type SuggestionBody = z.infer<typeof suggestionBody>
