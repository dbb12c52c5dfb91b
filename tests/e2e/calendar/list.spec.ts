/** The calendar as a list: everything that the member may see, in order, and parts of it. */

import { signInAs } from "../accounts.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { dayFromNow, enlist, newCrew, ownCrew, postEvent } from "./crew.ts"
import { calendar, openList } from "./screens.ts"

const at = (days: number, hour = 15) => `${dayFromNow(days)}T${hour}:00:00Z`

test("events stand under their days in order of time; earlier ones on request", async ({
  page,
}) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Third", start_date: at(9, 17) })
  await postEvent(page, crew, { title: "First", start_date: at(2) })
  await postEvent(page, crew, { title: "Second", start_date: at(9, 10) })
  await postEvent(page, crew, { title: "Long ago", start_date: at(-400) })
  await postEvent(page, crew, { title: "Last month", start_date: at(-30) })
  const { titles, events } = await openList(page, crew)
  expect(await titles()).toEqual(["First", "Second", "Third"])
  await expect(events.getByRole("heading", { level: 2 })).toHaveCount(2)

  const earlier = page.getByRole("button", { name: "Show earlier events" })
  await earlier.click()
  await expect(calendar(page).row("Last month")).toBeVisible()
  await earlier.click()
  await expect(calendar(page).row("Long ago")).toBeVisible()
  expect(await titles()).toEqual(["Long ago", "Last month", "First", "Second", "Third"])
  await earlier.click()
  await expect(page.getByText("There is nothing earlier.")).toBeVisible()
})

test("the whole calendar is in order of time, page after page", async ({ page }) => {
  const crew = await ownCrew(page)
  const { db } = crew
  await db.one`
    insert into events (slug, title, start_date, end_date, team_id, event_type)
    select ${`${crew.slug}-`} || n, 'Number ' || n, moment, moment, ${crew.id}, 'team'
    from generate_series(1, 95) as n,
      lateral (select date_trunc('day', now()) + n * interval '25 hours' as moment) as m`
  const { titles } = await openList(page, crew)
  const more = page.getByRole("button", { name: "Load more" })
  await expect(more).toBeVisible()
  while (await more.isVisible()) {
    const before = (await titles()).length
    await more.click()
    await expect.poll(async () => (await titles()).length).toBeGreaterThan(before)
  }
  expect(await titles()).toEqual(Array.from({ length: 95 }, (_, i) => `Number ${i + 1}`))
})

test("country and team narrow it, in the address too, and back widens it again", async ({
  page,
}) => {
  await signInAs(page, "owner")
  await openList(page, "")
  const { country, team, row } = calendar(page)
  await expect(row("Corridor Cup")).toBeVisible()
  await country.selectOption("Latvia")
  await expect(row("Corridor Cup")).toHaveCount(0)
  await expect(row("Film Walk by the Sea")).toBeVisible()
  await expect(page).toHaveURL(/[?&]country=lv/)
  await team.selectOption("Rīgas Zvaigznes")
  await expect(row("Film Walk by the Sea")).toHaveCount(0)
  await expect(row("Costume evening")).toBeVisible()
  await expect(page).toHaveURL(/[?&]team=rigas-zvaigznes/)

  await page.reload()
  await expect(row("Costume evening")).toBeVisible()
  await expect(country).toHaveValue("lv")
  await expect(team).toHaveValue("rigas-zvaigznes")
  await expect(row("Film Walk by the Sea")).toHaveCount(0)

  await country.selectOption("Estonia")
  await expect(page.getByRole("heading", { name: "Nothing is coming up here" })).toBeVisible()
  await page.goBack()
  await expect(row("Costume evening")).toBeVisible()
  await team.selectOption("All teams")
  await country.selectOption("All countries")
  await expect(row("Corridor Cup")).toBeVisible()
  await expect(page).toHaveURL("/calendar?view=list")
})

test("a team's own events are its members' alone; its public ones are everybody's", async ({
  page,
  browser,
}) => {
  const crew = await newCrew()
  await enlist(page, crew, "admin")
  const { slug } = await postEvent(page, crew, { title: "Secret rehearsal" })
  const { row } = await openList(page, crew)
  await expect(row("Secret rehearsal")).toContainText("Team only")
  await expect(row("Secret rehearsal").getByRole("link", { name: crew.name })).toBeVisible()
  await expect(page.getByRole("link", { name: "Secret rehearsal" }), "it has no page").toHaveCount(
    0,
  )

  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await join(stranger)
  await stranger.goto(`/calendar?view=list&team=${crew.slug}`)
  await expect(stranger.getByRole("heading", { name: "Nothing is coming up here" })).toBeVisible()
  const answer = await stranger.request.get(`/api/events/${slug}`)
  expect(answer.status(), "not even its members' by this way").toBe(404)
  await stranger.goto("/calendar?view=list")
  await expect(calendar(stranger).row("Random Play Dance Rīga")).toBeVisible()
  await expect(calendar(stranger).row("Secret rehearsal")).toHaveCount(0)
  await elsewhere.close()
})

test("a session that ends takes the calendar with it", async ({ page, context }) => {
  const crew = await ownCrew(page)
  await postEvent(page, crew, { title: "Secret rehearsal" })
  const { row } = await openList(page, crew)
  await expect(row("Secret rehearsal")).toBeVisible()
  const tab = await context.newPage()
  await tab.goto("/shop")
  await tab.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(page.getByRole("heading", { name: "Sign in for the whole calendar" })).toBeVisible()
  await expect(page.getByText("Secret rehearsal")).toHaveCount(0)
})

test.describe("an address with a typo", () => {
  test.use({ expectedErrors: /status of 404/ })

  test("a team that is not there is called so, and the way to all teams is near", async ({
    page,
  }) => {
    await ownCrew(page)
    const { team, events } = await openList(page, "&team=no-such-team")
    await expect(page.getByRole("heading", { name: "There is no such team" })).toBeVisible()
    await expect(team.locator("option:checked")).toHaveText("Unknown team")
    await events.getByRole("button", { name: "All teams" }).click()
    await expect(page).not.toHaveURL(/team=/)
    await expect(events).toBeFocused()
    await expect(events.getByRole("heading", { level: 3 }).first()).toBeVisible()
  })
})

test("a team that one is not in is called by its name, without any event", async ({ page }) => {
  await ownCrew(page)
  const other = await newCrew()
  const { team } = await openList(page, other)
  await expect(page.getByRole("heading", { name: "Nothing is coming up here" })).toBeVisible()
  await expect(team.locator("option:checked")).toHaveText(other.name)
})
