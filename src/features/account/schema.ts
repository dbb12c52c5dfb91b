/** What signing up and in asks for, checked alike by the form and by the function. */
import * as z from "zod/mini"
import { isRecord } from "../../json.ts"

/** In characters. The least is the product's rule; the most only keeps hashing cheap. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 200

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

export const signUpBody = z.object({
  email,
  password: z
    .string("required")
    .check(
      z.minLength(1, "required"),
      z.minLength(PASSWORD_MIN, "password_too_short"),
      z.maxLength(PASSWORD_MAX, "password_too_long"),
    ),
  terms: z.literal(true, "terms_required"),
  marketing_consent: z.optional(z.boolean()),
})

/** The form asks for the password twice; the function gets it once. */
export const signUpForm = z.extend(signUpBody, { confirm_password: z.string("required") }).check(
  z.refine((form) => form.password === form.confirm_password, {
    error: "passwords_differ",
    path: ["confirm_password"],
    // Beside what is wrong with other fields, not after it.
    when: ({ value }) => isRecord(value),
  }),
)

export const signInBody = z.object({
  email,
  password: z
    .string("required")
    .check(z.minLength(1, "required"), z.maxLength(PASSWORD_MAX, "invalid")),
  remember: z.optional(z.boolean()),
})

export type SignUpBody = z.infer<typeof signUpBody>
export type SignUpForm = z.infer<typeof signUpForm>
export type SignInBody = z.infer<typeof signInBody>
