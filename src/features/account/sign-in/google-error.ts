import type { MessageKey } from "../../../i18n/keys.ts"

/** Values of the URL parameter `error` after the API has redirected the member from Google back to a page. */
export const GOOGLE_REFUSALS = [
  "google_failed",
  "google_unverified", // Google has not confirmed the email address of the Google account.
  "google_unconfirmed", // An account here has this email address, but its member has not confirmed the address.
  "google_mismatch", // The Google account is not the one that the member uses here.
  "google_blocked",
  "google_taken", // Another member uses this Google account here.
  "google_leaving", // The member's account is scheduled for deletion.
  "google_late", // Connecting Google took too long after the member confirmed the identity.
  "google_old_login", // The member's last log-in at Google is too old to confirm the identity.
] as const

export type GoogleRefusal = (typeof GOOGLE_REFUSALS)[number]

const isRefusal = (code: string): code is GoogleRefusal =>
  GOOGLE_REFUSALS.some((refusal) => refusal === code)

/** Returns the key of the text for the error in a query string, or null if `error` is not in `GOOGLE_REFUSALS`. */
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
