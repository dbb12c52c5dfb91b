/** What the way back from Google says when it failed: `?error=…` on the page for logging in. */
import type { MessageKey } from "../../i18n/keys.ts"

const CODES = ["google_failed", "google_unverified", "google_unconfirmed"] as const

const PARAM = "error"

/** The text for an address's error; null without one of ours. */
export function googleErrorText(search: string): MessageKey | null {
  const asked = new URLSearchParams(search).get(PARAM)
  const code = CODES.find((known) => known === asked)
  return code ? `account:google.errors.${code}` : null
}

/** An address's query without its error; all else stays. */
export function withoutError(search: string): string {
  const query = new URLSearchParams(search)
  query.delete(PARAM)
  return query.size > 0 ? `?${query}` : ""
}
