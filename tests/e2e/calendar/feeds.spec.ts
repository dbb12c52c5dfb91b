/** The calendars to subscribe to, as they are served. */
import ICAL from "ical.js"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { siteDatabase } from "../database.ts"
import { on } from "../pages.ts"
import { expect, test } from "../test.ts"

/** What a calendar application gets. */
async function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const entries = calendar.getAllSubcomponents("vevent").map((entry) => new ICAL.Event(entry))
  return { name: String(calendar.getFirstPropertyValue("x-wr-calname")), entries }
}

/** Those that the demo starts with: other tests add events while these run. */
const DEMO = /^(?!event-|sova-)/

test("each feed of each language holds the public events of its part, at the site's moments", async ({
  request,
}) => {
  const db = await siteDatabase()
  const rows = await db.many<{
    id: string
    slug: string
    title: string
    start_date: string
    end_date: string
    country: string
    team: string | null
    is_cancelled: boolean
  }>`
    select e.id, e.slug, e.title, e.start_date, e.end_date, e.country, t.slug as team, e.is_cancelled
    from events e left join teams t on t.id = e.team_id
    where e.event_type = 'public' order by e.start_date, e.id`
  const known = new Map(rows.map((row) => [row.id, row]))
  const names = new Set<string>()
  for (const locale of LOCALES) {
    for (const [path, belongs] of [
      ["/calendar.ics", () => true],
      ["/calendar/ee.ics", (row) => row.country === "ee"],
      ["/calendar/lv.ics", (row) => row.country === "lv"],
      ["/calendar/lt.ics", (row) => row.country === "lt"],
      ["/teams/pohjataht/calendar.ics", (row) => row.team === "pohjataht"],
      [`/events/random-play-dance-riga.ics`, (row) => row.slug === "random-play-dance-riga"],
    ] satisfies [string, (row: (typeof rows)[number]) => boolean][]) {
      const answer = await request.get(on(locale, path))
      expect([path, answer.status()]).toEqual([path, 200])
      expect(answer.headers()["content-type"]).toMatch(/^text\/calendar/)
      const { name, entries } = await read(await answer.text())
      names.add(name)
      const found = entries.flatMap((entry) => {
        const row = known.get(entry.uid.split("@")[0] ?? "")
        expect(row, `${entry.summary} is public`).toBeDefined()
        if (!row || !DEMO.test(row.slug)) return []
        expect([entry.summary, entry.startDate.zone.tzid]).toEqual([row.title, "Europe/Riga"])
        expect(entry.startDate.toJSDate().toISOString()).toBe(row.start_date)
        expect(entry.endDate.toJSDate().toISOString()).toBe(row.end_date)
        expect(entry.component.getFirstPropertyValue("status")).toBe(
          row.is_cancelled ? "CANCELLED" : "CONFIRMED",
        )
        const url = new URL(String(entry.component.getFirstPropertyValue("url")))
        expect(url.pathname).toBe(on(locale, `/events/${row.slug}`))
        return [row.slug]
      })
      expect(found).toEqual(
        rows.filter((row) => DEMO.test(row.slug) && belongs(row)).map(({ slug }) => slug),
      )
    }
  }
  expect(names.size, "in the reader's language").toBeGreaterThan(LOCALES.length * 4)
})

test("feeds travel compressed, and answer who has them already in few bytes", async ({
  request,
}) => {
  const first = await request.get("/calendar.ics", { headers: { "accept-encoding": "br" } })
  expect(first.headers()["content-encoding"]).toBe("br")
  const etag = first.headers()["etag"] ?? ""
  expect(etag).not.toBe("")
  const again = await request.get("/calendar.ics", {
    headers: { "accept-encoding": "br", "if-none-match": etag },
  })
  expect(again.status()).toBe(304)
})

test("the calendar offers the feeds of its language", async ({ page }) => {
  await page.goto("/lv/calendar")
  const subscribe = page.getByRole("link", { name: /^Abonēt: / })
  await expect(subscribe).toHaveCount(4)
  const hrefs = await subscribe.evaluateAll((links) =>
    links.map((link) => link.getAttribute("href")),
  )
  expect(hrefs.map((href) => href?.replace(/^webcal:\/\/[^/]+/, ""))).toEqual([
    "/lv/calendar.ics",
    "/lv/calendar/ee.ics",
    "/lv/calendar/lv.ics",
    "/lv/calendar/lt.ics",
  ])
})

test.describe("with a clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] })

  test("a calendar is subscribed to at Google, by its address, or taken once", async ({
    page,
    baseURL,
  }) => {
    await page.goto("/et/calendar")
    const row = page.getByRole("listitem").filter({ has: page.locator(".place-lv") })
    const feed = row.filter({ has: page.locator("[data-copy-address]") })
    const google = feed.locator("a[target=_blank]")
    const address = `${baseURL}/et/calendar/lv.ics`
    const { searchParams, origin } = new URL((await google.getAttribute("href")) ?? "")
    expect(origin).toBe("https://calendar.google.com")
    expect(searchParams.get("cid")).toBe(address.replace(/^https?/, "webcal"))
    await feed.getByRole("button").click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    const download = page.waitForEvent("download")
    await feed.locator("a[download]").click()
    expect((await download).suggestedFilename()).toBe("lv.ics")
  })
})
