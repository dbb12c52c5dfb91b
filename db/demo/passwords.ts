import { randomBytes } from "node:crypto"
import { hashPassword, verifyPassword } from "../../netlify/lib/sign-in/password.ts"
import { connect, query } from "../client.ts"
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from "./accounts.ts"

/** Records the result in `demo_password`. */
export async function recordPublishedPasswords(ownerUrl: string): Promise<DemoAccount[]> {
  const db = connect(ownerUrl).as(null)
  const demoAccounts = await db.many<{ email: string; hash: string }>`
    select email, password_hash as hash from users
    where demo_password is not null and password_hash is not null`
  const published: string[] = []
  for (const { email, hash } of demoAccounts) {
    if (await verifyPassword(hash, DEMO_PASSWORD)) published.push(email)
  }
  await db.one`
    update users set demo_password =
      case when email = any(${published}::citext[]) then 'published' else 'private' end
    where demo_password is not null and password_hash is not null`
  return DEMO_ACCOUNTS.filter(({ email }) => published.includes(email))
}

/** Also ends the sessions. The database stores only hashes of the passwords. */
export async function setRandomPasswords(
  ownerUrl: string,
  accounts: DemoAccount[],
): Promise<(DemoAccount & { password: string })[]> {
  const withPasswords = accounts.map((account) => ({
    ...account,
    password: randomBytes(18).toString("base64url"),
  }))
  const db = connect(ownerUrl).as(null)
  for (const { email, password } of withPasswords) {
    const hash = await hashPassword(password)
    await db.batch([
      query`update users set password_hash = ${hash}, demo_password = 'private' where email = ${email}`,
      query`delete from sessions s using users u where u.id = s.user_id and u.email = ${email}`,
      query`delete from known_devices d using users u where u.id = d.user_id and u.email = ${email}`,
      query`delete from mail_links l using users u where u.id = l.user_id and u.email = ${email}`,
    ])
  }
  return withPasswords
}
