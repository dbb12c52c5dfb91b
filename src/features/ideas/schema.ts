/** What a suggestion may be, for the form and for the function. */
import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"
import { CATEGORIES, DESCRIPTION_MAX, NAME_MAX, PRIORITIES, TITLE_MAX } from "./choices.ts"

/** The longest address that mail can carry (RFC 5321, 4.5.3.1.3, less the brackets). */
const EMAIL_MAX = 254

const text = (most: number) =>
  z.string("required").check(z.trim(), z.minLength(1, "required"), z.maxLength(most, "too_long"))

export const suggestionBody = z.object({
  name: text(NAME_MAX),
  email: text(EMAIL_MAX).check(
    // An empty one is told that it is required, not this as well.
    z.refine((email) => email === "" || z.email().safeParse(email).success, "invalid_email"),
  ),
  category: z.enum(CATEGORIES, "required"),
  priority: z.enum(PRIORITIES, "required"),
  title: text(TITLE_MAX),
  description: text(DESCRIPTION_MAX),
  language: z.optional(z.enum(LOCALES)),
  /** Made with the form, so that a second try of the same one is known as such. */
  id: z.optional(z.uuid()),
  /** Nobody sees this field; robots fill it in. */
  website: z.optional(z.string()),
  /** When the form was opened and sent, in milliseconds since 1970 by one and the same clock. */
  opened_at: z.optional(z.number()),
  sent_at: z.optional(z.number()),
})

export type SuggestionBody = z.infer<typeof suggestionBody>
