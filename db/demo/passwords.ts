import { randomBytes } from "node:crypto"
import { hashPassword, verifyPassword } from "../../netlify/lib/sign-in/password.ts"
import { connect, query } from "../client.ts"
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from "./accounts.ts"

/**
 * Checks which demo accounts still have the published password, and records the result in `users.demo_password`.
 * Returns the accounts of DEMO_ACCOUNTS that still have it.
 */
export async function recordPublishedPasswords(ownerUrl: string): Promise<DemoAccount[]> {
  const db = connect(ownerUrl).as(null)
  const demoAccounts = await db.many<{ email: string; hash: string }>`
    select email, password_hash as hash from users
    where demo_password is not null and password_hash is not null`
  const publishedEmails: string[] = []
  for (const { email, hash } of demoAccounts) {
    if (await verifyPassword(hash, DEMO_PASSWORD)) publishedEmails.push(email)
  }
  await db.one`
    update users set demo_password =
      case when email = any(${publishedEmails}::citext[]) then 'published' else 'private' end
    where demo_password is not null and password_hash is not null`
  return DEMO_ACCOUNTS.filter(({ email }) => publishedEmails.includes(email))
}

/** Gives the accounts random passwords and ends their sessions. Returns the accounts with their new passwords. */
export async function setRandomPasswords(
  ownerUrl: string,
  accounts: DemoAccount[],
): Promise<(DemoAccount & { password: string })[]> {
  const accountsWithPasswords = accounts.map((account) => ({
    ...account,
    password: randomBytes(18).toString("base64url"),
  }))
  const db = connect(ownerUrl).as(null)
  for (const { email, password } of accountsWithPasswords) {
    const hash = await hashPassword(password)
    await db.batch([
      query`update users set password_hash = ${hash}, demo_password = 'private' where email = ${email}`,
      query`delete from sessions s using users u where u.id = s.user_id and u.email = ${email}`,
      query`delete from known_devices d using users u where u.id = d.user_id and u.email = ${email}`,
      query`delete from mail_links l using users u where u.id = l.user_id and u.email = ${email}`,
    ])
  }
  return accountsWithPasswords
}
