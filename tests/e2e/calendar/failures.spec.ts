import type { Page } from "@playwright/test"
import { getToast, logOut, returnToTab } from "../screens.ts"
import { expect, test } from "../test.ts"
import { fillNewEvent, getCalendar, getEventForm, openList } from "./screens.ts"
import { createOwnTeam, createTeam, getDayFromNow, joinTeam, listStoredEvents } from "./teams.ts"

test.use({ expectedErrors: /status of 401|ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION)/ })

const SAVE_FAILED =
  "Failed to save event. Make sure you have permission to create events for this team."
const OFFLINE_TEXT = "You're offline. Try again once you have a connection."

test("an event that could not be saved offline keeps its texts and can be saved later", async ({
  page,
  context,
}) => {
  const team = await createOwnTeam(page)
  await openList(page, team)
  const form = await fillNewEvent(page, "Offline", getDayFromNow(3))
  await form.description.fill("Typed in a tunnel.")
  await context.setOffline(true)
  await form.save.click()
  await expect(getToast(page, SAVE_FAILED)).toContainText(OFFLINE_TEXT)
  await expect(form.dialog.getByRole("alert").getByText(OFFLINE_TEXT)).toBeVisible()
  await expect(form.description).toHaveValue("Typed in a tunnel.")
  await expect(form.save).toBeEnabled()
  const phone = { width: 390, height: 844 }
  await page.setViewportSize(phone)
  await expect(form.save).toBeInViewport({ ratio: 1 })
  const [toastBox, buttonBox] = [
    await getToast(page, SAVE_FAILED).boundingBox(),
    await form.save.boundingBox(),
  ]
  expect((toastBox?.y ?? phone.height) + (toastBox?.height ?? 0)).toBeLessThan(buttonBox?.y ?? 0)
  // The toast must be inside the modal dialog, because elements outside of a modal dialog cannot be clicked.
  await getToast(page, SAVE_FAILED).getByRole("button").click()
  await expect(getToast(page, SAVE_FAILED)).toHaveCount(0)
  await context.setOffline(false)
  await form.save.click()
  await expect(getToast(page, "Event created")).toBeVisible()
  expect(await listStoredEvents(team)).toMatchObject([{ description: "Typed in a tunnel." }])
})

const getRoot = (page: Page) => page.locator("html")

/** Expects that neither the page nor the form of a new event contains a text that the previous member typed. */
async function expectTextRemoved(page: Page, text: string): Promise<void> {
  await returnToTab(page)
  await expect(getRoot(page)).toHaveAttribute("data-session", "signed-in")
  await expect(getEventForm(page).dialog).toHaveCount(0)
  await getCalendar(page).addButton.click()
  await expect(getEventForm(page).title).toHaveValue("")
  await expect(page.locator("body")).not.toContainText(text)
}

test("a log-out removes an unsaved event, and the next member's form is empty", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const team = await createOwnTeam(page)
  await openList(page, team)
  const form = await fillNewEvent(page, "Mine alone", getDayFromNow(3))
  await form.description.fill("Nobody else's business")
  // Logs out in another tab, because the form covers the button in this tab.
  const tab = await otherPages.openTab()
  await tab.goto("/shop")
  await logOut(tab)
  await expect(getRoot(tab)).toHaveAttribute("data-session", "signed-out")
  await expect(form.dialog).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Join to see team events too" })).toBeVisible()
  await joinTeam(page, await createTeam(), "admin")
  await expectTextRemoved(page, "Nobody else's business")
})
