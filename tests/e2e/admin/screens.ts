import type { Page } from "@playwright/test"
import { makePost, makeTeam } from "../../support/people/teams.ts"
import { signInAs } from "../accounts.ts"
import { connectToDatabase } from "../database.ts"
import { type Member, signInNewMember } from "../people.ts"
import { reportAs } from "../reports.ts"
import { expect } from "../test.ts"

/** Display name of the demo's super admin. */
export const SUPER_ADMIN = "Elīna Straume"

export async function openAdmin(page: Page, path: string, heading: string): Promise<void> {
  await signInAs(page, "super")
  await page.goto(path)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
}

export const getRow = (page: Page, text: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: text })

export const getSearchBox = (page: Page) => page.getByRole("main").getByRole("searchbox")

export const getDialog = (page: Page, name: string) => page.getByRole("dialog", { name })

/** Creates a member with a unique name. Afterwards, no member is signed in in the page. */
export async function createNamedMember(page: Page): Promise<Member & { name: string }> {
  const name = `Fan ${crypto.randomUUID().slice(0, 8)}`
  const member = await signInNewMember(page, { profile: { display_name: name } })
  await page.context().clearCookies()
  return { ...member, name }
}

export async function chooseAction(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for “${title}”` }).click()
  await page.getByRole("menuitem", { name: action, exact: true }).click()
}

export async function search(page: Page, text: string): Promise<void> {
  // Waits until an open dialog has saved and closed.
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await getSearchBox(page).fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get("search") === text)
}

export async function openSuggestion(page: Page): Promise<string> {
  const db = await connectToDatabase()
  const title = `Wish ${crypto.randomUUID().slice(0, 8)}`
  await db.one`
    insert into suggestions (name, email, category, priority, title, description, language)
    values ('Mari Maasikas', 'mari@daina.test', 'technical', 'high', ${title}, 'It rains.', 'en')`
  await openAdmin(page, "/admin/suggestions", "Suggestions")
  await search(page, title)
  await expect(getRow(page, title)).toHaveCount(1)
  await expect(page.locator("ul[aria-busy=true]")).toHaveCount(0)
  return title
}

/** Creates a post that two members have reported, and opens the list of reports with it. */
export async function openReportedPost(page: Page, openBrowser: () => Promise<Page>) {
  const db = await connectToDatabase()
  const title = `Post ${crypto.randomUUID().slice(0, 8)}`
  const owner = await createNamedMember(page)
  const team = await makeTeam(db, { [owner.id]: "owner" })
  const { id } = await makePost(db, team.id, owner.id, { title })
  await reportAs(await openBrowser(), "Rūta", "post", id, "spam", "They sell tickets.")
  await reportAs(await openBrowser(), "Jonas", "post", id, "bullying")
  await openAdmin(page, "/admin/reports", "Reports")
  await search(page, title)
  await expect(getRow(page, title)).toHaveCount(1)
  return { title, id, team, owner }
}
