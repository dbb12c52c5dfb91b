/** The featured events of the home page. */
import { siteDatabase } from "../database.ts"
import { EVENT } from "../pages.ts"
import { expect, test } from "../test.ts"

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
