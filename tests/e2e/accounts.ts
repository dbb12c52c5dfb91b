/** The demo's people, signed in by the API as the forms do it. */
import type { Page } from "@playwright/test"
import { DEMO_PASSWORD } from "../../db/demo/accounts.ts"
import { expect } from "./test.ts"

export const PEOPLE = {
  super: "super@daina.test",
  owner: "owner@daina.test",
  member: "member@daina.test",
} as const

export const PASSWORD = DEMO_PASSWORD

/** Signs the page's browser in, without a screen. */
export async function signInAs(page: Page, person: keyof typeof PEOPLE): Promise<void> {
  const answer = await page.request.post("/api/auth/sign-in", {
    data: { email: PEOPLE[person], password: PASSWORD },
  })
  expect(answer.status()).toBe(200)
}
