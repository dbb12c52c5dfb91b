/** What the admin area's screens have on them, as a person finds it. */
import type { Page } from "@playwright/test"
import { signInAs } from "../accounts.ts"
import { join, type Member } from "../people.ts"
import { expect } from "../test.ts"

/** Opens a screen of the area as the demo's super admin. */
export async function openAdmin(page: Page, path: string, heading: string): Promise<void> {
  await signInAs(page, "super")
  await page.goto(path)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
}

export const row = (page: Page, text: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: text })

export const searchBox = (page: Page) => page.getByRole("main").getByRole("searchbox")

export const question = (page: Page, name: string) => page.getByRole("dialog", { name })

/** Somebody new with a name that nobody else has; signed out again. */
export async function newMember(page: Page): Promise<Member & { name: string }> {
  const name = `Fan ${crypto.randomUUID().slice(0, 8)}`
  const member = await join(page, { profile: { display_name: name } })
  await page.context().clearCookies()
  return { ...member, name }
}

/** Only these rows of a list are there. */
export async function search(page: Page, text: string): Promise<void> {
  // Nothing is typed behind a dialog, which may still be saving.
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await searchBox(page).fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get("search") === text)
}
