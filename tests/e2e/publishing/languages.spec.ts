import { fetchAnonymously } from "../pages.ts"
import { getToast } from "../screens.ts"
import { createOwnTeam, openEditor } from "../teams/teams.ts"
import { expect, test } from "../test.ts"

test.use({ rebuilds: true })

const ENGLISH_TEXT = "We dance in the yard of a bakery."
const LATVIAN_TEXT = "Mēs dejojam maizes ceptuves pagalmā."

test("a team's page has the text in the page's language, or else the original with its language", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const { team } = await createOwnTeam(page, { name: "Bakery" })
  const form = await openEditor(page, team.slug)
  await form.description.fill(ENGLISH_TEXT)
  await page.getByRole("tab", { name: "English" }).focus()
  await page.keyboard.press("ArrowRight")
  const latvianTab = page.getByRole("tab", { name: "Latviešu" })
  await expect(latvianTab).toBeFocused()
  await expect(form.description).toHaveValue("")
  await form.description.fill(LATVIAN_TEXT)
  await form.save.click()
  await expect(getToast(page, "The team is saved")).toBeVisible()
  await page.reload()
  await expect(form.description).toHaveValue(ENGLISH_TEXT)
  await expect(latvianTab, "a dot marks a language with text").toHaveAccessibleName(/translated/)

  const visitor = await otherPages.openBrowser()
  const path = `/teams/${team.slug}`
  const fetchBuiltPage = async () => (await fetchAnonymously(page, `/lv${path}`)).text
  await expect.poll(fetchBuiltPage, { timeout: 60_000 }).toContain(LATVIAN_TEXT)
  await visitor.goto(`/lv${path}`)
  const main = visitor.getByRole("main")
  await expect(main.getByText(LATVIAN_TEXT)).toBeVisible()
  await expect(main.getByText("Valoda:")).toHaveCount(0)

  await visitor.goto(`/et${path}`)
  await expect(main.getByText(ENGLISH_TEXT)).toHaveAttribute("lang", "en")
  await expect(main.getByText("Keel: English")).toBeVisible()
  const originalUrl = new RegExp(`^https?://[^/]+${path}$`)
  await expect(visitor.locator("link[rel=canonical]")).toHaveAttribute("href", originalUrl)
  const languages = await visitor
    .locator("link[hreflang]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("hreflang")))
  expect(languages).toEqual(["en", "lv", "x-default"])
})
