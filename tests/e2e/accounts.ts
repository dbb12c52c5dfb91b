/** The accounts of the demo content. */
import type { Page } from "@playwright/test"
import { DEMO_PASSWORD } from "../../db/demo/accounts.ts"
import { siteDatabase } from "./database.ts"
import { openSession } from "./people.ts"

export const PEOPLE = {
  super: "super@daina.test",
  owner: "owner@daina.test",
  member: "member@daina.test",
} as const

export const PASSWORD = DEMO_PASSWORD

/** Signs the browser in as a demo account, without the login page. */
export async function signInAs(page: Page, person: keyof typeof PEOPLE): Promise<void> {
  const db = await siteDatabase()
  const id = await db.value<string>`select id from users where email = ${PEOPLE[person]}`
  await openSession(page, id ?? "")
}
