/** What one member is typing in the calendar is not there for the next in the same tab. */
import type { Page } from "@playwright/test"
import { join, signIn } from "../people.ts"
import { comeBack } from "../screens.ts"
import { expect, test } from "../test.ts"
import { type Crew, dayFromNow, enlist, newCrew, ownCrew, postEvent } from "./crew.ts"
import { calendar, confirmation, eventForm, openList, startEvent, toast } from "./screens.ts"

test.use({ expectedErrors: /status of 401/ })

const session = (page: Page) => page.locator("html")

/** Signs out in another tab: the form is in front of this one's button. */
async function signOutElsewhere(page: Page, tab: Page): Promise<void> {
  await tab.goto("/shop")
  await tab.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(session(page)).toHaveAttribute("data-session", "signed-out")
}

async function runOut(page: Page, crew: Crew, member: string): Promise<void> {
  await crew.db.one`delete from sessions where user_id = ${member}`
  await comeBack(page)
  await expect(session(page)).toHaveAttribute("data-session", "signed-out")
}

async function expectNothingOf(page: Page, text: string): Promise<void> {
  await comeBack(page)
  await expect(session(page)).toHaveAttribute("data-session", "signed-in")
  await expect(eventForm(page).dialog).toHaveCount(0)
  await calendar(page).add.click()
  await expect(eventForm(page).title).toHaveValue("")
  await expect(page.locator("body")).not.toContainText(text)
}

test("an event that was begun goes with its member, and the next one's form is empty", async ({
  page,
  others,
}) => {
  const crew = await ownCrew(page)
  await openList(page, crew)
  const form = await startEvent(page, "Mine alone", dayFromNow(3))
  await form.description.fill("Nobody else's business")
  await signOutElsewhere(page, await others.tab())
  await expect(form.dialog).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Sign in for the whole calendar" })).toBeVisible()
  await enlist(page, await newCrew(), "admin")
  await expectNothingOf(page, "Nobody else's business")
})

test("after a session that ran out another member finds nothing", async ({ page }) => {
  const crew = await newCrew()
  const { id } = await enlist(page, crew, "admin")
  await openList(page, crew)
  const form = await startEvent(page, "Mine alone", dayFromNow(3))
  await runOut(page, crew, id)
  await expect(form.title, "it is kept for its member").toHaveValue("Mine alone")
  await enlist(page, await newCrew(), "admin")
  await expectNothingOf(page, "Mine alone")
})

test("after a session that ran out the same member goes on", async ({ page }) => {
  const crew = await newCrew()
  const member = await enlist(page, crew, "admin")
  await openList(page, crew)
  const form = await startEvent(page, "Long evening", dayFromNow(3))
  await runOut(page, crew, member.id)
  await signIn(page, member)
  await comeBack(page)
  await expect(session(page)).toHaveAttribute("data-session", "signed-in")
  await form.save.click()
  await expect(toast(page, "Event created")).toBeVisible()
})

test("a question about deleting goes with its member", async ({ page, others }) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Secret" })
  const screen = await openList(page, crew)
  await screen.delete("Secret").click()
  const question = confirmation(page, "Delete this event?")
  await expect(question).toBeVisible()
  await signOutElsewhere(page, await others.tab())
  await expect(question).toHaveCount(0)
  await join(page)
  await comeBack(page)
  await expect(calendar(page).events).toBeVisible()
  await expect(page.getByText("Secret")).toHaveCount(0)
})
