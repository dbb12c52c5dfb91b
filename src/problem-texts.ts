/** What the interface says for each code; the compiler sees when one has no text. */
import type { FailureCode } from "./call.ts"
import type { MessageKey } from "./i18n/keys.ts"
import type { FieldErrorCode } from "./problem.ts"

export const FAILURE_TEXTS = {
  malformed: "errors:problems.malformed",
  credentials_required: "errors:problems.credentials_required",
  sign_in_required: "errors:problems.sign_in_required",
  invalid_credentials: "errors:problems.invalid_credentials",
  forbidden: "errors:problems.forbidden",
  cross_site: "errors:problems.cross_site",
  not_found: "errors:problems.not_found",
  email_taken: "errors:problems.email_taken",
  slug_taken: "errors:problems.slug_taken",
  stale: "errors:problems.stale",
  too_large: "errors:problems.too_large",
  unsupported_image: "errors:problems.unsupported_image",
  invalid: "errors:problems.invalid",
  rate_limited: "errors:problems.rate_limited",
  internal: "errors:problems.internal",
  database_unavailable: "errors:problems.database_unavailable",
  unreachable: "errors:problems.unreachable",
} satisfies Record<FailureCode, MessageKey>

export const FIELD_ERROR_TEXTS = {
  required: "errors:fields.required",
  too_long: "errors:fields.too_long",
  invalid: "errors:fields.invalid",
  invalid_email: "errors:fields.invalid_email",
  password_too_short: "errors:fields.password_too_short",
  password_too_long: "errors:fields.password_too_long",
  passwords_differ: "errors:fields.passwords_differ",
  terms_required: "errors:fields.terms_required",
  email_taken: "errors:fields.email_taken",
  invalid_slug: "errors:fields.invalid_slug",
  reserved_slug: "errors:fields.reserved_slug",
  slug_taken: "errors:fields.slug_taken",
} satisfies Record<FieldErrorCode, MessageKey>
