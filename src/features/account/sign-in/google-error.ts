import type { MessageKey } from "../../../i18n/keys.ts"

/** Values of the URL parameter `error` with which the API leads back from Google to a page. */
export const GOOGLE_REFUSALS = [
  "google_failed",
  "google_unverified", // Google has not confirmed the email address.
  "google_unconfirmed", // An account with this email address exists, but has not confirmed it.
  "google_mismatch", // It is not the Google account of the member.
  "google_blocked",
  "google_taken", // Another member uses this Google account here.
  "google_leaving", // The member's account is scheduled for deletion.
  "google_late", // The proof of identity, which connecting requires, has expired.
  "google_old_login", // Google reports a log-in that is too old for a proof of identity.
] as const

export type GoogleRefusal = (typeof GOOGLE_REFUSALS)[number]

const isRefusal = (code: string): code is GoogleRefusal =>
  GOOGLE_REFUSALS.some((refusal) => refusal === code)

/** Returns the key of the error text for a page's query string, or null if it has no such error. */
export function getGoogleErrorText(search: string): MessageKey | null {
  const code = new URLSearchParams(search).get("error") ?? ""
  return isRefusal(code) ? `account:google.errors.${code}` : null
}

/** Returns the URL, without its origin and the given parameters. */
export function removeParameters(
  { pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">,
  ...names: string[]
): string {
  const query = new URLSearchParams(search)
  for (const name of names) query.delete(name)
  return `${pathname}${query.size > 0 ? `?${query}` : ""}${hash}`
}
