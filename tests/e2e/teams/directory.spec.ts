import type { Page } from "@playwright/test"
import { makeUser } from "../../support/factories.ts"
import { makeRequest } from "../../support/people/teams.ts"
import { signInAs } from "../accounts.ts"
import { signInNewMember } from "../people.ts"
import { logOut } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createOwnTeam, EXPECTED_ERRORS } from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

const getSearchField = (page: Page) => page.getByRole("searchbox", { name: "Search teams" })
const getCards = (page: Page) =>
  page.getByRole("region", { name: "All teams" }).getByRole("listitem")
const getCard = (page: Page, name: string) => getCards(page).filter({ hasText: name })

test("the URL contains the search, and the back button restores the previous search", async ({
  page,
}) => {
  await page.goto("/teams?search=zaibas")
  await expect(getSearchField(page)).toHaveValue("zaibas")
  await expect(getCards(page)).toHaveCount(1)
  await getSearchField(page).fill("pohja")
  await expect(getCard(page, "Põhjatäht")).toBeVisible()
  await getSearchField(page).press("Enter")
  await page.getByLabel("Country").selectOption({ label: "Latvia" })
  await expect(page).toHaveURL("/teams?search=pohja&country=lv")
  await expect(page.getByRole("heading", { name: "No team found" })).toBeVisible()
  await page.goBack()
  await expect(getCard(page, "Põhjatäht")).toBeVisible()
  await page.goBack()
  await expect(getSearchField(page)).toHaveValue("zaibas")
  await expect(getCard(page, "Žaibas")).toBeVisible()
  await getCard(page, "Žaibas").getByRole("link").click()
  await expect(page.getByRole("heading", { level: 1, name: "Žaibas" })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL("/teams?search=zaibas")
  await expect(getCard(page, "Žaibas")).toBeVisible()
})

test('"Load more" shows more than 24 teams', { tag: "@slow" }, async ({ page }) => {
  // The demo has fewer than 24 teams, so the fake response repeats the list item of the team Žaibas 30 times.
  await page.route("**/teams?search=zaibas", async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const [listItem = ""] =
      /<li class="[^"]*" data-team=""(?:(?!<\/li>).)*Žaibas.*?<\/li>/s.exec(html) ?? []
    const [htmlBefore = "", htmlAfter = ""] = html.split(listItem)
    await route.fulfill({ response, body: htmlBefore + listItem.repeat(30) + htmlAfter })
  })
  await page.goto("/teams?search=zaibas")
  await expect(getCards(page)).toHaveCount(24)
  await expect(page.getByText("30 teams found")).toBeVisible()
  const loadMore = page.getByRole("button", { name: "Load more" })
  await loadMore.click()
  await expect(getCards(page)).toHaveCount(30)
  await expect(loadMore).toBeHidden()
})

test("the link to create a team leads an anonymous visitor to the login", async ({ page }) => {
  await page.goto("/teams")
  await expect(page.getByRole("heading", { name: "My teams" })).toBeHidden()
  await expect(page.getByRole("button", { name: "Create a team" })).toBeHidden()
  await page.getByRole("link", { name: "Log in to create a team" }).click()
  await expect(page).toHaveURL("/login?next=%2Fteams")
})

test.describe("my teams", () => {
  const getMyTeams = (page: Page) => page.getByRole("region", { name: "My teams" })

  test("an owner sees the number of join requests and opens the requests", async ({ page }) => {
    const { db, team } = await createOwnTeam(page, { name: "Ūdensrozes" })
    for (const displayName of ["Liis", "Jonas"]) {
      await makeRequest(db, team.id, (await makeUser(db, { displayName })).id)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/teams")
    const row = getMyTeams(page).getByRole("listitem")
    await expect(row).toContainText("Owner")
    await expect(row).toContainText("2 requests waiting")
    await row.getByRole("link", { name: "Ūdensrozes" }).click()
    await expect(page).toHaveURL(`/teams/${team.slug}/manage#requests`)
    await expect(page.getByRole("heading", { name: "Join requests" })).toBeInViewport()
  })

  test("a member without a team sees no list of their teams", async ({ page }) => {
    await signInNewMember(page)
    const teamsResponse = page.waitForResponse("**/api/teams/mine")
    await page.goto("/teams")
    await teamsResponse
    await expect(getMyTeams(page)).toHaveCount(0)
    await expect(page.getByRole("button", { name: "Create a team" })).toBeVisible()
  })

  test("the list of my teams disappears when the member logs out in another tab", {
    tag: "@slow",
  }, async ({ page, otherPages }) => {
    await signInAs(page, "owner")
    await page.goto("/teams")
    await expect(getMyTeams(page).getByRole("link", { name: "Rīgas Zvaigznes" })).toBeVisible()
    const tab = await otherPages.openTab()
    await tab.goto("/shop")
    await logOut(tab)
    await expect(getMyTeams(page)).toBeHidden()
    await expect(page.getByText("Owner", { exact: true })).toHaveCount(0)
  })
})
