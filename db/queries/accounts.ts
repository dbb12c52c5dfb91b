/** Accounts, before there is a viewer: what sign-up and sign-in ask of the database. */
import type { Db } from "../client.ts"
import type { Role } from "./sessions.ts"

export interface AccountForSignIn {
  id: string
  email: string
  /** Null for an account without a password. */
  password_hash: string | null
  role: Role
}

/** The account of an e-mail address (case does not matter), or null. */
export const findAccountForSignIn = (db: Db, email: string) => db.one<AccountForSignIn>`
  select id, email, password_hash, role from find_account_for_sign_in(${email})`

/** Creates an account and returns its id; null when the address has one already. */
export async function createAccount(
  db: Db,
  account: { email: string; passwordHash: string; marketingConsent: boolean },
): Promise<string | null> {
  const row = await db.one<{ id: string | null }>`
    select create_account(${account.email}, ${account.passwordHash}, ${account.marketingConsent}) as id`
  return row?.id ?? null
}
