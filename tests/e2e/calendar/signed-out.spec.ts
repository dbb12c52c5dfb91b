/** The calendar of somebody who is not signed in: the way in, and what is public. */

import { PASSWORD, PEOPLE } from "../accounts.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"
import { calendar } from "./screens.ts"

test("a stranger is asked to sign in, and comes back to the whole calendar", async ({ page }) => {
  await page.goto("/calendar")
  await expect(page.getByRole("heading", { name: "Sign in for the whole calendar" })).toBeVisible()
  await expect(calendar(page).add).toHaveCount(0)
  await expect(calendar(page).grid).toHaveCount(0)
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click()
  await expect(page).toHaveURL("/login?next=%2Fcalendar")
  await fillSignIn(page, { email: PEOPLE.owner, password: PASSWORD })
  await expect(page).toHaveURL("/calendar")
  await expect(calendar(page).grid).toBeVisible()
  await expect(page.getByRole("heading", { name: "Sign in for the whole calendar" })).toBeHidden()
})

test("in Latvian the way in leads back to the Latvian calendar", async ({ page }) => {
  await page.goto("/lv/calendar")
  const link = page.getByRole("main").getByRole("link", { name: "Ienākt" })
  await expect(link).toHaveAttribute("href", "/lv/login?next=%2Flv%2Fcalendar")
})

test("a stranger sees the public events that are to come, the teams' among them", async ({
  page,
}) => {
  await page.goto("/calendar")
  const events = page.getByRole("region", { name: "Public events" })
  await expect(events.getByRole("link", { name: "Random Play Dance Rīga" })).toBeVisible()
  await expect(
    events.getByRole("link", { name: "Open practice: come and learn one chorus" }),
  ).toBeVisible()
  await expect(events.getByText("Cancelled"), "a cancelled one says so").toBeVisible()
  await expect(page.getByText("Costume evening"), "the team's own").toHaveCount(0)
  await expect(page.getByText("Vilnius Crew League: round five"), "a past one").toHaveCount(0)
  const days = await events
    .locator("time")
    .evaluateAll((times) =>
      times.map((time) => (time instanceof HTMLTimeElement ? time.dateTime : "")),
    )
  expect(days.length).toBeGreaterThan(10)
  expect(days).toEqual(days.toSorted())
})

test("titles stand below each other on a wide screen, with a description or without", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto("/calendar")
  const titles = page
    .getByRole("region", { name: "Public events" })
    .getByRole("heading", { level: 3 })
  await expect(titles.first()).toBeVisible()
  const edges = await titles.evaluateAll((found) => found.map((it) => it.getBoundingClientRect().x))
  expect(edges.length).toBeGreaterThan(10)
  expect(new Set(edges).size).toBe(1)
})

test("the API keeps the calendar from strangers", async ({ request }) => {
  for (const path of ["/api/events", "/api/events?view=all&limit=5"]) {
    const answer = await request.get(path)
    expect([answer.status(), (await answer.json()).code]).toEqual([401, "sign_in_required"])
  }
})

test("without scripts the public events are there", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto("/calendar")
  await expect(page.getByRole("heading", { name: "Baltic Cover Cup: the final" })).toBeVisible()
  await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toBeVisible()
  await context.close()
})
