import type { Account } from "../own-account.ts"

export type ProofWay = "passkey" | "password" | "code"

/** Returns the ways to confirm the member's identity in this browser, the easiest first. Leaves out Google. */
export function listProofWays(account: Account): ProofWay[] {
  const ways: ProofWay[] = []
  if (account.has_passkey && "PublicKeyCredential" in window) ways.push("passkey")
  if (account.has_password) ways.push("password")
  if (account.has_second_factor) ways.push("code")
  return ways
}
