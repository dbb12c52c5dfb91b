import type { Page } from "@playwright/test"
import { connectToDatabase } from "./database.ts"
import { openSession } from "./people.ts"

export { DEMO_PASSWORD } from "../../db/demo/accounts.ts"

export const DEMO_EMAILS = {
  super: "super@daina.test",
  owner: "owner@daina.test",
  member: "member@daina.test",
} as const

export async function signInAs(page: Page, person: keyof typeof DEMO_EMAILS): Promise<void> {
  const db = await connectToDatabase()
  const id = await db.value<string>`select id from users where email = ${DEMO_EMAILS[person]}`
  await openSession(page, id ?? "")
}
