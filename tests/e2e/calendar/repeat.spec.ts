import { expectAccessible } from "../accessible.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import { fillNewEvent, getCalendar, openList } from "./screens.ts"
import { createOwnTeam, getDayFromNow, listStoredEvents } from "./teams.ts"

test("a member adds a weekly practice on four dates, changes some dates and deletes one date", {
  tag: "@slow",
}, async ({ page }) => {
  const team = await createOwnTeam(page)
  await openList(page, team)
  const form = await fillNewEvent(page, "Practice", getDayFromNow(3))
  await page.getByLabel("Repeats").selectOption("Every week")
  await page.getByRole("button", { name: "Save event" }).click()
  await expect(page.getByText("This field is required")).toBeVisible()
  // The practice repeats on five weekly dates, of which the member leaves one out.
  await page.getByLabel("Last date").fill(getDayFromNow(3 + 28))
  await page.getByLabel("Leave out a date").fill(getDayFromNow(3 + 14))
  await expect(page.getByText(/^4 dates:/)).toBeVisible()
  await form.save.click()
  await expect(getToast(page, "Event created")).toContainText(
    "4 dates added. Only your team sees it.",
  )
  const { getActionsButton, edit, delete: openDeletion } = getCalendar(page)
  await expect(getActionsButton("Practice")).toHaveCount(4)
  expect((await listStoredEvents(team)).map(({ title }) => title)).toEqual(
    Array(4).fill("Practice"),
  )

  await edit("Practice", 2)
  await form.title.fill("Rehearsal")
  await page.getByLabel("This change is for").selectOption("This and all later dates")
  await form.save.click()
  await expect(getActionsButton("Rehearsal")).toHaveCount(2)

  await edit("Practice", 0)
  await page.getByLabel("This change is for").selectOption("All dates")
  await expect(page.getByText("4 dates change.")).toBeVisible()
  await form.location.fill("Hall 2")
  await expectAccessible(page, "the event form with the choice of dates")
  await form.save.click()
  await expect(page.getByText("Hall 2", { exact: true })).toHaveCount(4)

  await openDeletion("Practice", 0)
  await expect(page.getByLabel("What to delete")).toHaveValue("this")
  await page.getByRole("button", { name: "Delete", exact: true }).click()
  await expect(getActionsButton("Practice")).toHaveCount(1)
  expect((await listStoredEvents(team)).map(({ title }) => title)).toEqual([
    "Practice",
    "Rehearsal",
    "Rehearsal",
  ])
})
