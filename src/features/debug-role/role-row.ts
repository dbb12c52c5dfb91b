/** The visitor's row in `user_roles`, as the server reads it. */
import { type Answer, call } from "../../call.ts"
import { isRecord } from "../../json.ts"

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
