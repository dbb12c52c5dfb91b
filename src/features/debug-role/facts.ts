/** What `/debug-role` says of a session, and of the row in `user_roles` as the server reads it. */

import type { MessageKey } from "../../i18n/keys.ts"
import type { Session } from "../../session/session.ts"
import { type Answer, call } from "../../shared/call.ts"
import { isRecord } from "../../shared/json.ts"

export const FACTS = [
  "isAuthLoading",
  "isRoleLoading",
  "session",
  "email",
  "id",
  "role",
  "isSuperAdmin",
  "isAdmin",
] as const

export type Fact = (typeof FACTS)[number]

/** A text to translate, or a value as it is. */
export type FactValue = { key: MessageKey } | { value: string }

const yesOrNo = (isSo: boolean): FactValue => ({
  key: isSo ? "account:debug.values.yes" : "account:debug.values.no",
})

const orNone = (value: string | undefined): FactValue =>
  value ? { value } : { key: "account:debug.values.none" }

/** The role that counts: who is not signed in, or has no row, is a user; unknown while loading. */
export function roleOf(session: Session): string | null {
  if (session.status === "loading") return null
  return session.status === "signed-in" ? session.role : "user"
}

export function factsOf(session: Session): Record<Fact, FactValue> {
  const isLoading = session.status === "loading"
  const user = session.status === "signed-in" ? session.user : undefined
  const role = roleOf(session)
  return {
    // The role comes with the session, in one answer.
    isAuthLoading: yesOrNo(isLoading),
    isRoleLoading: yesOrNo(isLoading),
    session: { key: `account:debug.values.${session.status}` },
    email: orNone(user?.email),
    id: orNone(user?.id),
    role: role ? { value: role } : { key: "account:debug.values.loading" },
    isSuperAdmin: yesOrNo(role === "super_admin"),
    isAdmin: yesOrNo(role === "admin" || role === "super_admin"),
  }
}

export type Summary = "loading" | "granted" | "denied"

export function summaryOf(session: Session): Summary {
  const role = roleOf(session)
  if (role === null) return "loading"
  return role === "super_admin" ? "granted" : "denied"
}

export interface RoleRow {
  /** As it came, to be shown; null when there is none. */
  row: Record<string, unknown> | null
  /** What counts, with a row or without. */
  role: string
}

/** Throws for anything else than the function's answer. */
export function parseRoleRow(json: unknown): RoleRow {
  if (!isRecord(json) || typeof json["role"] !== "string") throw new TypeError("no role")
  const row = json["row"]
  return { row: isRecord(row) ? row : null, role: json["role"] }
}

export const readRoleRow = (): Promise<Answer<RoleRow>> =>
  call("/api/debug/role", { read: parseRoleRow, cache: "no-store" })
