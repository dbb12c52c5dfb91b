/** A team's page: its tabs, what it tells, and where there is no team. */
import type { Page } from "@playwright/test"
import { signInAs } from "../accounts.ts"
import { siteDatabase } from "../database.ts"
import { expect, test } from "../test.ts"
import { FAULTS, loseConnection } from "./faults.ts"
import { openTeam, ownTeam } from "./teams.ts"

test.use({ expectedErrors: FAULTS })

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of this page" }).getByRole("link", { name })
const panel = (page: Page, name: "info" | "blog" | "members") => page.locator(`#${name}`)

async function expectTab(page: Page, name: "info" | "blog" | "members") {
  for (const other of ["info", "blog", "members"] as const) {
    if (other === name) await expect(panel(page, other)).toBeVisible()
    else await expect(panel(page, other)).toBeHidden()
  }
  await expect(page.locator("[data-team-tabs] [aria-current]")).toHaveAttribute("href", `#${name}`)
}

test("each tab has its address, its step back, and opens by it", async ({ page }) => {
  await page.goto("/teams/rigas-zvaigznes")
  await expectTab(page, "info")
  await tab(page, "Blog").click()
  await expect(page).toHaveURL("/teams/rigas-zvaigznes#blog")
  await expectTab(page, "blog")
  await tab(page, "Members").click()
  await expectTab(page, "members")
  await page.goBack()
  await expectTab(page, "blog")
  await page.goBack()
  await expectTab(page, "info")
  await page.goto("/lv/teams/rigas-zvaigznes#members")
  await expectTab(page, "members")
  await expect(panel(page, "members").getByRole("listitem")).toHaveCount(8)
  await expect(panel(page, "members").getByRole("listitem").first()).toBeInViewport()
})

test("tabs work by keyboard, with the focus in sight, and the skip link leaves them alone", async ({
  page,
}) => {
  await page.goto("/teams/pohjataht#blog")
  await expectTab(page, "blog")
  await tab(page, "Info").focus()
  await page.keyboard.press("Tab")
  await expect(tab(page, "Blog")).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(tab(page, "Members")).toBeFocused()
  await page.keyboard.press("Enter")
  await expectTab(page, "members")
  await expect(tab(page, "Members")).toBeInViewport()
  await page.locator(".skip").focus()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/teams/pohjataht#content")
  await expectTab(page, "members")
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("a tab opens by its address, and published posts are there", async ({ page }) => {
    await page.goto("/teams/rigas-zvaigznes")
    await expect(panel(page, "info")).toBeVisible()
    await tab(page, "Blog").click()
    await expect(panel(page, "info")).toBeHidden()
    await expect(page.getByRole("heading", { name: "We have room for two" })).toBeVisible()
  })
})

test("the info tells place, age, links and calendar; the head tells who is verified and how many", async ({
  page,
}) => {
  const { db, team } = await ownTeam(page, { name: "Linked", location: "Tartu", country: "ee" })
  await db.one`
    update teams set is_verified = true, description = '<i>Not</i> markup', youtube_url = null,
      website_url = 'https://linked.example/', instagram_url = 'https://instagram.com/linked'
    where id = ${team.id}`
  await openTeam(page, team.slug)
  const main = page.getByRole("main")
  await expect(main.getByRole("heading", { level: 1, name: "Linked Verified team" })).toBeVisible()
  await expect(main.getByText("1 member", { exact: true })).toBeVisible()
  await expect(main.getByText("Tartu, Estonia").first()).toBeVisible()
  await expect(main.getByText("<i>Not</i> markup")).toBeVisible()
  for (const [name, href] of [
    [/^Website/, "https://linked.example/"],
    [/^Instagram/, "https://instagram.com/linked"],
  ] as const) {
    const link = main.getByRole("link", { name })
    await expect(link).toHaveAttribute("href", href)
    await expect(link).toHaveAttribute("rel", /noopener.*nofollow.*ugc/)
  }
  await expect(main.getByRole("link", { name: /^YouTube/ })).toBeHidden()
  await expect(main.getByRole("link", { name: "Subscribe to the events" })).toHaveAttribute(
    "href",
    new RegExp(`^webcal://.+/teams/${team.slug}/calendar\\.ics$`),
  )
  await main.getByRole("link", { name: "All teams" }).click()
  await expect(page).toHaveURL("/teams")
})

