import type { MessageKey } from "../../../i18n/keys.ts"

/** Values of the URL parameter `error` with which the API leads back from Google to a page. */
export const GOOGLE_REFUSALS = [
  "google_failed",
  "google_unverified",
  "google_unconfirmed",
  "google_mismatch",
  "google_blocked",
  "google_taken",
  "google_leaving",
  "google_late",
  "google_old_login",
] as const

export type GoogleRefusal = (typeof GOOGLE_REFUSALS)[number]

const isRefusal = (code: string): code is GoogleRefusal =>
  GOOGLE_REFUSALS.some((refusal) => refusal === code)

/** Returns the key of the error text for a page's query string, or null if Google reported no error. */
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
