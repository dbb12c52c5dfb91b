/** Whether the demo's people are there. */
import { connect } from "../client.ts"
import { DEMO_ACCOUNTS, type DemoAccount } from "./accounts.ts"

/** The demo accounts that exist in the database. */
export async function presentDemoAccounts(ownerUrl: string): Promise<DemoAccount[]> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const found = await connect(ownerUrl).as(null).many<{ email: string }>`
    select email from users where email = any(${emails}::citext[])`
  const present = new Set(found.map(({ email }) => email))
  return DEMO_ACCOUNTS.filter(({ email }) => present.has(email))
}
