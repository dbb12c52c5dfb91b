/** Problem documents (RFC 9457), the error answers of the API. The interface translates their stable `code`. */
import { isRecord } from "./json.ts"

/** Code of a failed call. `netlify/lib/http/problem.ts` has the status and the title of each. */
export type ProblemCode =
  | "malformed"
  | "credentials_required"
  | "sign_in_required"
  | "invalid_credentials"
  | "second_factor_required"
  | "passkey_required"
  | "passkey_refused"
  | "passkeys_full"
  | "factor_required"
  | "reset_guarded"
  | "sign_in_over"
  | "has_second_factor"
  | "forbidden"
  | "account_blocked"
  | "account_leaving"
  | "demo_account"
  | "email_unconfirmed"
  | "sign_in_again"
  | "cross_site"
  | "not_found"
  | "email_taken"
  | "slug_taken"
  | "translation_exists"
  | "original_unpublished"
  | "already_member"
  | "already_requested"
  | "idea_closed"
  | "request_declined"
  | "already_decided"
  | "signup_closed"
  | "event_over"
  | "event_cancelled"
  | "event_full"
  | "registers_elsewhere"
  | "messaged_today"
  | "profile_incomplete"
  | "likes_full"
  | "last_super_admin"
  | "last_way_in"
  | "own_account"
  | "own_content"
  | "is_super_admin"
  | "hidden_by_admins"
  | "stale"
  | "link_unusable"
  | "setup_link_unusable"
  | "too_large"
  | "unsupported_image"
  | "picture_shape"
  | "picture_too_complex"
  | "picture_limit"
  | "uploads_busy"
  | "invalid"
  | "rate_limited"
  | "newcomer_limit"
  | "daily_limit"
  | "account_guarded"
  | "internal"
  | "busy"
  | "sending_unavailable"
  | "mail_refused"
  | "build_unavailable"
  | "database_unavailable"
  | "storage_unavailable"

/** Code of an invalid field. */
export type FieldErrorCode =
  | "required"
  | "too_long"
  | "invalid"
  | "invalid_email"
  | "password_too_short"
  | "password_too_long"
  | "password_blank"
  | "password_common"
  | "password_is_email"
  | "password_unchanged"
  | "passwords_differ"
  | "terms_required"
  | "wrong_password"
  | "wrong_code"
  | "email_taken"
  | "display_name_required"
  | "hidden_characters"
  | "invalid_date"
  | "invalid_year"
  | "future_date"
  | "invalid_number"
  | "group_too_large"
  | "invalid_url"
  | "invalid_video"
  | "too_many_pictures"
  | "invalid_instagram"
  | "invalid_youtube"
  | "end_before_start"
  | "missing_hour"
  | "too_many_dates"
  | "no_dates"
  | "series_day"
  | "series_team"
  | "invalid_slug"
  | "reserved_slug"
  | "slug_taken"
  | "invalid_user_id"
  | "past"
  | "unreachable_address"
  | "no_calendar"
  | "calendar_too_large"
  | "calendar_too_complex"

/** Errors by field name. */
export type FieldErrors = Record<string, FieldErrorCode>

/** Returns whether a message is a code. Messages of zod contain capitals or spaces; a list of codes would enlarge pages. */
const isCode = (value: unknown) => typeof value === "string" && /^[a-z_]+$/.test(value)

const isFieldError = (message: string): message is FieldErrorCode => isCode(message)

/** Returns the first error of each field, such as `title` or `translations.lv.title`, or of the whole body as `form`. */
export function fieldErrors(issues: { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) {
    // Each language has its own fields.
    const name = path[0] === "translations" ? path.join(".") : String(path[0] ?? "form")
    errors[name] ??= isFieldError(message) ? message : "invalid"
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
  /** The current row, with `stale`. */
  current?: unknown
  /** Id of the request in the server's log. */
  request_id?: string
}

export const isProblemCode = (value: unknown): value is ProblemCode => isCode(value)

/** Returns whether the body of an answer is a problem document. */
export const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && isProblemCode(value["code"])
