import { createServer } from "node:http"
import { listen } from "../../../netlify/host/listening.ts"
import { SITE_URL } from "../../support/site-template.ts"
import { DEMO_EMAILS, DEMO_PASSWORD } from "../accounts.ts"
import { connectToDatabase } from "../database.ts"
import { EVENT_SLUG } from "../pages.ts"
import { signInNewMember } from "../people.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"
import { getCalendar } from "./screens.ts"

const MS_PER_DAY = 86_400_000

test("the home page shows the next eight public events: one as a poster and seven in a list", async ({
  page,
}) => {
  await page.goto("/")
  const rows = page.getByRole("list", { name: "Big events" }).getByRole("listitem")
  const visibleRows = rows.filter({ visible: true })
  await expect(visibleRows).toHaveCount(4)
  await page.getByRole("button", { name: "3 more events" }).click()
  await expect(visibleRows).toHaveCount(7)
  await expect(rows.getByText("Open practice")).toHaveCount(0)
  await expect(rows.getByText("round five"), "past events are not listed").toHaveCount(0)
  const starts = await visibleRows
    .locator("time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""))
  expect(starts).toEqual(starts.toSorted())

  await expect(
    rows.filter({ hasText: "Random Play Dance Rīga" }),
    "the list leaves out the event that the poster shows",
  ).toHaveCount(0)
  await expect(visibleRows.filter({ hasText: "Photocard Swap" })).toContainText(
    "Registration opens soon",
  )
  const poster = page.getByRole("article").filter({ hasText: "Random Play Dance Rīga" })
  await expect(poster).toContainText(/Sat \d+ [A-Z][a-z]{2}/)
  await expect(
    poster.getByRole("link", { name: "Sign up for Random Play Dance Rīga" }),
  ).toHaveAttribute("href", "/events/random-play-dance-riga#signup")
  await expect(visibleRows.filter({ hasText: "Laisvės alėja Relay" })).toContainText("Open to all")

  const league = visibleRows.filter({ hasText: "Vilnius Crew League: round six" })
  await expect(league).toContainText("Prize: 120 €")
  await expect(league).not.toContainText("(Featured)")
  await expect(
    league.getByRole("link", { name: "Sign up for Vilnius Crew League: round six" }),
  ).toHaveAttribute("href", "https://example.org/vilnius-crew-league")
  await league.getByRole("link", { name: "Vilnius Crew League: round six", exact: true }).click()
  await expect(page).toHaveURL("/events/vilnius-crew-league-round-six")

  await page.goto("/latvia")
  const featured = page.locator("[data-events] > li", { hasText: "Random Play Dance Rīga" })
  for (const text of ["(Featured)", "84 going", "150 places", "Seventy choruses"]) {
    await expect(featured).toContainText(text)
  }
  await expect(featured).toContainText("Rīga · Kaņepes Kultūras centrs")
})

test("on the page of a country, a member sees the own answer to an event instead of the sign-up button", async ({
  page,
}) => {
  const title = "Telliskivi Chorus Run"
  await signInNewMember(page)
  const db = await connectToDatabase()
  const id = await db.value<string>`select id from events where title = ${title}`
  const answer = { status: "not_going", guests: 0, note: null, answers: {} }
  expect((await page.request.put(`/api/events/${id}/signup`, { data: answer })).status()).toBe(200)
  await page.goto("/estonia")
  const row = page.getByRole("listitem").filter({ hasText: title }).last()
  const link = row.getByRole("link", { name: `Not going: ${title}` })
  await expect(link).toHaveAttribute("href", /#signup$/)
  await expect(link).toHaveText("Not going")
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1, name: "Where to next?" })).toBeVisible()
  await expect(
    page.getByRole("list", { name: "Big events" }),
    "the home page of a member has a list of its own",
  ).toHaveCount(0)
})

