/** How a member can prove their identity without leaving the page. */
import type { Account } from "../own-account.ts"

export type ProofWay = "passkey" | "password" | "code"

/** Returns the ways that an account has in this browser, best first; none when Google is the only one. */
export function proofWays(account: Account): ProofWay[] {
  const ways: ProofWay[] = []
  if (account.has_passkey && "PublicKeyCredential" in window) ways.push("passkey")
  if (account.has_password) ways.push("password")
  if (account.has_second_factor) ways.push("code")
  return ways
}
