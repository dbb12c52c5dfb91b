import type { Page } from "@playwright/test"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { logOut } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createOwnTeam, EXPECTED_ERRORS, openTeam } from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

const getTab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of this page" }).getByRole("link", { name })
const getTabContent = (page: Page, name: "info" | "blog" | "members") => page.locator(`#${name}`)

async function expectTab(page: Page, name: "info" | "blog" | "members") {
  for (const tabName of ["info", "blog", "members"] as const) {
    if (tabName === name) await expect(getTabContent(page, tabName)).toBeVisible()
    else await expect(getTabContent(page, tabName)).toBeHidden()
  }
  await expect(page.locator("[data-team-tabs] [aria-current]")).toHaveAttribute("href", `#${name}`)
}

test("each tab has a URL and works with the back button", async ({ page }) => {
  await page.goto("/teams/rigas-zvaigznes")
  await expectTab(page, "info")
  await getTab(page, "Blog").click()
  await expect(page).toHaveURL("/teams/rigas-zvaigznes#blog")
  await expectTab(page, "blog")
  await getTab(page, "Members").click()
  await expectTab(page, "members")
  await page.goBack()
  await expectTab(page, "blog")
  await page.goBack()
  await expectTab(page, "info")
  await page.goto("/lv/teams/rigas-zvaigznes#members")
  await expectTab(page, "members")
  await expect(getTabContent(page, "members").getByRole("listitem")).toHaveCount(8)
  await expect(getTabContent(page, "members").getByRole("listitem").first()).toBeInViewport()
})

test("avatars and names of members link to the tab of the members", async ({ page }) => {
  await page.goto("/teams/rigas-zvaigznes")
  const membersLink = page.getByRole("link", { name: /and \d+ more$/ })
  await expect(membersLink.locator(".avatar")).toHaveCount(4)
  await membersLink.click()
  await expectTab(page, "members")
})

test("the tabs work by keyboard, and the skip link does not change the tab", {
  tag: "@slow",
}, async ({ page }) => {
  await page.goto("/teams/pohjataht#blog")
  await expectTab(page, "blog")
  await getTab(page, "Info").focus()
  await page.keyboard.press("Tab")
  await expect(getTab(page, "Blog")).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(getTab(page, "Members")).toBeFocused()
  await page.keyboard.press("Enter")
  await expectTab(page, "members")
  await expect(getTab(page, "Members")).toBeInViewport()
  await page.locator(".skip").focus()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/teams/pohjataht#content")
  await expectTab(page, "members")
})

test("the page marks a verified team, shows markup as text, and marks links as user content", {
  tag: "@slow",
}, async ({ page }) => {
  const { db, team } = await createOwnTeam(page, { name: "Linked" })
  await db.one`
    update teams set is_verified = true, description = '<i>Not</i> markup',
      website_url = 'https://linked.example/' where id = ${team.id}`
  await openTeam(page, team.slug)
  const main = page.getByRole("main")
  await expect(main.getByRole("heading", { level: 1, name: "Linked Verified team" })).toBeVisible()
  await expect(main.getByText("<i>Not</i> markup")).toBeVisible()
  const website = main.getByRole("link", { name: /^Website/ })
  await expect(website).toHaveAttribute("rel", /noopener.*nofollow.*ugc/)
  await expect(main.getByRole("link", { name: "Subscribe to the events" })).toHaveAttribute(
    "href",
    new RegExp(`^webcal://.+/teams/${team.slug}/calendar\\.ics$`),
  )
})

test("anonymous visitors see members and posts without API requests or React", async ({ page }) => {
  const requestedPaths: string[] = []
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto("/teams/rigas-zvaigznes#members", { waitUntil: "networkidle" })
  await expect(getTabContent(page, "members").getByRole("listitem").first()).toContainText("Owner")
  await getTab(page, "Blog").click()
  await expect(getTabContent(page, "blog").getByRole("article").first()).toContainText("by ")
  await expect(page.getByRole("link", { name: "Ask to join" })).toHaveAttribute(
    "href",
    "/login?next=%2Fteams%2Frigas-zvaigznes",
  )
  await expect(page.getByRole("link", { name: "Report this team" })).toHaveAttribute(
    "href",
    "/login?next=%2Fteams%2Frigas-zvaigznes",
  )
  expect(requestedPaths.filter((path) => /\/api\/|client|react/i.test(path))).toEqual([])
})

test("a team that is newer than the build is loaded from the API", async ({ page }) => {
  const { team } = await createOwnTeam(page, { name: "Brand New" })
  const response = await page.goto(`/et/teams/${team.slug}#members`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { level: 1, name: "Brand New" })).toBeVisible()
  await expect(page).toHaveTitle(/^Brand New ·/)
  await expect(getTabContent(page, "members").getByRole("listitem")).toContainText("Owner")
  await page.locator("[data-team-tabs]").getByRole("link", { name: "Blogi" }).click()
  await expect(getTabContent(page, "blog").getByRole("heading", { level: 3 })).toBeVisible()
})

test("a team is not found after its deletion", { tag: "@slow" }, async ({ page }) => {
  const db = await connectToDatabase()
  const { team } = await createOwnTeam(page, { name: "Short" })
  await openTeam(page, team.slug)
  await db.one`delete from teams where id = ${team.id}`
  await page.reload()
  await expect(page.getByRole("heading", { level: 1, name: "Team not found" })).toBeVisible()
})

test("changes that are newer than the build stay visible after a log-out", async ({ page }) => {
  const db = await connectToDatabase()
  await db.one`update teams set description = 'Changed since the build' where slug = 'd-pils'`
  await signInNewMember(page)
  await openTeam(page, "d-pils")
  await expect(page.getByText("Changed since the build")).toBeVisible()
  await logOut(page)
  await expect(page.locator("html")).toHaveAttribute("data-session", "signed-out")
  await expect(page.getByRole("link", { name: "Ask to join" })).toBeVisible()
  await expect(page.getByText("Changed since the build")).toBeVisible()
})

test("React islands start even when the first request for their texts fails", async ({ page }) => {
  await signInNewMember(page)
  await page.route(/\/_astro\/texts\./, (route) => route.abort(), { times: 1 })
  await openTeam(page, "rigas-zvaigznes")
  await expect(page.getByRole("button", { name: "Ask to join" })).toBeVisible({ timeout: 15_000 })
})
