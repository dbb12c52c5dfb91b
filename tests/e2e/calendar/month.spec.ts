import { expectAccessible } from "../accessible.ts"
import { expect, test } from "../test.ts"
import { getCalendar, getEventForm } from "./screens.ts"
import { createOwnTeam, getDayFromNow, listStoredEvents, postEvent } from "./teams.ts"

const MONTH = "2027-07"
const makeStart = (day: number, hour = 15) =>
  `${MONTH}-${String(day).padStart(2, "0")}T${hour}:00:00Z`

test("the month marks the events that a member attends, and lists the chosen day's events", async ({
  page,
}) => {
  const team = await createOwnTeam(page)
  for (const hour of [10, 12, 14, 16]) {
    await postEvent(page, team, {
      title: `At ${hour}`,
      start_date: makeStart(8, hour),
      location: "Hanzas Perons, Rīga",
    })
  }
  const camp = { start_date: makeStart(20), end_date: makeStart(22) }
  const { id } = await postEvent(page, team, { title: "Camp", ...camp })
  await team.db.one`
    insert into event_signups (event_id, user_id, status)
    select id, user_id, 'going' from events where id = ${id}`
  await page.goto(`/calendar?team=${team.slug}&month=${MONTH}`)
  const { grid } = getCalendar(page)
  await expect(page.getByRole("heading", { name: "July 2027" })).toBeVisible()
  const getCell = (name: string) => grid.getByRole("gridcell", { name })
  await expect(getCell("Thursday, July 8, 2027, 4 events")).toContainText("+2")
  for (const day of ["Tuesday, July 20", "Wednesday, July 21", "Thursday, July 22"]) {
    await expect(getCell(`${day}, 2027, 1 event`), "each day of the camp").toContainText(
      "Camp Going",
    )
  }
  await getCell("Thursday, July 8, 2027").click()
  const dayEvents = page.getByRole("region", { name: "Thursday, July 8" })
  await expect(dayEvents.getByRole("heading", { level: 4 })).toHaveText([
    "At 10",
    "At 12",
    "At 14",
    "At 16",
  ])
  await expect(getCalendar(page).getActionsButton("At 12")).toBeVisible()
  await expectAccessible(page, "the month view")
  await getCell("Friday, July 9, 2027").click()
  await expect(page.getByText("Nothing on this day.")).toBeVisible()
  const nextUp = page.getByRole("region", { name: "Next up" })
  await expect(nextUp.getByRole("listitem")).toHaveText([
    /July 8 · 1:00 PM · Rīga\s*At 10/,
    /At 12/,
    /At 14/,
    /At 16/,
    /Camp Going$/,
  ])
})

test("the grid has one tab stop, and keys move between days", async ({ page }) => {
  const team = await createOwnTeam(page)
  await postEvent(page, team, { title: "Show", start_date: makeStart(31) })
  await page.goto(`/calendar?team=${team.slug}&month=${MONTH}`)
  const { grid } = getCalendar(page)
  const getCell = (name: string) => grid.getByRole("gridcell", { name })
  await expect(getCell("Saturday, July 31, 2027, 1 event")).toBeVisible()
  await expect(grid.locator("[tabindex='0']")).toHaveCount(1)
  await getCell("Thursday, July 8, 2027").click()
  for (const [key, day] of [
    ["ArrowDown", "Thursday, July 15"],
    ["PageDown", "Sunday, August 15"],
    ["PageUp", "Thursday, July 15"],
  ] as const) {
    await page.keyboard.press(key)
    await expect(getCell(`${day}, 2027`)).toBeFocused()
    await expect(getCell(`${day}, 2027`)).toHaveAttribute("aria-selected", "true")
  }
  await getCell("Saturday, July 31, 2027").click()
  await page.keyboard.press("ArrowRight")
  await expect(
    getCell("Sunday, August 1, 2027"),
    "the focus moves into the next month",
  ).toBeFocused()
  await expect(page).toHaveURL(/month=2027-08/)
  await page.keyboard.press("ArrowLeft")
  await expect(getCell("Saturday, July 31, 2027, 1 event")).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Add event on this day" })).toBeFocused()
})

