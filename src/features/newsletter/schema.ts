/** What subscribing sends, and what mailed links carry. */
import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"
import { email, token } from "../../schema/fields.ts"

/** Longer than anybody types into a field that cannot be seen. */
const TRAP_MAX = 2000

export const subscribeBody = z.object({
  email,
  /** The language of the page, and then of the newsletter. */
  language: z.enum(LOCALES),
  /** A field for robots: people do not see it. */
  website: z.optional(z.string().check(z.maxLength(TRAP_MAX, "too_long"))),
})

export const linkBody = z.object({ token })
