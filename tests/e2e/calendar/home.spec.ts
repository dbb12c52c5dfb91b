/** The featured events of the home page. */
import type { Page } from "@playwright/test"
import { siteDatabase } from "../database.ts"
import { EVENT } from "../pages.ts"
import { expect, test } from "../test.ts"
import { expectStillness, watchShifts } from "./shifts.ts"

test("the home page lists eight events that are to come, soonest first, none of them a team's", async ({
  page,
}) => {
  await page.goto("/")
  const rows = page.getByRole("list", { name: "Featured events" }).getByRole("listitem")
  const shown = rows.filter({ visible: true })
  await expect(shown).toHaveCount(8)
  await expect(rows.getByText("Open practice")).toHaveCount(0)
  await expect(rows.getByText("round five"), "a past one").toHaveCount(0)
  const starts = await shown
    .locator("time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""))
  expect(starts).toEqual(starts.toSorted())

  const featured = shown.filter({ hasText: "Random Play Dance Rīga" })
  await expect(featured.getByText("(Featured)")).toHaveCount(1)
  await expect(featured.getByText("150 places")).toBeVisible()
  await expect(featured.getByText("registration TBA")).toBeVisible()
  await expect(featured.getByText("Seventy choruses")).toBeVisible()
  await expect(featured.getByText(/Kaņepes Kultūras centrs, Rīga/)).toBeVisible()
  const ring = await featured.evaluate((row) => getComputedStyle(row).boxShadow)
  expect(ring).toMatch(/2px inset$/)

  const league = shown.filter({ hasText: "Vilnius Crew League: round six" })
  await expect(league.getByText("Prize: The wooden spoon of the season")).toBeVisible()
  await expect(league.getByText("(Featured)")).toHaveCount(0)
  expect(await league.evaluate((row) => getComputedStyle(row).boxShadow)).toBe("none")
  const register = league.getByRole("link", {
    name: "Register for Vilnius Crew League: round six",
  })
  await expect(register).toHaveAttribute("href", "https://example.org/vilnius-crew-league")
  await expect(shown.filter({ hasText: "Laisvės alėja Relay" })).toContainText("Open to all")

  await league.getByRole("link", { name: "Vilnius Crew League: round six", exact: true }).click()
  await expect(page).toHaveURL("/events/vilnius-crew-league-round-six")
})

test("days later the page that was built shows what is still to come", async ({ page }) => {
  const db = await siteDatabase()
  const final = await db.one<{ start_date: string }>`
    select start_date from events where slug = ${EVENT}`
  const rows = page
    .getByRole("list", { name: "Featured events" })
    .getByRole("listitem")
    .filter({ visible: true })
  await page.clock.setFixedTime(final?.start_date ?? "")
  await page.goto("/")
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText("Baltic Cover Cup: the final")
  await page.clock.setFixedTime(Date.parse(final?.start_date ?? "") + 2 * 86_400_000)
  await page.reload()
  await expect(
    page.getByRole("heading", { name: "Nothing on the calendar just now" }),
  ).toBeVisible()
  await expect(rows).toHaveCount(0)
})

const EVENTS = "**/api/events?scope=public"
const POSTS = "**/api/team-posts*"

/** An event that the editors put on this minute. */
const SUDDEN = {
  id: "0b0f5d3e-4a3e-4d57-8a53-5a2b7f1f8a11",
  slug: "sudden-dance",
  title: "Sudden dance",
  prize: "A lightstick",
  registration_url: null,
  featured: false,
}

/** What the site's own answers say some minutes after the page was built. */
async function goOn(page: Page, delay = 0): Promise<void> {
  await page.route(EVENTS, async (route) => {
    const response = await route.fetch()
    const { events } = await response.json()
    const later = events.map((event: { slug: string }) =>
      event.slug === "random-play-dance-riga"
        ? { ...event, is_cancelled: true, updated_at: new Date().toISOString() }
        : event,
    )
    const [first] = events
    await new Promise((resolve) => setTimeout(resolve, delay))
    const json = { events: [{ ...first, ...SUDDEN }, ...later.slice(0, -1)] }
    await route.fulfill({ response, json })
  })
  await page.route(POSTS, async (route) => {
    const response = await route.fetch()
    const { team_posts } = await response.json()
    const [first] = team_posts
    const post = { ...first, id: SUDDEN.id, title: "Just written", team_slug: "pohjataht" }
    await route.fulfill({ response, json: { team_posts: [post, ...team_posts.slice(0, -1)] } })
  })
}

const featured = (page: Page) =>
  page
    .getByRole("list", { name: "Featured events" })
    .getByRole("listitem")
    .filter({ visible: true })
const posts = (page: Page) =>
  page.getByRole("region", { name: "From the teams" }).getByRole("listitem")

for (const [what, width, height] of [
  ["a phone", 390, 844],
  ["a wide screen", 1440, 900],
] as const) {
  test(`what is newer comes onto the home page of ${what}, and moves nothing that is seen`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await watchShifts(page)
    await goOn(page)
    await page.goto("/")
    const [first, cancelled] = [
      featured(page).first(),
      featured(page).filter({ hasText: "Random Play Dance Rīga" }),
    ]
    await expect(first.getByRole("link", { name: "Sudden dance", exact: true })).toHaveAttribute(
      "href",
      "/events/sudden-dance",
    )
    await expect(first.getByText("Prize: A lightstick")).toBeVisible()
    await expect(first.getByText("registration TBA")).toBeVisible()
    await expect(first.getByText("Cancelled")).toHaveCount(0)
    await expect(cancelled.getByText("Cancelled")).toBeVisible()
    await expect(cancelled.getByText("registration TBA")).toHaveCount(0)
    await expect(featured(page)).toHaveCount(8)
    await expect(posts(page)).toHaveCount(6)
    await expect(posts(page).first().getByRole("link", { name: "Just written" })).toHaveAttribute(
      "href",
      "/teams/pohjataht#blog",
    )
    await expectStillness(page)
  })
}

test("what is newer waits while somebody is looking at the list", async ({ page }) => {
  await goOn(page, 1500)
  await page.goto("/")
  const answered = page.waitForResponse(EVENTS)
  await featured(page).first().scrollIntoViewIfNeeded()
  await answered
  await page.waitForTimeout(300)
  await expect(featured(page).getByText("Sudden dance")).toHaveCount(0)
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
  await expect(featured(page).getByText("Sudden dance")).toHaveCount(1)
})

test("without answers the home page stays as it was built", async ({ page }) => {
  for (const address of [EVENTS, POSTS]) {
    await page.route(address, (route) => route.fulfill({ body: "<p>Bad gateway</p>" }))
  }
  const answers = [EVENTS, POSTS].map((address) => page.waitForResponse(address))
  await page.goto("/")
  await Promise.all(answers)
  await page.waitForTimeout(300)
  await expect(featured(page)).toHaveCount(8)
  await expect(posts(page)).toHaveCount(6)
})
