/**
 * What can go wrong in a call, as both sides know it: RFC 9457 problem documents whose `code` is the
 * stable key that the interface translates.
 */
import { isRecord } from "./json.ts"

/** Every code with its HTTP status and its title in English (for people reading logs, not for the interface). */
export const PROBLEMS = {
  malformed: [400, "The request could not be read"],
  credentials_required: [422, "You must provide either an email or phone number and a password."],
  sign_in_required: [401, "Sign in required"],
  invalid_credentials: [401, "Invalid login credentials"],
  forbidden: [403, "Not allowed"],
  account_blocked: [403, "This account is blocked"],
  sign_in_again: [403, "Sign in again to show that it is you"],
  cross_site: [403, "Cross-site request refused"],
  not_found: [404, "Not found"],
  email_taken: [409, "This email has an account already"],
  slug_taken: [409, "This slug is taken"],
  already_member: [409, "Already in this team"],
  already_requested: [409, "Already asked to join"],
  request_declined: [409, "The team has declined"],
  already_decided: [409, "Decided already"],
  profile_incomplete: [409, "The profile has no display name"],
  likes_full: [409, "No more likes fit"],
  last_super_admin: [409, "The last super admin cannot leave"],
  own_account: [409, "Nobody does that to themself"],
  own_content: [409, "Nobody reports what is their own"],
  is_super_admin: [409, "A super admin's profile stays"],
  hidden_by_admins: [409, "Hidden by who runs the site"],
  stale: [409, "Changed by somebody else meanwhile"],
  link_unusable: [410, "This link has been used or has expired"],
  too_large: [413, "Too large"],
  unsupported_image: [415, "Not a picture that can be used"],
  invalid: [422, "Some fields need attention"],
  rate_limited: [429, "Too many requests"],
  internal: [500, "Something went wrong on our side"],
  sending_unavailable: [503, "There is no way to send it by"],
  build_unavailable: [503, "No build could be asked for"],
  database_unavailable: [503, "The database cannot be reached"],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof PROBLEMS

/** What can be wrong with one field. */
export const FIELD_ERRORS = [
  "required",
  "too_long",
  "invalid",
  "invalid_email",
  "password_too_short",
  "password_too_long",
  "passwords_differ",
  "terms_required",
  "wrong_password",
  "email_taken",
  "display_name_required",
  "hidden_characters",
  "invalid_date",
  "invalid_url",
  "invalid_video",
  "end_before_start",
  "missing_hour",
  "invalid_slug",
  "reserved_slug",
  "slug_taken",
  "invalid_user_id",
  "past",
] as const

export type FieldErrorCode = (typeof FIELD_ERRORS)[number]

/** By field name. */
export type FieldErrors = Record<string, FieldErrorCode>

const isFieldError = (message: string): message is FieldErrorCode =>
  FIELD_ERRORS.some((code) => code === message)

/** The first error of each field, from what a schema found wrong; `form` is the body as a whole. */
export function fieldErrors(issues: { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) {
    errors[String(path[0] ?? "form")] ??= isFieldError(message) ? message : "invalid"
  }
  return errors
}

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: ProblemCode
  errors?: FieldErrors
  /** The row as it stands now, with `stale`. */
  current?: unknown
  /** What to quote when asking for help. */
  request_id?: string
}

export const isProblemCode = (value: unknown): value is ProblemCode =>
  typeof value === "string" && Object.hasOwn(PROBLEMS, value)

/** Whether an answer's body is a problem document of ours. */
export const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && isProblemCode(value["code"])
