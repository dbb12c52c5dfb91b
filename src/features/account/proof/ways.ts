/** The ways in which a member can prove their identity without leaving the page. */
import type { Account } from "../own-account.ts"

export type ProofWay = "passkey" | "password" | "code"

/** Returns the account's ways that work in this browser, best first. Empty if Google is the only way. */
export function proofWays(account: Account): ProofWay[] {
  const ways: ProofWay[] = []
  if (account.has_passkey && "PublicKeyCredential" in window) ways.push("passkey")
  if (account.has_password) ways.push("password")
  if (account.has_second_factor) ways.push("code")
  return ways
}
