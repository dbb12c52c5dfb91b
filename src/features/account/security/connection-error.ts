import type { MessageKey } from "../../../i18n/keys.ts"
import { getGoogleErrorText } from "../sign-in/google-error.ts"

/**
 * Returns the error text's key if connecting Google failed, or null if it succeeded. Returns undefined if the query
 * string has no result of a connection.
 */
export function getConnectionErrorText(search: string): MessageKey | null | undefined {
  const query = new URLSearchParams(search)
  if (!query.has("google")) return undefined
  return query.has("error")
    ? (getGoogleErrorText(search) ?? "security:methods.connectFailed")
    : null
}