test("a page that was built days ago hides events that are over", async ({ page }) => {
  const rows = page
    .getByRole("list", { name: "Big events" })
    .getByRole("listitem")
    .filter({ visible: true })
  await page.goto("/")
  const last = page.locator("[data-events] > li").last()
  const title = (await last.locator("h3").textContent()) ?? ""
  const start = (await last.locator("time").getAttribute("datetime")) ?? ""
  await page.clock.setFixedTime(start)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(title)
  await page.clock.setFixedTime(Date.parse(start) + 2 * MS_PER_DAY)
  await page.reload()
  await expect(
    page.getByRole("heading", { name: "Nothing on the calendar right now" }),
  ).toBeVisible()
  await expect(rows).toHaveCount(0)
})

test("a visitor sees upcoming public events, and team events after a log-in", async ({ page }) => {
  await page.goto("/calendar")
  const events = page.getByRole("region", { name: "Public events" })
  await expect(
    events.getByRole("link", { name: "Random Play Dance Rīga", exact: true }),
  ).toBeVisible()
  await expect(
    events.getByRole("link", { name: "Open practice: come and learn one chorus", exact: true }),
  ).toBeVisible()
  await expect(
    events.getByRole("link", { name: "Sign up for Open practice" }),
    "the button links to the sign-up",
  ).toHaveAttribute("href", /#signup$/)
  await expect(events.getByText("Canceled"), "a canceled event is marked").toBeVisible()
  await expect(page.getByText("Costume evening"), "team-only events are not listed").toHaveCount(0)
  await expect(
    page.getByText("Vilnius Crew League: round five"),
    "past events are not listed",
  ).toHaveCount(0)
  await expect(getCalendar(page).addButton).toHaveCount(0)
  await expect(getCalendar(page).grid).toHaveCount(0)

  const invitation = page.getByRole("heading", { name: "Join to see team events too" })
  await expect(invitation).toBeVisible()
  const eventsAndInvitation = events.or(invitation)
  await expect(
    eventsAndInvitation.first(),
    "events stand before the invitation to join",
  ).toHaveRole("region")
  await expect(page.getByRole("main").getByRole("link", { name: "Join" })).toHaveAttribute(
    "href",
    "/register?next=%2Fcalendar",
  )
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click()
  await expect(page).toHaveURL("/login?next=%2Fcalendar")
  await fillSignIn(page, { email: DEMO_EMAILS.owner, password: DEMO_PASSWORD })
  await expect(page).toHaveURL("/calendar")
  await expect(getCalendar(page).grid).toBeVisible()
  await expect(invitation).toBeHidden()
})

test("a visitor filters the calendar by country, and the URL keeps the country", async ({
  page,
}) => {
  await page.goto("/calendar")
  const events = page.getByRole("region", { name: "Public events" })
  const estonia = events.getByRole("button", { name: "Estonia" })
  const inEstonia = events.getByRole("link", { name: "Telliskivi Chorus Run", exact: true })
  const inLatvia = events.getByRole("link", { name: "Random Play Dance Rīga", exact: true })
  await estonia.click()
  await expect(estonia).toHaveAttribute("aria-pressed", "true")
  await expect(page).toHaveURL("/calendar?country=ee")
  await expect(inEstonia).toBeVisible()
  await expect(inLatvia).toBeHidden()
  await page.reload()
  await expect(inLatvia).toBeHidden()
  await expect(inEstonia).toBeVisible()
  await estonia.click()
  await expect(page).toHaveURL("/calendar")
  await expect(inLatvia).toBeVisible()
  await page.goto("/calendar?country=fi")
  await expect(inLatvia, "an unknown country").toBeVisible()
})

test("the public calendar marks today", async ({ page }) => {
  await page.goto("/calendar")
  const day = page
    .getByRole("listitem")
    .filter({ has: page.locator("time") })
    .first()
  await expect(day).not.toHaveAttribute("data-today")
  await page.clock.setFixedTime(`${await day.getAttribute("data-day")}T08:00:00Z`)
  await page.reload()
  await expect(day).toHaveAttribute("data-today")
})

test("a phone shows at least five events on the first screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/calendar")
  const titles = page
    .getByRole("region", { name: "Public events" })
    .getByRole("heading", { level: 3 })
    .filter({ visible: true })
  const bottomBar = await page.locator("[data-bottom-bar]").boundingBox()
  const fifth = await titles.nth(4).boundingBox()
  expect(bottomBar?.y).toBeGreaterThan(700)
  expect((fifth?.y ?? 844) + (fifth?.height ?? 0)).toBeLessThan(bottomBar?.y ?? 0)
})

