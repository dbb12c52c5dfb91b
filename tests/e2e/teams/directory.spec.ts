/** All teams: searching, looking further, and one's own. */
import type { Page } from "@playwright/test"
import { makeRequest, makeTeam } from "../../teams.ts"
import { signInAs } from "../accounts.ts"
import { siteDatabase } from "../database.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { FAULTS, loseConnection } from "./faults.ts"
import { ownTeam, toast } from "./teams.ts"

test.use({ expectedErrors: FAULTS })

const search = (page: Page) => page.getByRole("searchbox", { name: "Search teams" })
const cards = (page: Page) => page.getByRole("region", { name: "All teams" }).getByRole("listitem")
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })

/** So many teams of a place that no other test has. */
async function teamsOf(place: string, count: number): Promise<void> {
  const db = await siteDatabase()
  const { id } = (await db.one<{ id: string }>`
    insert into users (email) values (${`${place}@daina.test`}) returning id`) ?? { id: "" }
  for (let n = 1; n <= count; n++) {
    await makeTeam(db, { [id]: "owner" }, { name: `Crew ${n}`, location: place })
  }
}

for (const [typed, name] of [
  ["zvaigznes", "Rīgas Zvaigznes"],
  ["RIGAS ZVA", "Rīgas Zvaigznes"],
  ["põhja", "Põhjatäht"],
  ["pohja", "Põhjatäht"],
  ["zaibas", "Žaibas"],
  ["liepaja", "Jūras Migla"],
] as const) {
  test(`typing “${typed}” finds ${name}, and the address says so`, async ({ page }) => {
    await page.goto("/teams")
    await search(page).pressSequentially(typed, { delay: 20 })
    await expect(page).toHaveURL(`/teams?${new URLSearchParams({ search: typed })}`)
    await expect(card(page, name)).toBeVisible()
    await expect(card(page, "D-PILS")).toHaveCount(0)
    await expect(page.getByRole("status").filter({ hasText: /found/ })).toHaveText(
      /^\d+ teams? found$/,
    )
  })
}

test("a search is shared by its address, and each has its step back", async ({ page }) => {
  await page.goto("/teams?search=zaibas")
  await expect(search(page)).toHaveValue("zaibas")
  await expect(cards(page)).toHaveCount(1)
  await search(page).fill("pohja")
  await expect(card(page, "Põhjatäht")).toBeVisible()
  await search(page).press("Enter")
  await page.getByLabel("Country").selectOption({ label: "Latvia" })
  await expect(page).toHaveURL("/teams?search=pohja&country=lv")
  await expect(page.getByRole("heading", { name: "No team found" })).toBeVisible()
  await page.goBack()
  await expect(card(page, "Põhjatäht")).toBeVisible()
  await page.goBack()
  await expect(search(page)).toHaveValue("zaibas")
  await expect(card(page, "Žaibas")).toBeVisible()
  await card(page, "Žaibas").getByRole("link").click()
  await expect(page.getByRole("heading", { level: 1, name: "Žaibas" })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL("/teams?search=zaibas")
  await expect(card(page, "Žaibas")).toBeVisible()
})

test("a search that finds nothing says so, and leads back to all", async ({ page }) => {
  await page.goto("/teams")
  await search(page).fill("nobody dances here")
  await expect(page.getByRole("heading", { name: "No team found" })).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  await page.getByRole("button", { name: "Show all teams" }).click()
  await expect(page).toHaveURL("/teams")
  await expect(search(page)).toBeFocused()
  await expect(cards(page).first()).toBeVisible()
})

test("beyond 24 teams the others come when they are asked for", async ({ page }) => {
  await teamsOf("Thirtyville", 30)
  await page.goto("/teams?search=thirtyville")
  await expect(cards(page)).toHaveCount(24)
  await expect(page.getByText("More than 24 teams found")).toBeVisible()
  const more = page.getByRole("button", { name: "Load more" })
  const back = await loseConnection(page, "**/api/teams?*")
  await more.click()
  await expect(toast(page, "Failed to load teams")).toContainText("Daina cannot be reached")
  await expect(cards(page), "what is there stays").toHaveCount(24)
  await back()
  await more.click()
  await expect(cards(page)).toHaveCount(30)
  await expect(more).toBeHidden()
  await expect(page.getByText("30 teams found")).toBeVisible()
  expect(new Set(await cards(page).getByRole("heading").allTextContents()).size).toBe(30)
})

test("a search without a connection says so, and can be tried again", async ({ page }) => {
  // Then the list's script is here.
  const freshened = page.waitForResponse("**/api/teams?*")
  await page.goto("/teams")
  await freshened
  await page.context().setOffline(true)
  await search(page).fill("zaibas")
  await expect(toast(page, "Failed to load teams")).toContainText("Daina cannot be reached")
  const failed = page.getByRole("region", { name: "All teams" })
  await expect(failed.getByRole("heading", { name: "Failed to load teams" })).toBeVisible()
  await page.context().setOffline(false)
  await failed.getByRole("button", { name: "Try again" }).click()
  await expect(card(page, "Žaibas")).toBeVisible()
})

test("a stranger is asked to log in before they create a team, and comes back", async ({
  page,
}) => {
  await page.goto("/teams")
  await expect(page.getByRole("heading", { name: "My teams" })).toBeHidden()
  await expect(page.getByRole("button", { name: "Create a team" })).toBeHidden()
  await page.getByRole("link", { name: "Log in to create a team" }).click()
  await expect(page).toHaveURL("/login?next=%2Fteams")
})

test.describe("my teams", () => {
  const mine = (page: Page) => page.getByRole("region", { name: "My teams" })

  test("a member of none reads how to come to one", async ({ page }) => {
    await join(page)
    await page.goto("/teams")
    await expect(mine(page)).toContainText("You are not in a team yet.")
  })

  test("an owner reads how many wait, and is led to them", async ({ page, others }) => {
    const { db, team } = await ownTeam(page, { name: "Ūdensrozes" })
    for (const name of ["Liis", "Jonas"]) {
      const { id } = await join(await others.device(), { profile: { display_name: name } })
      await makeRequest(db, team.id, id)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/teams")
    const row = mine(page).getByRole("listitem")
    await expect(row).toContainText("Owner")
    await expect(row).toContainText("2 requests waiting")
    await row.getByRole("link", { name: "Ūdensrozes" }).click()
    await expect(page).toHaveURL(`/teams/${team.slug}/manage#requests`)
    await expect(page.getByRole("heading", { name: "Join requests" })).toBeInViewport()
  })

  test("that do not load are said, and come at the next try", async ({ page }) => {
    await signInAs(page, "owner")
    const back = await loseConnection(page, "**/api/teams/mine")
    await page.goto("/teams")
    await expect(toast(page, "Failed to load teams")).toContainText("Daina cannot be reached")
    await expect(mine(page)).toContainText("Failed to load teams")
    await back()
    await mine(page).getByRole("button", { name: "Try again" }).click()
    await expect(mine(page).getByRole("link", { name: "Rīgas Zvaigznes" })).toBeVisible()
  })

  test("are gone from the screen when their member signs out elsewhere", async ({
    page,
    others,
  }) => {
    await signInAs(page, "owner")
    await page.goto("/teams")
    await expect(mine(page).getByRole("link", { name: "Rīgas Zvaigznes" })).toBeVisible()
    const tab = await others.tab()
    await tab.goto("/shop")
    await tab.getByRole("banner").getByRole("button", { name: "Log out" }).click()
    await expect(mine(page)).toBeHidden()
    await expect(page.locator("[data-my-teams-list] > *")).toHaveCount(0)
  })
})
