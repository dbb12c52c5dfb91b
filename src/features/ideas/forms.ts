/** What a suggestion may be, for the form and for the function. */
import * as z from "zod/mini"
import { email, uuid } from "../../schema/fields.ts"
import { language } from "../../schema/translations.ts"
import { CATEGORIES, DESCRIPTION_MAX, NAME_MAX, PRIORITIES, TITLE_MAX } from "./choices.ts"

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
