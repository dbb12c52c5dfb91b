import type { MessageKey } from "../../../i18n/keys.ts"

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

export function getGoogleErrorText(search: string): MessageKey | null {
  const code = new URLSearchParams(search).get("error") ?? ""
  return isRefusal(code) ? `account:google.errors.${code}` : null
}

export function removeParameters(
  { pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">,
  ...names: string[]
): string {
  const query = new URLSearchParams(search)
  for (const name of names) query.delete(name)
  return `${pathname}${query.size > 0 ? `?${query}` : ""}${hash}`
}
