/** Texts for the `error` parameter of the page that Google leads back to. */
import type { MessageKey } from "../../../i18n/keys.ts"
import type { GoogleRefusal } from "../schema.ts"

// Importing the list of codes from the schema would load zod before the form is used.
const TEXTS = {
  google_failed: "account:google.errors.google_failed",
  google_unverified: "account:google.errors.google_unverified",
  google_unconfirmed: "account:google.errors.google_unconfirmed",
  google_mismatch: "account:google.errors.google_mismatch",
  google_blocked: "account:google.errors.google_blocked",
  google_taken: "account:google.errors.google_taken",
  google_leaving: "account:google.errors.google_leaving",
  google_late: "account:google.errors.google_late",
  google_old_login: "account:google.errors.google_old_login",
} as const satisfies Record<GoogleRefusal, MessageKey>

const isRefusal = (code: string): code is GoogleRefusal => Object.hasOwn(TEXTS, code)

/** Returns the text for the error in an address; null without a known error. */
export function googleErrorText(search: string): MessageKey | null {
  const code = new URLSearchParams(search).get("error") ?? ""
  return isRefusal(code) ? TEXTS[code] : null
}

/** Returns an address without the `error` parameter and without the other given parameters. */
export function withoutError(
  { pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">,
  ...others: string[]
): string {
  const query = new URLSearchParams(search)
  for (const name of ["error", ...others]) query.delete(name)
  return `${pathname}${query.size > 0 ? `?${query}` : ""}${hash}`
}
