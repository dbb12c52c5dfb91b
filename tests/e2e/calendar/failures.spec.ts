/** When the connection or the session is lost: said by its toast, nothing typed is lost, and it works again. */
import type { Page, Route } from "@playwright/test"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"
import { dayFromNow, enlist, newCrew, ownCrew, postEvent, storedEvents } from "./crew.ts"
import { calendar, confirmation, eventForm, openList, startEvent, toast } from "./screens.ts"

test.use({ expectedErrors: /status of 401|ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION)/ })

const SAVE_FAILED =
  "Failed to save event. Make sure you have permission to create events for this team."
const UNREACHABLE = "Daina cannot be reached. Check your connection and try again."

/** Cuts the calendar's own connection: the page itself still loads. */
const cutOff = async (page: Page) => {
  const cut = (route: Route) => route.abort("connectionreset")
  await page.route("**/api/events*", cut)
  return () => page.unroute("**/api/events*", cut)
}

for (const view of ["list", "month"]) {
  test(`a ${view} that cannot be loaded says so, and loads at the next try`, async ({ page }) => {
    const crew = await ownCrew(page)
    await postEvent(page, crew, { title: "Found again", start_date: `${dayFromNow(0)}T20:00:00Z` })
    const restore = await cutOff(page)
    await page.goto(`/calendar?view=${view}&team=${crew.slug}`)
    const state = page.getByRole("alert").filter({ hasText: "Failed to load events" })
    await expect(state).toContainText(UNREACHABLE)
    await expect(toast(page, "Failed to load events")).toContainText(UNREACHABLE)
    await restore()
    await state.getByRole("button", { name: "Try again" }).press("Enter")
    await expect(calendar(page).events, "the focus stays near").toBeFocused()
    await expect(calendar(page).events.getByText("Found again").first()).toBeVisible()
    await expect(state).toHaveCount(0)
  })
}

test("what is shown stays when what is earlier cannot be loaded", async ({ page }) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Still here" })
  await postEvent(page, crew, { title: "Earlier", start_date: `${dayFromNow(-5)}T15:00:00Z` })
  const { row } = await openList(page, crew)
  const restore = await cutOff(page)
  const earlier = page.getByRole("button", { name: "Show earlier events" })
  await earlier.click()
  await expect(toast(page, "Failed to load events")).toBeVisible()
  await expect(row("Still here")).toBeVisible()
  await restore()
  await earlier.click()
  await expect(row("Earlier")).toBeVisible()
})

test("an event that cannot be saved keeps every word, and is saved once the connection is back", async ({
  page,
  context,
}) => {
  const crew = await ownCrew(page)
  await openList(page, crew)
  const form = await startEvent(page, "Offline", dayFromNow(3))
  await form.description.fill("Typed in a tunnel.")
  await context.setOffline(true)
  await form.save.click()
  await expect(toast(page, SAVE_FAILED)).toContainText(UNREACHABLE)
  await expect(form.dialog.getByText(UNREACHABLE)).toBeVisible()
  await expect(form.description).toHaveValue("Typed in a tunnel.")
  await expect(form.save).toBeEnabled()
  await context.setOffline(false)
  await form.save.click()
  await expect(toast(page, "Event created")).toBeVisible()
  expect(await storedEvents(crew)).toMatchObject([{ description: "Typed in a tunnel." }])
})

test("an event that cannot be deleted stays, and goes once the connection is back", async ({
  page,
  context,
}) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Stubborn" })
  const screen = await openList(page, crew)
  const really = confirmation(page, "Delete this event?").getByRole("button", { name: "Delete" })
  await context.setOffline(true)
  await screen.delete("Stubborn").click()
  await really.click()
  await expect(toast(page, "Failed to delete event")).toContainText(UNREACHABLE)
  await expect(screen.row("Stubborn")).toBeVisible()
  await context.setOffline(false)
  await screen.delete("Stubborn").click()
  await really.click()
  await expect(toast(page, "Event deleted")).toBeVisible()
  await expect(screen.row("Stubborn")).toHaveCount(0)
})

test("the form that cannot be fetched says so, and opens at the next try", async ({
  page,
  context,
}) => {
  const crew = await ownCrew(page)
  const screen = await openList(page, crew)
  await context.setOffline(true)
  await screen.add.click()
  await expect(toast(page, UNREACHABLE)).toBeVisible()
  await context.setOffline(false)
  await screen.add.click()
  await expect(eventForm(page).dialog).toBeVisible()
})

test("a session that ended meanwhile loses nothing typed: sign in again elsewhere, and save", async ({
  page,
  context,
}) => {
  const crew = await newCrew()
  const member = await enlist(page, crew, "admin")
  await openList(page, crew)
  const form = await startEvent(page, "Long evening", dayFromNow(3))
  await crew.db.one`delete from sessions where user_id = ${member.id}`
  await form.save.click()
  await expect(toast(page, SAVE_FAILED)).toContainText("Please sign in first.")
  const opening = context.waitForEvent("page")
  await form.dialog.getByRole("link", { name: "Sign in" }).click()
  const tab = await opening
  await fillSignIn(tab, member)
  await expect(tab).toHaveURL(/\/calendar/)
  await expect(form.title).toHaveValue("Long evening")
  await form.save.click()
  await expect(calendar(page).row("Long evening")).toBeVisible()
})
