import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import ICAL from "ical.js"
import { z } from "zod"
import { connectToDatabase } from "../database.ts"
import { EVENT_SLUG } from "../pages.ts"
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"

/** Returns the structured data (JSON-LD) that describes the page's event to search engines. */
async function readStructuredData(page: Page): Promise<Record<string, unknown>> {
  const scripts = await page.locator("script[type='application/ld+json']").allTextContents()
  const event = scripts
    .flatMap((text) => z.array(z.record(z.string(), z.unknown())).parse([JSON.parse(text)].flat()))
    .find((data) => data["@type"] === "Event")
  return event ?? {}
}

async function downloadEvent(page: Page): Promise<ICAL.Event> {
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "Add to calendar" }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^[a-z0-9-]+\.ics$/)
  const calendar = new ICAL.Component(ICAL.parse(await readFile(await file.path(), "utf8")))
  const entry = calendar.getFirstSubcomponent("vevent")
  if (!entry) throw new Error("The file has no event")
  return new ICAL.Event(entry)
}

const findStoredEvent = async (slug: string) => {
  const db = await connectToDatabase()
  const row = await db.one<{ id: string; start_date: string; end_date: string }>`
    select id, start_date, end_date from events where slug = ${slug}`
  if (!row) throw new Error(`No event has the slug ${slug}`)
  return row
}

test("the page, structured data and calendar links of a featured event contain its details", async ({
  page,
}) => {
  await page.goto(`/events/${EVENT_SLUG}`)
  const main = page.getByRole("main")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Baltic Cover Cup: the final")
  await expect(main.getByText("Featured")).toBeVisible()
  await expect(main.getByText("900 €")).toBeVisible()
  await expect(main.getByText("99 places")).toBeVisible()
  await expect(main.getByText("Hanzas Perons, Rīga").first()).toBeVisible()
  await expect(main.getByText(/6:30\s–\s10:30\sPM/u)).toBeVisible()
  await expect(main.getByText(/^Eastern European/)).toBeVisible()
  const signupLink = main.getByRole("link", { name: /^Sign up/ })
  await expect(signupLink).toHaveAttribute("href", "https://example.org/cup-final")
  await expect(signupLink).toHaveAttribute("rel", /noopener/)

  const { start_date, end_date, id } = await findStoredEvent(EVENT_SLUG)
  const structuredData = await readStructuredData(page)
  expect(structuredData).toMatchObject({
    name: "Baltic Cover Cup: the final",
    eventStatus: "https://schema.org/EventScheduled",
    maximumAttendeeCapacity: 99,
    location: { address: { addressCountry: "LV" } },
    offers: { url: "https://example.org/cup-final" },
  })
  expect(new Date(String(structuredData.startDate)).toISOString()).toBe(start_date)
  expect(new Date(String(structuredData.endDate)).toISOString()).toBe(end_date)

  const googleUrl = await main.getByRole("link", { name: /^Google Calendar/ }).getAttribute("href")
  const formatCompact = (iso: string) => iso.replace(/[-:]|\.000/g, "")
  expect(new URL(googleUrl ?? "").searchParams.get("dates")).toBe(
    `${formatCompact(start_date)}/${formatCompact(end_date)}`,
  )
  const entry = await downloadEvent(page)
  expect(entry.uid).toMatch(new RegExp(`^${id}@`))
  expect(entry.startDate.toJSDate().toISOString()).toBe(start_date)
  expect(entry.endDate.toJSDate().toISOString()).toBe(end_date)
})

test("a past event is marked as over and has no links to the calendar file and the sign-up", {
  tag: "@slow",
}, async ({ page }) => {
  await page.goto("/events/vilnius-crew-league-round-five")
  await expect(page.getByText("This event is over.")).toBeVisible()
  await expect(page.getByRole("link", { name: "Add to calendar" })).toBeHidden()
  await expect(page.getByRole("link", { name: /^Sign up/ })).toBeHidden()
})

test("a page that was built before the event ended also marks the event as over", {
  tag: "@slow",
}, async ({ page }) => {
  const { end_date } = await findStoredEvent(EVENT_SLUG)
  await page.clock.setFixedTime(Date.parse(end_date) - 1000)
  await page.goto(`/events/${EVENT_SLUG}`)
  await expect(page.getByText("This event is over.")).toBeHidden()
  await page.clock.setFixedTime(Date.parse(end_date) + 1000)
  await page.reload()
  await expect(page.getByText("This event is over.")).toBeVisible()
})

test("visitors see the number of attendees below the title, and members see avatars", async ({
  page,
  otherPages,
}) => {
  const path = "/events/random-play-dance-riga"
  await page.goto(path)
  const header = page.getByRole("article").locator("header")
  await expect(header.getByRole("link", { name: /^\d+ going$/ })).toHaveAttribute("href", "#signup")
  await expect(header.locator(".avatar")).toHaveCount(0)

  const member = await otherPages.openBrowser()
  await signInNewMember(member)
  await member.goto(path)
  await expect(member.getByRole("article").locator("header .avatar").first()).toBeVisible()
})
