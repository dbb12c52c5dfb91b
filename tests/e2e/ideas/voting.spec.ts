/** Voting: by members, for what everybody sees. */

import { PASSWORD, PEOPLE, signInAs } from "../accounts.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { ideaRow, suggestForm, voteButton, votesOf } from "./screen.ts"

const CALENDAR = "A shared calendar of free halls"
const COACH = "A coach to the final from all three capitals"
const LOOP = "Loop and slow down in the song pages"
const VOTE = "**/api/ideas/*/vote"

test("everybody sees the ideas ranked, with their state and answer", async ({ page }) => {
  await page.goto("/suggest-idea")
  const rows = page.locator("[data-popular]").getByRole("listitem")
  await expect(rows).toHaveCount(5)
  const counts: number[] = []
  for (const [i, row] of (await rows.all()).entries()) {
    await expect(row.getByText(`#${i + 1}`)).toBeVisible()
    await expect(voteButton(row)).toBeHidden()
    await expect(row.getByRole("link", { name: "Login to vote" })).toBeVisible()
    counts.push(await votesOf(row))
  }
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const wardrobe = ideaRow(page, "Wardrobe library for crews")
  await expect(wardrobe.getByText("Teams", { exact: true })).toBeVisible()
  await expect(wardrobe.getByText("Planned")).toBeVisible()
  await expect(wardrobe.getByText("Our answer")).toBeVisible()
})

test("the ideas are in the page itself, for readers without scripts", async ({ page }) => {
  const html = await (await page.request.get("/suggest-idea")).text()
  expect(html).toContain(CALENDAR)
  expect(html).toMatch(/>\s*\d+ votes\s*</)
})

test("signing in to vote leads back to the idea, and to what was being written", async ({
  page,
}) => {
  await page.goto("/lv/suggest-idea")
  await page.locator("input[name=title]").fill("Lietussargi")
  await page.locator("[data-popular] .idea-login").nth(1).click()
  await expect(page).toHaveURL(/\/lv\/login\?next=/)
  await page.locator("main input[type=email]").fill(PEOPLE.member)
  await page.locator("input[autocomplete=current-password]").fill(PASSWORD)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/lv\/suggest-idea#idea-/)
  await expect(page.locator("input[name=title]")).toHaveValue("Lietussargi")
  await expect(page.locator("[data-popular] li:target")).toHaveCount(1)
  await expect(page.locator("[data-popular] [data-vote]").first()).toBeVisible()
})

test("a member votes and takes the vote back, and it stays so", async ({ page }) => {
  await join(page)
  await page.goto("/suggest-idea")
  const row = ideaRow(page, COACH)
  const button = voteButton(row)
  await expect(button).toHaveAttribute("aria-pressed", "false")
  const before = await votesOf(row)
  await button.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("Vote recorded!")).toBeVisible()
  await expect(button).toHaveAttribute("aria-pressed", "true")
  await expect(button).toBeFocused()
  expect(await votesOf(row)).toBe(before + 1)
  await page.reload()
  await expect(button).toHaveAttribute("aria-pressed", "true")
  expect(await votesOf(row)).toBe(before + 1)
  await button.click()
  await expect(page.getByText("Vote removed")).toBeVisible()
  await page.reload()
  await expect(button).toHaveAttribute("aria-pressed", "false")
  expect(await votesOf(row)).toBe(before)
})

test("two quick clicks end where they began", async ({ page }) => {
  await join(page)
  await page.goto("/suggest-idea")
  const row = ideaRow(page, LOOP)
  const before = await votesOf(row)
  await voteButton(row).dblclick()
  await expect(page.getByText("Vote removed")).toBeVisible()
  // Of one vote only the last word stands.
  await expect(page.getByText("Vote recorded!")).toHaveCount(0)
  expect(await votesOf(row)).toBe(before)
  await page.reload()
  await expect(voteButton(row)).toHaveAttribute("aria-pressed", "false")
})

test("who voted in another tab is told so", async ({ page }) => {
  await join(page)
  await page.goto("/suggest-idea")
  const row = ideaRow(page, CALENDAR)
  await expect(voteButton(row)).toHaveAttribute("aria-pressed", "false")
  const id = await row.getAttribute("data-idea")
  expect((await page.request.put(`/api/ideas/${id}/vote`)).status()).toBe(200)
  await voteButton(row).click()
  await expect(page.getByText("Already voted", { exact: true })).toBeVisible()
  await expect(page.getByText("You have already voted for this idea.")).toBeVisible()
  await expect(voteButton(row)).toHaveAttribute("aria-pressed", "true")
})

