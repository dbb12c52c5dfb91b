/** The calendar by months, where there is room for one; by mouse and by keyboard. */
import { expect, test } from "../test.ts"
import { dayFromNow, ownCrew, postEvent, storedEvents } from "./crew.ts"
import { calendar, eventForm } from "./screens.ts"

/** A month that is not the present one. */
const MONTH = "2027-07"
const at = (day: number, hour = 15) => `${MONTH}-${String(day).padStart(2, "0")}T${hour}:00:00Z`

test("a month shows its days with their events, and the chosen day's below", async ({ page }) => {
  const crew = await ownCrew(page)
  for (const hour of [10, 12, 14, 16]) {
    await postEvent(page, crew, { title: `At ${hour}`, start_date: at(8, hour) })
  }
  const camp = { start_date: at(20), end_date: at(22) }
  await postEvent(page, crew, { title: "Camp", ...camp })
  await page.goto(`/calendar?team=${crew.slug}&month=${MONTH}`)
  const { grid } = calendar(page)
  await expect(page.getByRole("heading", { name: "July 2027" })).toBeVisible()
  const cell = (name: string) => grid.getByRole("gridcell", { name })
  await expect(cell("Thursday, July 8, 2027, 4 events")).toContainText("+2")
  for (const day of ["Tuesday, July 20", "Wednesday, July 21", "Thursday, July 22"]) {
    await expect(cell(`${day}, 2027, 1 event`), "each of its days").toContainText("Camp")
  }
  await cell("Thursday, July 8, 2027").click()
  const below = page.getByRole("region", { name: "Thursday, July 8, 2027" })
  await expect(below.getByRole("heading", { level: 4 })).toHaveText([
    "At 10",
    "At 12",
    "At 14",
    "At 16",
  ])
  await expect(below.getByRole("button", { name: "Edit At 12" })).toBeVisible()
  await cell("Friday, July 9, 2027").click()
  await expect(page.getByText("Nothing on this day.")).toBeVisible()
})

test("the grid is one stop for Tab, and arrow keys lead through it", async ({ page }) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Show", start_date: at(31) })
  await page.goto(`/calendar?team=${crew.slug}&month=${MONTH}`)
  const { grid } = calendar(page)
  const cell = (name: string) => grid.getByRole("gridcell", { name })
  await expect(cell("Saturday, July 31, 2027, 1 event")).toBeVisible()
  await expect(grid.locator("[tabindex='0']")).toHaveCount(1)
  await cell("Thursday, July 8, 2027").click()
  for (const [key, day] of [
    ["ArrowRight", "Friday, July 9"],
    ["ArrowDown", "Friday, July 16"],
    ["ArrowLeft", "Thursday, July 15"],
    ["ArrowUp", "Thursday, July 8"],
    ["Home", "Monday, July 5"],
    ["End", "Sunday, July 11"],
    ["PageDown", "Wednesday, August 11"],
    ["PageUp", "Sunday, July 11"],
  ] as const) {
    await page.keyboard.press(key)
    await expect(cell(`${day}, 2027`)).toBeFocused()
    await expect(cell(`${day}, 2027`)).toHaveAttribute("aria-selected", "true")
  }
  await cell("Saturday, July 31, 2027").click()
  await page.keyboard.press("ArrowRight")
  await expect(cell("Sunday, August 1, 2027"), "into the next month").toBeFocused()
  await expect(page).toHaveURL(/month=2027-08/)
  await page.keyboard.press("ArrowLeft")
  await expect(cell("Saturday, July 31, 2027, 1 event")).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Add event on this day" })).toBeFocused()
})

test("an event is added on the chosen day, by keyboard alone", async ({ page }) => {
  const crew = await ownCrew(page)
  await page.goto(`/calendar?team=${crew.slug}&month=${MONTH}`)
  const { grid, events } = calendar(page)
  await grid.getByRole("gridcell", { name: "Thursday, July 8, 2027" }).click()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  const form = eventForm(page)
  await expect(form.start).toHaveValue("2027-07-08T18:00")
  await expect(form.end).toHaveValue("2027-07-08T20:00")
  await form.type.selectOption("The team only")
  await form.title.focus()
  await page.keyboard.type("Picnic")
  await page.keyboard.press("Enter")
  await expect(events.getByRole("heading", { name: "Picnic" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Add event on this day" })).toBeFocused()
  expect(await storedEvents(crew)).toMatchObject([{ start_date: "2027-07-08T15:00:00.000Z" }])
})

test("buttons lead to other months and back to today; the address and back know it", async ({
  page,
}) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Today", start_date: `${dayFromNow(0)}T12:00:00Z` })
  await page.goto(`/calendar?team=${crew.slug}`)
  const { grid } = calendar(page)
  const now = grid.locator("[aria-current=date]")
  await expect(now).toContainText("Today")
  const heading = page.getByRole("heading", { level: 2 }).first()
  const name = await heading.textContent()
  await page.getByRole("button", { name: "Next month" }).click()
  await expect(heading).not.toHaveText(name ?? "")
  await expect(page).toHaveURL(/[?&]month=\d{4}-\d\d/)
  await page.getByRole("button", { name: "Previous month" }).click()
  await expect(heading).toHaveText(name ?? "")
  await expect(page, "the present month needs no word").not.toHaveURL(/month=/)
  await page.getByRole("button", { name: "Next month" }).click()
  await page.getByRole("button", { name: "Today", exact: true }).click()
  await expect(now).toHaveAttribute("aria-selected", "true")
})

test("the list and the month take turns; a phone has the list alone", async ({ page }) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Practice" })
  await page.goto(`/calendar?team=${crew.slug}`)
  const { grid, row } = calendar(page)
  const view = page.getByRole("group", { name: "View" })
  await expect(grid).toBeVisible()
  await view.getByRole("button", { name: "List" }).click()
  await expect(row("Practice")).toBeVisible()
  await expect(grid).toHaveCount(0)
  await expect(page).toHaveURL(/view=list/)
  await page.goBack()
  await expect(grid).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row("Practice")).toBeVisible()
  await expect(grid).toHaveCount(0)
  await expect(view).toHaveCount(0)
})

test("the chosen day is still chosen after a look at the list", async ({ page }) => {
  const crew = await ownCrew(page)
  await page.goto(`/calendar?team=${crew.slug}&month=${MONTH}`)
  const day = calendar(page).grid.getByRole("gridcell", { name: "Thursday, July 8, 2027" })
  await day.click()
  const view = page.getByRole("group", { name: "View" })
  await view.getByRole("button", { name: "List" }).click()
  await expect(day).toHaveCount(0)
  await view.getByRole("button", { name: "Month" }).click()
  await expect(day).toHaveAttribute("aria-selected", "true")
})

test("while a month is loading it does not say that nothing is on", async ({ page }) => {
  const crew = await ownCrew(page)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route("**/api/events*", async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/calendar?team=${crew.slug}&month=${MONTH}`)
  const below = page.getByRole("region", { name: /^\w+, July \d+, 2027$/ })
  await expect(below.getByRole("status")).toHaveText("Loading the calendar…")
  await expect(below.getByText("Nothing on this day.")).toHaveCount(0)
  goOn()
  await expect(below.getByText("Nothing on this day.")).toBeVisible()
  await expect(below.getByRole("status")).toHaveCount(0)
})
