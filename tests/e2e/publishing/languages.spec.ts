import { fetchAnonymously } from "../pages.ts"
import { getToast } from "../screens.ts"
import { createOwnTeam, openEditor } from "../teams/teams.ts"
import { expect, test } from "../test.ts"

test.use({ rebuilds: true })

const ENGLISH = "We dance in the yard of a bakery."
const LATVIAN = "Mēs dejojam maizes ceptuves pagalmā."

test("Latvian readers see a team's Latvian texts, and other readers the labeled original", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const { team } = await createOwnTeam(page, { name: "Bakery" })
  const form = await openEditor(page, team.slug)
  await form.description.fill(ENGLISH)
  await page.getByRole("tab", { name: "English" }).focus()
  await page.keyboard.press("ArrowRight")
  const latvian = page.getByRole("tab", { name: "Latviešu" })
  await expect(latvian).toBeFocused()
  await expect(form.description).toHaveValue("")
  await form.description.fill(LATVIAN)
  await form.save.click()
  await expect(getToast(page, "The team is saved")).toBeVisible()
  await page.reload()
  await expect(form.description).toHaveValue(ENGLISH)
  await expect(latvian, "a dot marks a language with text").toHaveAccessibleName(/translated/)

  const visitor = await otherPages.openBrowser()
  const path = `/teams/${team.slug}`
  const fetchBuiltPage = async () => (await fetchAnonymously(page, `/lv${path}`)).text
  await expect.poll(fetchBuiltPage, { timeout: 60_000 }).toContain(LATVIAN)
  await visitor.goto(`/lv${path}`)
  const main = visitor.getByRole("main")
  await expect(main.getByText(LATVIAN)).toBeVisible()
  await expect(main.getByText("Valoda:")).toHaveCount(0)

  await visitor.goto(`/et${path}`)
  await expect(main.getByText(ENGLISH)).toHaveAttribute("lang", "en")
  await expect(main.getByText("Keel: English")).toBeVisible()
  const original = new RegExp(`^https?://[^/]+${path}$`)
  await expect(visitor.locator("link[rel=canonical]")).toHaveAttribute("href", original)
  const languages = await visitor
    .locator("link[hreflang]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("hreflang")))
  expect(languages).toEqual(["en", "lv", "x-default"])
})