test("a similar idea can be voted for where it shows up", async ({ page }) => {
  await join(page)
  await page.goto("/suggest-idea")
  await suggestForm(page).title.fill("shared calendar")
  const similar = page.locator("[data-similar]").getByRole("listitem").first()
  await voteButton(similar).click()
  await expect(page.getByText("Vote recorded!")).toBeVisible()
  // One idea, in two places.
  await expect(voteButton(ideaRow(page, CALENDAR))).toHaveAttribute("aria-pressed", "true")
})

test.describe("when voting fails", () => {
  test.use({ expectedErrors: /net::ERR|status of (401|503)/ })

  test("without a connection the vote is undone, and said to have failed", async ({ page }) => {
    await join(page)
    await page.goto("/suggest-idea")
    const row = ideaRow(page, COACH)
    const before = await votesOf(row)
    await page.route(VOTE, (route) => route.abort("internetdisconnected"))
    await voteButton(row).click()
    await expect(page.getByText("Failed to record vote")).toBeVisible()
    await expect(voteButton(row)).toHaveAttribute("aria-pressed", "false")
    expect(await votesOf(row)).toBe(before)
    await page.unroute(VOTE)
    await voteButton(row).click()
    await expect(page.getByText("Vote recorded!")).toBeVisible()
    await page.route(VOTE, (route) => route.abort("internetdisconnected"))
    await voteButton(row).click()
    await expect(page.getByText("Failed to remove vote")).toBeVisible()
    await expect(voteButton(row)).toHaveAttribute("aria-pressed", "true")
  })

  for (const [wish, text] of [
    ["vote", "You must be logged in to vote"],
    ["remove a vote", "You must be logged in to remove vote"],
  ] as const) {
    test(`who is signed out meanwhile must log in to ${wish}`, async ({ page }) => {
      await join(page)
      await page.goto("/suggest-idea")
      const row = ideaRow(page, LOOP)
      if (wish === "remove a vote") {
        await voteButton(row).click()
        await expect(page.getByText("Vote recorded!")).toBeVisible()
      }
      await expect(voteButton(row)).toBeVisible()
      await page.context().clearCookies()
      await voteButton(row).click()
      await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expect(row.getByRole("link", { name: "Login to vote" })).toBeVisible()
    })
  }
})

test.describe("without ideas to show", () => {
  const POPULAR = "**/api/ideas/popular"
  test.use({ expectedErrors: /status of 503/ })

  test("the panel says so", async ({ page }) => {
    await page.route(POPULAR, (route) => route.fulfill({ json: { ideas: [] } }))
    await page.goto("/suggest-idea")
    await expect(page.getByText("No popular ideas yet")).toBeVisible()
    await expect(page.locator("[data-popular]").getByRole("listitem")).toHaveCount(0)
  })

  test("what is built in stays when nobody answers", async ({ page }) => {
    await page.route(POPULAR, (route) => route.fulfill({ status: 503 }))
    const asked = page.waitForResponse(POPULAR)
    await page.goto("/suggest-idea")
    await asked
    await expect(page.locator("[data-popular]").getByRole("listitem")).toHaveCount(5)
  })
})

test("a new order and a new idea move in by themselves", async ({ page }) => {
  const idea = (id: string, title: string, vote_count: number) => ({
    id,
    title,
    description: "Text",
    category: "shop",
    status: "done",
    reply: null,
    vote_count,
    user_voted: false,
  })
  await page.route("**/api/ideas/popular", (route) =>
    route.fulfill({ json: { ideas: [idea("b", "Newer <i>", 9), idea("a", "Older", 1)] } }),
  )
  await page.goto("/suggest-idea")
  const rows = page.locator("[data-popular]").getByRole("listitem")
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText("#1")
  await expect(rows.nth(0).getByRole("heading", { name: "Newer <i>" })).toBeVisible()
  await expect(rows.nth(0).getByText("Done")).toBeVisible()
  await expect(rows.nth(0).getByText("9 votes")).toBeVisible()
  await expect(rows.nth(0).getByRole("link")).toHaveAttribute("href", /%23idea-b$/)
  await expect(rows.nth(1).getByText("1 vote", { exact: true })).toBeVisible()
  await signInAs(page, "member")
})
