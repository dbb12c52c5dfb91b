import type { Page } from "@playwright/test"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { addMember } from "../../support/people/teams.ts"
import { getCalendar } from "../calendar/screens.ts"
import { createOwnTeam, createTeam, joinTeam, postEvent } from "../calendar/teams.ts"
import { ARTICLE_SLUG, localizePath } from "../pages.ts"
import { signInNewMember } from "../people.ts"
import { fillSignIn, logOut } from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({
  serviceWorkers: "allow",
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/,
})

const readStoredText = (page: Page) =>
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

test("a member's visited pages and calendar work offline, and a log-out deletes them", async ({
  page,
  context,
}) => {
  const team = await createTeam()
  const nextMember = await signInNewMember(page)
  const member = await joinTeam(page, team, "admin")
  await postEvent(page, team, { title: "Secret rehearsal" })

  await page.goto(`/news/${ARTICLE_SLUG}`)
  await expect.poll(() => isStored(page, `/news/${ARTICLE_SLUG}`)).toBe(true)
  await expect.poll(() => isStored(page, "/offline")).toBe(true)
  await page.goto("/calendar?view=list")
  await expect(getCalendar(page).getRow("Secret rehearsal")).toBeVisible()

  await context.setOffline(true)
  await page.goto(`/news/${ARTICLE_SLUG}`)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page.getByText("This page is from your last visit.")).toBeVisible()
  await expect(page.locator("html")).toHaveAttribute("data-session", "signed-in")
  await page.goto("/calendar?view=list")
  await expect(getCalendar(page).getRow("Secret rehearsal")).toBeVisible()
  await page.goto("/teams")
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible()
  const storedPage = page.getByRole("main").getByRole("link", { name: "Calendar" })
  await expect(storedPage).toHaveAttribute("href", "/calendar")

  await context.setOffline(false)
  await expect(page.getByRole("heading", { name: "You're offline" })).toHaveCount(0)
  expect(await readStoredText(page)).toContain(member.email)
  await logOut(page)
  await expect(page.getByText("Signed out", { exact: true })).toBeVisible()
  expect(await isStored(page, "/calendar")).toBe(false)
  expect(await readStoredText(page)).not.toContain("Secret rehearsal")

  await page.goto("/login")
  await fillSignIn(page, nextMember)
  await expect(page).toHaveURL("/")
  await page.goto("/calendar")
  await expect(getCalendar(page).grid).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText("This page is from your last visit.")).toBeVisible()
  await expect(getCalendar(page).grid).toBeVisible()
  const stored = await readStoredText(page)
  expect(stored).toContain(nextMember.email)
  expect(stored).not.toContain(member.email)
  expect(stored).not.toContain("Secret rehearsal")
})

test("the app can be installed, with a manifest for each language", async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  await page.goto("/lv")
  const { data = "", errors } = await devtools.send("Page.getAppManifest")
  expect(errors).toEqual([])
  expect(JSON.parse(data)).toMatchObject({ id: "/", lang: "lv", start_url: "/lv" })
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors")
  // Ignores the error "in-incognito", because tests run in a private window, where browsers do not install apps.
  const ids = installabilityErrors.map(({ errorId }) => errorId)
  expect(ids.filter((id) => id !== "in-incognito")).toEqual([])
  for (const locale of LOCALES) {
    const manifest = await page.request.get(localizePath(locale, "/app.webmanifest"))
    expect(await manifest.json()).toMatchObject({
      lang: locale,
      start_url: localizePath(locale, "/"),
    })
  }
})

test("the attendee list and the entry code work offline, also after a reload", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const team = await createOwnTeam(page)
  const start = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = await postEvent(page, team, { title: "Tonight", start_date: start })
  await team.db.one`update events set takes_signups = true where id = ${id}`
  const guest = await otherPages.openBrowser()
  const { id: guestId } = await signInNewMember(guest, { profile: { display_name: "Juta" } })
  await addMember(team.db, team.id, guestId, "member")
  const attendance = { status: "going", guests: 0, note: null, answers: {} }
  const signup = await guest.request.put(`/api/events/${id}/signup`, { data: attendance })
  expect(signup.status()).toBe(200)

  await page.goto(`/my-events?event=${id}`)
  const checkInButton = page.getByRole("button", { name: /^(Check in|Here): Juta$/ })
  await expect(checkInButton).toBeVisible()
  const attendeesUrl = `/api/events/${id}/signups?list=going&search=`
  await expect.poll(() => isStored(page, attendeesUrl)).toBe(true)
  await expect.poll(() => isStored(page, "/api/auth/session")).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await checkInButton.click()
  await expect(page.getByText("1 check-in is saved on this phone.")).toBeVisible()
  await page.getByRole("button", { name: "Interested (0)" }).click()
  await expect(page.getByText("You're offline. Try again once")).toBeVisible()
  await page.reload()
  await expect(checkInButton).toHaveAttribute("aria-pressed", "true")
  await page.context().setOffline(false)
  await expect(page.getByText("check-in is saved on this phone")).toBeHidden()
  await expect(checkInButton).toHaveAttribute("aria-pressed", "true")

  // The service worker stores only built pages, so the guest also signs up for a demo event.
  const demoEvent = await team.db.one<{ id: string; slug: string }>`
    select id, slug from events
    where team_id is null and takes_signups and signup_questions = '[]'
      and start_date > now() + interval '1 day'
    order by start_date limit 1`
  const path = `/events/${demoEvent?.slug}`
  const demoSignup = await guest.request.put(`/api/events/${demoEvent?.id}/signup`, {
    data: attendance,
  })
  expect(demoSignup.status()).toBe(200)
  await guest.goto("/my-events")
  await expect.poll(() => isStored(guest, "/api/my-events")).toBe(true)
  await guest.goto(path)
  await expect(guest.getByRole("status").filter({ hasText: "You're going" })).toBeVisible()
  await expect.poll(() => readStoredText(guest)).toMatch(/_astro\/EntryCode\./)
  await expect.poll(() => readStoredText(guest)).toMatch(/_astro\/mount-dialog\./)
  await guest.context().setOffline(true)
  for (const visited of ["/my-events", path]) {
    await guest.goto(visited)
    await guest.getByRole("button", { name: "Entry code" }).first().click()
    await expect(guest.getByRole("img", { name: "Entry code" })).toBeVisible()
  }
})
