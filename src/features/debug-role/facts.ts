/** Facts about the visitor's session and role for the page /debug-role. */
import type { MessageKey } from "../../i18n/keys.ts"
import type { Session } from "../../session/session.ts"
import { type CallResult, call } from "../../shared/call.ts"
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

/** A translated text, or a value that is shown unchanged. */
export type FactValue = { key: MessageKey } | { value: string }

const formatBoolean = (value: boolean): FactValue => ({
  key: value ? "account:debug.values.yes" : "account:debug.values.no",
})

const formatOptional = (value: string | undefined): FactValue =>
  value ? { value } : { key: "account:debug.values.none" }

/** Returns the role, `user` for anonymous visitors, or null while the session is loading. */
export function getEffectiveRole(session: Session): string | null {
  if (session.status === "loading") return null
  return session.status === "signed-in" ? session.role : "user"
}

export function listFacts(session: Session): Record<Fact, FactValue> {
  const isLoading = session.status === "loading"
  const user = session.status === "signed-in" ? session.user : undefined
  const role = getEffectiveRole(session)
  return {
    isAuthLoading: formatBoolean(isLoading),
    isRoleLoading: formatBoolean(isLoading),
    session: { key: `account:debug.values.${session.status}` },
    email: formatOptional(user?.email),
    id: formatOptional(user?.id),
    role: role ? { value: role } : { key: "account:debug.values.loading" },
    isSuperAdmin: formatBoolean(role === "super_admin"),
    isAdmin: formatBoolean(role === "admin" || role === "super_admin"),
  }
}

export type Summary = "loading" | "granted" | "denied"

export function summarizeSession(session: Session): Summary {
  const role = getEffectiveRole(session)
  if (role === null) return "loading"
  return role === "super_admin" ? "granted" : "denied"
}

export interface RoleRow {
  /** The member's row in the table of roles. Null if the member has no row. */
  row: Record<string, unknown> | null
  role: string
}

export function parseRoleRow(json: unknown): RoleRow {
  if (!isRecord(json) || typeof json["role"] !== "string")
    throw new TypeError("The response has no role")
  const row = json["row"]
  return { row: isRecord(row) ? row : null, role: json["role"] }
}

export const readRoleRow = (): Promise<CallResult<RoleRow>> =>
  call("/api/debug/role", { read: parseRoleRow, cache: "no-store" })