test.describe("with a clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] })

  test("a visitor can subscribe to a feed in Google Calendar, copy its URL and download it", {
    tag: "@slow",
  }, async ({ page }) => {
    await page.goto("/et/calendar")
    await page.getByText("Üritused sinu enda kalendris").click()
    const row = page.getByRole("listitem").filter({ has: page.locator(".place-lv") })
    const feed = row.filter({ has: page.locator("[data-copy-address]") })
    const googleLink = feed.locator("a[target=_blank]")
    const url = `${SITE_URL}/et/calendar/lv.ics`
    const { searchParams, origin } = new URL((await googleLink.getAttribute("href")) ?? "")
    expect(origin).toBe("https://calendar.google.com")
    expect(searchParams.get("cid")).toBe(url.replace(/^https?/, "webcal"))
    await feed.getByRole("button").click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    const download = page.waitForEvent("download")
    await feed.locator("a[download]").click()
    expect((await download).suggestedFilename()).toBe("lv.ics")
  })

  test("a visitor copies an event as text", async ({ page }) => {
    await page.goto(`/lv/events/${EVENT_SLUG}`)
    await page.getByRole("button", { name: "Kopēt kā tekstu" }).click()
    await expect(page.getByText("Nokopēts")).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split("\n")).toEqual([
      "Baltic Cover Cup: fināls",
      expect.stringMatching(/^\p{L}+, \d{4}\. gada .*, \d\d:\d\d–\d\d:\d\d$/u),
      "Hanzas Perons, Rīga",
      `${SITE_URL}/lv/events/${EVENT_SLUG}`,
    ])
  })

  test.describe("on another site", () => {
    // An embedded page cannot access local storage, which the test setup uses.
    test.use({
      expectedExceptions:
        /^SecurityError: Failed to read the 'localStorage' property from 'Window'/,
    })

    test("the embed code shows the list in another site's page and theme", {
      tag: "@slow",
    }, async ({ page, host }) => {
      await page.goto("/lv/calendar")
      await page.getByText("Pievieno savam kalendāram").click()
      await page.getByText("Rādi pasākumus savā lapā").click()
      await page.getByRole("button", { name: "Kopēt kodu: Igaunija" }).click()
      await expect(page.getByText("Nokopēts")).toBeVisible()
      const code = await page.evaluate(() => navigator.clipboard.readText())
      const otherSite = createServer((_, response) => {
        response.setHeader("content-type", "text/html")
        const frame = code.replace(SITE_URL, host.origin).replace("light dark", "dark")
        response.end(`<!doctype html>${frame}`)
      })
      try {
        await page.goto(`http://localhost:${await listen(otherSite, 0, "127.0.0.1")}/`)
        await page.emulateMedia({ colorScheme: null })
        const list = page.frameLocator("iframe")
        await expect(list.getByRole("listitem").first()).toBeVisible()
        expect(await list.locator("time:not(.place-ee)").count()).toBe(0)
        await expect(list.locator("body")).toHaveCSS("background-color", "rgb(13, 10, 18)")
        const popup = page.waitForEvent("popup")
        await list.getByRole("link", { name: "Viss kalendārs" }).click()
        expect(new URL((await popup).url()).pathname).toBe("/lv/calendar")
      } finally {
        otherSite.close()
      }
    })
  })
})
