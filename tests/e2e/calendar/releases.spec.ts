import { expectAccessible } from "../accessible.ts"
import { signInAs } from "../accounts.ts"
import { expect, test } from "../test.ts"
import { getCalendar } from "./screens.ts"

test.use({ expectedErrors: /Failed to load resource/ })

const RELEASES_URL = "**/calendar/releases.json"

test("a visitor turns releases on and off, and the browser keeps the choice", async ({ page }) => {
  const requests: string[] = []
  page.on("request", (request) => requests.push(request.url()))
  await page.goto("/calendar")
  const button = page.getByRole("button", { name: "Releases", exact: true })
  const list = page.getByRole("region", { name: "Public events" }).locator("[data-days]")
  const datedRelease = list.getByRole("link", { name: "aespa: Glass Garden" })
  await expect(button).toHaveAttribute("aria-pressed", "false")
  expect(requests.filter((url) => url.endsWith(".json"))).toEqual([])

  await page.route(RELEASES_URL, (route) => route.abort())
  await button.click()
  await expect(page.getByText("Releases couldn't be loaded.")).toBeVisible()
  await expect(button).toHaveAttribute("aria-pressed", "false")
  await page.unroute(RELEASES_URL)
  await button.click()
  await expect(datedRelease).toHaveAttribute("href", "/music/aespa")
  await expect(page.getByText("Releases couldn't be loaded.")).toHaveCount(0)
  await expect(list.getByText("ATEEZ: Saltwater"), "past releases are not listed").toHaveCount(0)
  const getDay = (text: string) => list.getByRole("listitem").filter({ hasText: text }).first()
  await expect(getDay("aespa: Glass Garden").locator("time")).toHaveText(/^\w{3} \d+$/)
  await expect(getDay("NMIXX: Corner Shop").locator("time"), "only the month is known").toHaveText(
    /^[A-Z][a-z]+$/,
  )
  const dates = await list
    .locator("time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""))
  // In a month, the releases of which only the month is known are listed after all days.
  const getSortKey = (date: string) =>
    date.length === "YYYY-MM".length ? `${date}-32` : date.slice(0, "YYYY-MM-DD".length)
  expect(dates.map(getSortKey)).toEqual(dates.map(getSortKey).toSorted())
  expect(requests.filter((url) => /react/i.test(url))).toEqual([])
  await expectAccessible(page, "the public calendar with releases")

  await page.reload()
  await expect(datedRelease, "the choice is kept").toBeVisible()
  await button.click()
  await expect(datedRelease).toBeHidden()
  await page.reload()
  await expect(button).toHaveAttribute("aria-pressed", "false")
  await expect(datedRelease).toHaveCount(0)
})

test("a member sees releases in the list, and releases without a known day beside the month's grid", {
  tag: "@slow",
}, async ({ page }) => {
  await signInAs(page, "member")
  await page.goto("/calendar?view=list")
  const button = page.getByRole("button", { name: "Releases", exact: true })
  const main = page.getByRole("main")
  await page.route(RELEASES_URL, (route) => route.abort())
  await button.click()
  await expect(page.getByText("Releases couldn't be loaded.")).toBeVisible()
  await page.unroute(RELEASES_URL)
  // The first click turns the releases off, and the second click loads them again.
  await button.click()
  await button.click()
  const release = main.getByRole("listitem").filter({ hasText: "aespa: Glass Garden" }).last()
  await expect(release).toContainText("Mini album")
  await expect(release.getByRole("link")).toHaveAttribute("href", "/music/aespa")
  await page.getByRole("button", { name: "Month", exact: true }).click()
  const { grid } = getCalendar(page)
  const [releaseMonth = ""] = await page.evaluate(async () => {
    const { releases } = await (await fetch("/calendar/releases.json")).json()
    return releases
      .filter(({ artist }: { artist: string }) => artist === "NMIXX")
      .map(({ date }: { date: string }) => date)
  })
  await page.goto(`/calendar?view=month&month=${releaseMonth}`)
  await expect(grid.getByText("Corner Shop")).toHaveCount(0)
  const undatedReleases = page.getByRole("region", { name: "Day not announced yet" })
  await expect(undatedReleases.getByRole("link")).toHaveText("NMIXX: Corner Shop")
  await expectAccessible(page, "the month with releases")
  await button.click()
  await expect(undatedReleases).toHaveCount(0)
})
