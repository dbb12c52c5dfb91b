import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { LOCALES } from "../../i18n/locales.ts"
import { email, requiredLine, token, uuid } from "../../schema/fields.ts"
import { isRecord } from "../../shared/json.ts"

/** Limits of a password's length in characters. The maximum limits how long hashing takes. */
export const MIN_PASSWORD_LENGTH = 6
const MAX_PASSWORD_LENGTH = 200

/** Maximum length of a password before normalization, because normalization can join characters. */
const MAX_RAW_PASSWORD_LENGTH = 4 * MAX_PASSWORD_LENGTH

/** Keyboards encode accents differently, so passwords are normalized (NFKC, NIST SP 800-63B). */
export const normalizePassword = (password: string): string => password.normalize("NFKC")

const newPassword = z.pipe(
  z.pipe(
    z.string("required").check(z.maxLength(MAX_RAW_PASSWORD_LENGTH, "password_too_long")),
    z.transform(normalizePassword),
  ),
  z
    .string()
    .check(
      z.minLength(1, "required"),
      z.minLength(MIN_PASSWORD_LENGTH, "password_too_short"),
      z.maxLength(MAX_PASSWORD_LENGTH, "password_too_long"),
      z.regex(/\S/, "password_blank"),
    ),
)

const isWithinMaxLength = (password: string): boolean =>
  password.length <= MAX_PASSWORD_LENGTH ||
  (password.length <= MAX_RAW_PASSWORD_LENGTH &&
    normalizePassword(password).length <= MAX_PASSWORD_LENGTH)

/** An existing password may be shorter than `MIN_PASSWORD_LENGTH`, but not empty. */
const existingPassword = z
  .string("required")
  .check(z.minLength(1, "required"), z.refine(isWithinMaxLength, "invalid"))

const language = z.optional(z.enum(LOCALES))

/** Maximum length of the path that opens after a log-in with Google. A cookie stores the path during the log-in. */
export const MAX_NEXT_LENGTH = 1000

export const connectGoogleBody = z.object({
  next: z.string("required").check(z.maxLength(MAX_NEXT_LENGTH, "too_long")),
  language: z.enum(LOCALES, "invalid"),
})

export const signUpBody = z.object({
  email,
  password: newPassword,
  terms: z.boolean("terms_required").check(z.refine(Boolean, "terms_required")),
  marketing_consent: z.optional(z.boolean()),
  language,
  /** Token of the link that creates the first super admin. */
  setup: z.optional(z.string()),
})

export const isSamePassword = (first: string, second: string): boolean =>
  normalizePassword(first) === normalizePassword(second)

const PASSWORDS_DIFFER = {
  error: "passwords_differ",
  path: ["confirm_password"],
  // Without `when`, this check would run only after all other fields are valid.
  when: ({ value }: { value: unknown }) => isRecord(value),
}

export const signUpForm = z
  .extend(signUpBody, { confirm_password: z.string("required") })
  .check(z.refine((form) => isSamePassword(form.password, form.confirm_password), PASSWORDS_DIFFER))

export const signInBody = z.object({
  email,
  password: existingPassword,
  remember: z.optional(z.boolean()),
  /** Whether the log-in cancels the scheduled deletion of the account. */
  keep: z.optional(z.boolean()),
  language,
})

/** A code of an authenticator app, or a recovery code. */
const code = z
  .string("required")
  .check(z.trim(), z.minLength(1, "required"), z.maxLength(40, "wrong_code"))

export const codeBody = z.object({ code })

export const optionalCodeBody = z.object({ code: z.optional(code) })

export const passwordBody = z.object({ password: existingPassword })

export const forgotPasswordBody = z.object({ email, language })

export const verifyEmailBody = z.object({ token })

export const resetPasswordBody = z.object({
  token,
  password: newPassword,
  code: z.optional(code),
})

export const resetPasswordForm = z
  .extend(resetPasswordBody, { confirm_password: z.string("required") })
  .check(z.refine((form) => isSamePassword(form.password, form.confirm_password), PASSWORDS_DIFFER))

const passwords = z.object({ current_password: existingPassword, new_password: newPassword })

const isNewPassword = (form: z.infer<typeof passwords>) =>
  !isSamePassword(form.new_password, form.current_password)
const PASSWORD_UNCHANGED = { error: "password_unchanged", path: ["new_password"] }

export const changePasswordBody = passwords.check(z.refine(isNewPassword, PASSWORD_UNCHANGED))

export const changePasswordForm = z
  .extend(passwords, { confirm_password: z.string("required") })
  .check(
    z.refine(isNewPassword, PASSWORD_UNCHANGED),
    z.refine((form) => isSamePassword(form.new_password, form.confirm_password), PASSWORDS_DIFFER),
  )

export const changeEmailBody = z.object({ email, password: z.optional(existingPassword) })

const idSchema = uuid()
const isId = (value: unknown) => z.safeParse(idSchema, value).success
const isMapOfIds = (value: unknown) =>
  isRecord(value) && Object.entries(value).every(([key, id]) => isId(key) && isId(id))

export const deleteAccountBody = z.object({
  password: z.optional(existingPassword),
  /** User ids of the new owners by team id. A team that is not listed gets its first candidate as the owner. */
  new_owners: z.optional(z.custom<Record<string, string>>(isMapOfIds, "invalid")),
})

export const COUNTRY_ANSWERS = [...COUNTRIES, "other"] as const
export type CountryAnswer = (typeof COUNTRY_ANSWERS)[number]

/** Maximum number of favorite groups, and maximum number of characters in the name of a group. */
export const MAX_GROUPS = 5
export const MAX_GROUP_NAME_LENGTH = 60

export const mailSettings = z.object({
  marketing_consent: z.boolean(),
  language: z.enum(LOCALES),
})

export type MailSettings = z.infer<typeof mailSettings>

export const accountSettingsBody = z.extend(z.partial(mailSettings), {
  country: z.optional(z.nullable(z.enum(COUNTRY_ANSWERS))),
  favorite_groups: z.optional(
    z.array(requiredLine(MAX_GROUP_NAME_LENGTH)).check(z.maxLength(MAX_GROUPS, "invalid")),
  ),
})

export type AccountSettings = z.infer<typeof accountSettingsBody>
export type SignUpForm = z.infer<typeof signUpForm>
export type SignInBody = z.infer<typeof signInBody>
export type CodeBody = z.infer<typeof codeBody>
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>
export type ResetPasswordForm = z.infer<typeof resetPasswordForm>
export type ChangePasswordForm = z.infer<typeof changePasswordForm>
