/** Without a connection: what was visited, and the calendar of whoever is there. */
import type { Page } from "@playwright/test"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { addMember } from "../../support/people/teams.ts"
import { enlist, newCrew, ownCrew, postEvent } from "../calendar/crew.ts"
import { calendar } from "../calendar/screens.ts"
import { ARTICLE, on } from "../pages.ts"
import { join } from "../people.ts"
import { fillSignIn, logOut } from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({
  serviceWorkers: "allow",
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/,
})

/** All that the browser has stored for a time without a connection. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? "")
      }
    }
    return texts.join("\n")
  })

const isStored = (page: Page, path: string) =>
  page.evaluate(async (url) => Boolean(await caches.match(url)), path)

test("a member reads what they visited, and their calendar, without a connection; the next one finds nothing of theirs", async ({
  page,
  context,
}) => {
  const crew = await newCrew()
  const other = await join(page)
  const member = await enlist(page, crew, "admin")
  await postEvent(page, crew, { title: "Secret rehearsal" })

  await page.goto(`/news/${ARTICLE}`)
  // The first page was open before the worker was.
  await expect.poll(() => isStored(page, `/news/${ARTICLE}`)).toBe(true)
  await expect.poll(() => isStored(page, "/offline")).toBe(true)
  await page.goto("/calendar?view=list")
  await expect(calendar(page).row("Secret rehearsal")).toBeVisible()

  await context.setOffline(true)
  await page.goto(`/news/${ARTICLE}`)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page.getByText("This page is from your last visit.")).toBeVisible()
  await expect(page.locator("html")).toHaveAttribute("data-session", "signed-in")
  await page.goto("/calendar?view=list")
  await expect(calendar(page).row("Secret rehearsal")).toBeVisible()
  await page.goto("/teams")
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible()
  const storedPage = page.getByRole("main").getByRole("link", { name: "Calendar" })
  await expect(storedPage).toHaveAttribute("href", "/calendar")

  // The offline page goes on by itself once there is a connection.
  await context.setOffline(false)
  await expect(page.getByRole("heading", { name: "You're offline" })).toHaveCount(0)
  expect(await storedText(page)).toContain(member.email)
  await logOut(page)
  await expect(page.getByText("Signed out", { exact: true })).toBeVisible()
  expect(await isStored(page, "/calendar")).toBe(false)
  expect(await storedText(page)).not.toContain("Secret rehearsal")

  await page.goto("/login")
  await fillSignIn(page, other)
  await expect(page).toHaveURL("/")
  await page.goto("/calendar")
  await expect(calendar(page).grid).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText("This page is from your last visit.")).toBeVisible()
  await expect(calendar(page).grid).toBeVisible()
  const stored = await storedText(page)
  expect(stored).toContain(other.email)
  expect(stored).not.toContain(member.email)
  expect(stored).not.toContain("Secret rehearsal")
})

test("it can be installed, in each language", async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  for (const locale of LOCALES) {
    await page.goto(on(locale, "/"))
    const { data = "", errors } = await devtools.send("Page.getAppManifest")
    expect(errors).toEqual([])
    expect(JSON.parse(data)).toMatchObject({ id: "/", lang: locale, start_url: on(locale, "/") })
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors")
    // Each test has a private window.
    const ids = installabilityErrors.map(({ errorId }) => errorId)
    expect(ids.filter((id) => id !== "in-incognito")).toEqual([])
  }
})

test("at the door the list survives a reload without a connection, and so does a ticket", async ({
  page,
  others,
}) => {
  const crew = await ownCrew(page)
  const start = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = await postEvent(page, crew, { title: "Tonight", start_date: start })
  await crew.db.one`update events set takes_signups = true where id = ${id}`
  const guest = await others.device()
  const { id: member } = await join(guest, { profile: { display_name: "Juta" } })
  await addMember(crew.db, crew.id, member, "member")
  const going = { status: "going", guests: 0, note: null, answers: {} }
  const said = await guest.request.put(`/api/events/${id}/signup`, { data: going })
  expect(said.status()).toBe(200)

  // Nothing was visited before: the page itself is open before the worker is.
  await page.goto(`/my-events?event=${id}`)
  const here = page.getByRole("button", { name: /^(Check in|Here): Juta$/ })
  await expect(here).toBeVisible()
  const list = `/api/events/${id}/signups?list=going&search=`
  await expect.poll(() => isStored(page, list)).toBe(true)
  await expect.poll(() => isStored(page, "/api/auth/session")).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await here.click()
  await expect(page.getByText("1 check-in is saved on this phone.")).toBeVisible()
  await page.getByRole("button", { name: "Interested (0)" }).click()
  await expect(page.getByText("You're offline. Try again once")).toBeVisible()
  await page.reload()
  await expect(here).toHaveAttribute("aria-pressed", "true")
  await page.context().setOffline(false)
  await expect(page.getByText("check-in is saved on this phone")).toBeHidden()
  await expect(here).toHaveAttribute("aria-pressed", "true")

  // The pages of the demo's events were built, and so can be stored.
  const demo = await crew.db.one<{ id: string; slug: string }>`
    select id, slug from events
    where team_id is null and takes_signups and signup_questions = '[]'
      and start_date > now() + interval '1 day'
    order by start_date limit 1`
  const path = `/events/${demo?.slug}`
  const added = await guest.request.put(`/api/events/${demo?.id}/signup`, { data: going })
  expect(added.status()).toBe(200)
  await guest.goto("/my-events")
  await expect.poll(() => isStored(guest, "/api/my-events")).toBe(true)
  await guest.goto(path)
  await expect(guest.getByText("You're going", { exact: true })).toBeVisible()
  await expect.poll(() => storedText(guest)).toMatch(/_astro\/EntryCode\./)
  await expect.poll(() => storedText(guest)).toMatch(/_astro\/mount-dialog\./)
  await guest.context().setOffline(true)
  for (const visited of ["/my-events", path]) {
    await guest.goto(visited)
    await guest.getByRole("button", { name: "Entry code" }).first().click()
    await expect(guest.getByRole("img", { name: "Entry code" })).toBeVisible()
  }
})
