import { makeIdea } from "../../support/people/ideas.ts"
import { DEMO_EMAILS, DEMO_PASSWORD } from "../accounts.ts"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"
import { getIdeaRow, getSuggestForm, getVoteButton, readVotes } from "./screen.ts"

const CALENDAR_IDEA = "A shared calendar of free halls"
const BUS_IDEA = "A bus to the final from all three capitals"

test("anonymous visitors see ranked ideas with status and reply", async ({ page }) => {
  await page.goto("/suggest-idea")
  const rows = page.locator("[data-popular]").getByRole("listitem")
  await expect(rows).toHaveCount(5)
  const counts: number[] = []
  for (const [i, row] of (await rows.all()).entries()) {
    await expect(row.getByText(`#${i + 1}`)).toBeVisible()
    await expect(getVoteButton(row)).toBeHidden()
    await expect(row.getByRole("link", { name: "Login to vote" })).toBeVisible()
    counts.push(await readVotes(row))
  }
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const wardrobe = getIdeaRow(page, "Wardrobe library for crews")
  await expect(wardrobe.getByText("Teams", { exact: true })).toBeVisible()
  await expect(wardrobe.getByText("Planned")).toBeVisible()
  await expect(wardrobe.getByText("Our answer")).toBeVisible()
})

test("a log-in to vote returns to the idea and keeps the draft", async ({ page }) => {
  await page.goto("/lv/suggest-idea")
  await page.locator("input[name=title]").fill("Lietussargi")
  // Focusing a field loads the script that stores the draft.
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1)
  await page.locator("[data-popular] li").nth(1).getByRole("link").click()
  await expect(page).toHaveURL(/\/lv\/login\?next=/)
  await page.locator("main input[type=email]").fill(DEMO_EMAILS.member)
  await page.locator("input[autocomplete=current-password]").fill(DEMO_PASSWORD)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/lv\/suggest-idea#idea-/)
  await expect(page.locator("input[name=title]")).toHaveValue("Lietussargi")
  await expect(page.locator("[data-popular] li:target")).toHaveCount(1)
  await expect(page.locator("[data-popular] li").first().getByRole("button")).toBeVisible()
})

test("a member votes, removes the vote, and both survive a reload", async ({ page }) => {
  await signInNewMember(page)
  await page.goto("/suggest-idea")
  const row = getIdeaRow(page, BUS_IDEA)
  const button = getVoteButton(row)
  await expect(button).toHaveAttribute("aria-pressed", "false")
  const votesBefore = await readVotes(row)
  await button.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("Vote recorded!")).toBeVisible()
  await expect(button).toHaveAttribute("aria-pressed", "true")
  await expect(button).toHaveText("Voted")
  await expect(button).toBeFocused()
  expect(await readVotes(row)).toBe(votesBefore + 1)
  await page.reload()
  await expect(button).toHaveAttribute("aria-pressed", "true")
  expect(await readVotes(row)).toBe(votesBefore + 1)
  await button.click()
  await expect(page.getByText("Vote removed")).toBeVisible()
  await page.reload()
  await expect(button).toHaveAttribute("aria-pressed", "false")
  expect(await readVotes(row)).toBe(votesBefore)
})

test("ideas are filtered by search and status, and a done idea has no vote button", async ({
  page,
}) => {
  await makeIdea(await connectToDatabase(), {
    title: "Öine buss Tartusse",
    isPopular: false,
    status: "done",
  })
  await signInNewMember(page)
  await page.goto("/suggest-idea")
  const row = getIdeaRow(page, "Öine buss Tartusse")
  await expect(getVoteButton(getIdeaRow(page, BUS_IDEA))).toBeVisible()
  await expect(row).toHaveCount(0)
  const search = page.getByRole("searchbox", { name: "Search the ideas" })
  await search.fill("oine buss")
  await expect(row).toContainText("Done")
  await expect(row.getByText(/^\d+ votes?$/)).toBeVisible()
  await expect(getVoteButton(row)).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "All ideas" })).toBeVisible()
  await search.fill("nothing of the kind")
  await expect(page.getByText("No idea like that yet.")).toBeVisible()
  await search.fill("")
  await page.getByRole("combobox", { name: "Status" }).selectOption("Planned")
  await expect(getIdeaRow(page, "Wardrobe library for crews")).toBeVisible()
  await expect(row).toHaveCount(0)
})

test("a member votes for a similar idea next to the form", { tag: "@slow" }, async ({ page }) => {
  await signInNewMember(page)
  await page.goto("/suggest-idea")
  await getSuggestForm(page).title.fill("shared calendar")
  const similar = page.locator("[data-similar]").getByRole("listitem").first()
  await getVoteButton(similar).click()
  await expect(page.getByText("Vote recorded!")).toBeVisible()
  await expect(getVoteButton(getIdeaRow(page, CALENDAR_IDEA))).toHaveAttribute(
    "aria-pressed",
    "true",
  )
})
