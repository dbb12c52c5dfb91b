/** What signing up and in asks for, checked alike by the form and by the function. */
import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"
import { isRecord } from "../../json.ts"

/** In characters. The least is the product's rule; the most only keeps hashing cheap. */
export const PASSWORD_MIN = 6
const PASSWORD_MAX = 200

/** The longest address that mail can carry (RFC 5321, 4.5.3.1.3, less the brackets). */
const EMAIL_MAX = 254

const email = z
  .string("required")
  .check(
    z.trim(),
    z.minLength(1, "required"),
    z.maxLength(EMAIL_MAX, "too_long"),
    z.email("invalid_email"),
  )

const newPassword = z
  .string("required")
  .check(
    z.minLength(1, "required"),
    z.minLength(PASSWORD_MIN, "password_too_short"),
    z.maxLength(PASSWORD_MAX, "password_too_long"),
  )

/** One that may be right: how long it must be is no matter here. */
const knownPassword = z
  .string("required")
  .check(z.minLength(1, "required"), z.maxLength(PASSWORD_MAX, "invalid"))

/** The page's language, for the mails that follow. */
const language = z.optional(z.enum(LOCALES))

/** What a mailed link carries: 32 random bytes in base64url. */
const token = z.string("required").check(z.regex(/^[\w-]{43}$/, "invalid"))

/** Why there was no way in by Google: the `error` in the address of the page for logging in. */
export const GOOGLE_REFUSALS = [
  "google_failed",
  "google_unverified",
  "google_unconfirmed",
  "google_mismatch",
  "google_blocked",
] as const

export type GoogleRefusal = (typeof GOOGLE_REFUSALS)[number]

export const signUpBody = z.object({
  email,
  password: newPassword,
  terms: z.literal(true, "terms_required"),
  marketing_consent: z.optional(z.boolean()),
  language,
})

/** The second password differs from the first. */
const DIFFERENT = {
  error: "passwords_differ",
  path: ["confirm_password"],
  // Beside what is wrong with other fields, not after it.
  when: ({ value }: { value: unknown }) => isRecord(value),
}

/** The form asks for the password twice; the function gets it once. */
export const signUpForm = z
  .extend(signUpBody, { confirm_password: z.string("required") })
  .check(z.refine((form) => form.password === form.confirm_password, DIFFERENT))

export const signInBody = z.object({
  email,
  password: knownPassword,
  remember: z.optional(z.boolean()),
  language,
})

export const forgotPasswordBody = z.object({ email, language })

export const verifyEmailBody = z.object({ token })

export const resetPasswordBody = z.object({ token, password: newPassword })

export const resetPasswordForm = z
  .extend(resetPasswordBody, { confirm_password: z.string("required") })
  .check(z.refine((form) => form.password === form.confirm_password, DIFFERENT))

export const changePasswordBody = z.object({
  current_password: knownPassword,
  new_password: newPassword,
})

export const changePasswordForm = z
  .extend(changePasswordBody, { confirm_password: z.string("required") })
  .check(z.refine((form) => form.new_password === form.confirm_password, DIFFERENT))

/** Without a password for a member who signs in with Google alone. */
export const deleteAccountBody = z.object({ password: z.optional(knownPassword) })

export const accountSettingsBody = z.object({
  marketing_consent: z.optional(z.boolean()),
  mail_join_requests: z.optional(z.boolean()),
  mail_join_answers: z.optional(z.boolean()),
  language,
})

export type SignUpForm = z.infer<typeof signUpForm>
export type SignInBody = z.infer<typeof signInBody>
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>
export type ResetPasswordForm = z.infer<typeof resetPasswordForm>
export type ChangePasswordForm = z.infer<typeof changePasswordForm>
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>
