import type { MessageKey } from "../../../i18n/keys.ts"
import { getGoogleErrorText } from "../sign-in/google-error.ts"

/**
 * Returns the key of the text for a failed connection with Google, null after a successful connection, or undefined
 * for a query string without the result of a connection.
 */
export function getConnectionErrorText(search: string): MessageKey | null | undefined {
  const query = new URLSearchParams(search)
  if (!query.has("google")) return undefined
  return query.has("error")
    ? (getGoogleErrorText(search) ?? "security:methods.connectFailed")
    : null
}