test("a built team's calendar is a file in each language, and nothing is said of missing links", async ({
  page,
}) => {
  await page.goto("/lv/teams/d-pils")
  const file = page.getByRole("main").locator("[data-field=feedFile]")
  await expect(file).toHaveAttribute("href", "/lv/teams/d-pils/calendar.ics")
  const answer = await page.request.get("/lv/teams/d-pils/calendar.ics")
  expect(answer.status()).toBe(200)
  expect(answer.headers()["content-type"]).toMatch(/^text\/calendar/)
  expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
})

test("a team that is newer than the site's pages is there at once, and looks the same", async ({
  page,
}) => {
  const { team } = await ownTeam(page, { name: "Brand New" })
  const answer = await page.goto(`/et/teams/${team.slug}#members`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole("heading", { level: 1, name: "Brand New" })).toBeVisible()
  await expect(page).toHaveTitle(/^Brand New ·/)
  await expect(panel(page, "members").getByRole("listitem")).toContainText("Owner")
  await page.locator("[data-team-tabs]").getByRole("link", { name: "Blogi" }).click()
  await expect(panel(page, "blog").getByRole("heading", { level: 3 })).toBeVisible()
})

for (const path of ["/teams/nowhere", "/teams/No_Slug", "/teams/nowhere/at/all"]) {
  test(`${path} is a team that is not found`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1, name: "Team not found" })).toBeVisible()
    await expect(page.getByText("The team you are looking for does not exist")).toBeVisible()
    await expect(page).toHaveTitle(/^Team not found ·/)
    await page.getByRole("link", { name: "Back to teams" }).click()
    await expect(page).toHaveURL("/teams")
  })
}

test("a new team without a connection says so, and loads at the next try", async ({ page }) => {
  const { team } = await ownTeam(page, { name: "Patience" })
  const back = await loseConnection(page, `**/api/teams/${team.slug}`)
  await page.goto(`/teams/${team.slug}`)
  await expect(page.getByRole("heading", { name: "The team did not load" })).toBeVisible()
  await back()
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Patience" })).toBeVisible()
})

test("a built team without a connection stays, with a way to try again", async ({ page }) => {
  await signInAs(page, "member")
  const back = await loseConnection(page, "**/api/teams/zaibas")
  await page.goto("/teams/zaibas")
  await expect(page.getByRole("heading", { level: 1, name: "Žaibas" })).toBeVisible()
  await page.getByRole("button", { name: "Try again" }).click()
  await back()
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("button", { name: /Ask to join|Leave the team/ })).toBeVisible()
})

test("a team that ended is not found, also where its page is still there", async ({ page }) => {
  const db = await siteDatabase()
  const { team } = await ownTeam(page, { name: "Short" })
  await openTeam(page, team.slug)
  await db.one`delete from teams where id = ${team.id}`
  await page.reload()
  await expect(page.getByRole("heading", { level: 1, name: "Team not found" })).toBeVisible()
})

test("of a built page whose team ended only that is left", async ({ page }) => {
  // As if it ended after the build: only the demo's teams are surely built.
  await page.route("**/api/teams/juras-migla", (route) =>
    route.continue({ url: new URL("/api/teams/nowhere", route.request().url()).href }),
  )
  await page.goto("/teams/juras-migla")
  await expect(page.getByRole("heading", { level: 1, name: "Team not found" })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Jūras Migla" })).toBeHidden()
})

test("who hides their name is 'A member of Daina', and members that do not load can be tried again", async ({
  page,
}) => {
  const { db, owner, team } = await ownTeam(page, { name: "Masks" })
  await db.one`
    update profiles set privacy_settings = '{"show_display_name": false}' where user_id = ${owner.id}`
  const back = await loseConnection(page, `**/api/teams/${team.slug}/members`)
  await openTeam(page, team.slug, "members")
  await expect(page.getByRole("heading", { name: "The members could not be loaded" })).toBeVisible()
  await back()
  await panel(page, "members").getByRole("button", { name: "Try again" }).click()
  await expect(panel(page, "members").getByRole("listitem")).toContainText("A member of Daina")
})