test("an event is added on the chosen day by keyboard", { tag: "@slow" }, async ({ page }) => {
  const team = await createOwnTeam(page)
  await page.goto(`/calendar?team=${team.slug}&month=${MONTH}`)
  const { grid, events } = getCalendar(page)
  await grid.getByRole("gridcell", { name: "Thursday, July 8, 2027" }).click()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  const form = getEventForm(page)
  await expect(form.start).toHaveValue("2027-07-08T18:00")
  await expect(form.end).toHaveValue("2027-07-08T20:00")
  await form.type.selectOption("The team only")
  await form.title.focus()
  await page.keyboard.type("Picnic")
  await page.keyboard.press("Enter")
  await expect(events.getByRole("heading", { name: "Picnic" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Add event on this day" })).toBeFocused()
  expect(await listStoredEvents(team)).toMatchObject([{ start_date: "2027-07-08T15:00:00.000Z" }])
})

test("buttons change the month and the URL", {
  tag: "@slow",
}, async ({ page }) => {
  const team = await createOwnTeam(page)
  await postEvent(page, team, { title: "Today", start_date: `${getDayFromNow(0)}T12:00:00Z` })
  await page.goto(`/calendar?team=${team.slug}`)
  const { grid } = getCalendar(page)
  const today = grid.locator("[aria-current=date]")
  await expect(today).toContainText("Today")
  const heading = page.getByRole("heading", { level: 2 }).first()
  const monthName = await heading.textContent()
  await page.getByRole("button", { name: "Next month" }).click()
  await expect(heading).not.toHaveText(monthName ?? "")
  await expect(page).toHaveURL(/[?&]month=\d{4}-\d\d/)
  await page.getByRole("button", { name: "Previous month" }).click()
  await expect(heading).toHaveText(monthName ?? "")
  await expect(page, "the URL does not name the current month").not.toHaveURL(/month=/)
  await page.getByRole("button", { name: "Next month" }).click()
  await page.getByRole("button", { name: "Today", exact: true }).click()
  await expect(today).toHaveAttribute("aria-selected", "true")
})

test("the calendar starts with the next month that has events", { tag: "@slow" }, async ({
  page,
}) => {
  const team = await createOwnTeam(page)
  await postEvent(page, team, { title: "Show", start_date: makeStart(8) })
  await page.goto(`/calendar?view=month&team=${team.slug}`)
  const { grid } = getCalendar(page)
  const show = grid.getByRole("gridcell", { name: "Thursday, July 8, 2027, 1 event" })
  await expect(show).toHaveAttribute("aria-selected", "true")
  await expect(page).not.toHaveURL(/month=/)
  await page.getByRole("button", { name: "Today", exact: true }).click()
  await expect(grid.locator("[aria-current=date]")).toHaveAttribute("aria-selected", "true")
  const nextUp = page.getByRole("region", { name: "Next up" })
  await expect(nextUp.getByRole("link", { name: "Show" })).toBeVisible()
  await expect(page, "the URL names a month with which the calendar does not start").toHaveURL(
    /month=/,
  )
  await page.reload()
  await expect(grid.locator("[aria-current=date]")).toBeVisible()
})

test("an event added in this month is shown, although the calendar starts with a later month", {
  tag: "@slow",
}, async ({ page }) => {
  const team = await createOwnTeam(page)
  await postEvent(page, team, { title: "Show", start_date: makeStart(8) })
  await page.goto(`/calendar?view=month&team=${team.slug}`)
  const { events, grid } = getCalendar(page)
  await page.getByRole("button", { name: "Today", exact: true }).click()
  await expect(grid.locator("[aria-current=date]")).toHaveAttribute("aria-selected", "true")
  await page.getByRole("button", { name: "Add event on this day" }).click()
  const form = getEventForm(page)
  await form.type.selectOption("The team only")
  await form.title.fill("Picnic")
  await form.save.click()
  await expect(events.getByRole("heading", { name: "Picnic" })).toBeVisible()
  await expect(grid.locator("[aria-current=date]")).toHaveAttribute("aria-selected", "true")
})

test("a switch between month, week and list keeps the chosen day", { tag: "@slow" }, async ({
  page,
}) => {
  const team = await createOwnTeam(page)
  await postEvent(page, team, { title: "Show", start_date: makeStart(8) })
  await page.goto(`/calendar?view=month&team=${team.slug}`)
  await expect(page.getByRole("heading", { name: "July 2027" })).toBeVisible()
  await page.getByRole("button", { name: "Week", exact: true }).click()
  await expect(page.getByRole("heading", { name: "Jul 5 – 11, 2027" })).toBeVisible()
  await page.getByRole("button", { name: "Today", exact: true }).click()
  const today = getCalendar(page).grid.locator("[aria-current=date]")
  await expect(today).toHaveAttribute("aria-selected", "true")
  await page.getByRole("button", { name: "Month", exact: true }).click()
  await expect(today).toHaveAttribute("aria-selected", "true")
  await page.getByRole("button", { name: "List", exact: true }).click()
  await page.getByRole("button", { name: "Week", exact: true }).click()
  await expect(today).toHaveAttribute("aria-selected", "true")
})

test("phones show months and weeks, and filter by the member's teams", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const team = await createOwnTeam(page)
  await postEvent(page, team, { title: "Cup", start_date: makeStart(8) })
  await team.db.one`
    update events set prize = 'A trophy', max_participants = 12,
      registration_url = 'https://cup.example/in' where team_id = ${team.id}`
  await postEvent(page, team, { title: "Party", start_date: makeStart(10) })
  await page.goto(`/calendar?month=${MONTH}`)
  const { grid, getRow, teamFilter } = getCalendar(page)
  await page.getByRole("button", { name: "More filters" }).click()
  await teamFilter.selectOption("My teams")
  await expect(page).toHaveURL(/team=mine/)
  await page.getByRole("button", { name: "Month", exact: true }).click()
  await expect(page).toHaveURL(/view=month/)
  await grid.getByRole("gridcell", { name: "Thursday, July 8, 2027, 1 event" }).click()
  await expect(getRow("Cup")).toContainText("Prize: A trophy")
  await expect(getRow("Cup")).toContainText("12 places")
  await expect(getRow("Party")).toHaveCount(0)
  await page.getByRole("button", { name: "Week", exact: true }).click()
  await expect(page.getByRole("heading", { name: /^Jul 5 – 11, 2027$/ })).toBeVisible()
  await expect(grid, "a phone lists the days of a week").toBeHidden()
  await expect(getRow("Cup")).toBeVisible()
  await expect(getRow("Party")).toBeVisible()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    "nothing is wider than the phone",
  ).toBeLessThanOrEqual(360)
  await page.getByRole("button", { name: "Next week" }).click()
  await expect(getRow("Cup")).toHaveCount(0)
  await expect(page.getByText("Nothing this week.").filter({ visible: true })).toBeVisible()
  await page.getByRole("button", { name: "Previous week" }).click()
  await expect(getRow("Cup")).toBeVisible()
  await page.getByRole("button", { name: "Previous week" }).click()
  await expect(page.getByRole("link", { name: "Next: Thu, July 8 · Cup" })).toBeVisible()
})
