/** What asking for letters sends, and what their links carry. */
import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"

/** The longest address that mail can carry (RFC 5321, 4.5.3.1.3, less the brackets). */
const EMAIL_MAX = 254

/** Longer than anybody types into a field that cannot be seen. */
const TRAP_MAX = 2000

export const subscribeBody = z.object({
  email: z
    .string("required")
    .check(
      z.trim(),
      z.minLength(1, "required"),
      z.maxLength(EMAIL_MAX, "too_long"),
      z.email("invalid_email"),
    ),
  /** The page's, which the letters will have. */
  language: z.enum(LOCALES),
  /** A field for robots: people do not see it. */
  website: z.optional(z.string().check(z.maxLength(TRAP_MAX, "too_long"))),
})

/** What a mailed link carries: 32 random bytes in base64url. */
export const linkBody = z.object({
  token: z.string("required").check(z.regex(/^[\w-]{43}$/, "invalid")),
})

export type SubscribeBody = z.infer<typeof subscribeBody>
