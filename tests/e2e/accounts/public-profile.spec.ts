import type { Page } from "@playwright/test"
import { signInNewMember } from "../people.ts"
import { getVisibility, openProfile, saveForm } from "../profile-form.ts"
import { expect, test } from "../test.ts"

const getArticle = (page: Page) => page.getByRole("main").getByRole("article")

test("a member's own profile links to its missing parts, and visitors see no such links", async ({
  page,
  otherPages,
}) => {
  const { id } = await signInNewMember(page, { profile: { display_name: "Elīna", bio: "Hello!" } })
  const getMissingParts = (viewer: Page) =>
    getArticle(viewer).getByRole("link", {
      name: /^(Add a picture|Write a bio|Pick|Choose|Find a team)/,
    })
  await page.goto(`/members/${id}`)
  await expect(getMissingParts(page)).toHaveText([
    "Pick favorite groups",
    "Add a picture",
    "Choose a favorite song",
    "Find a team",
  ])
  await getMissingParts(page).filter({ hasText: "Pick" }).click()
  await expect(page).toHaveURL("/profile#profile-groups")
  await expect(page.getByRole("combobox", { name: "Favorite groups" })).toBeFocused()
  await page.goBack()
  await getMissingParts(page).filter({ hasText: "Add a picture" }).click()
  await expect(page.locator("#profile-picture input")).toBeFocused()
  await page.goto(`/members/${id}?as=members`)
  await expect(getArticle(page).getByRole("heading", { name: "Elīna" })).toBeVisible()
  await expect(getMissingParts(page)).toHaveCount(0)
  const visitor = await otherPages.openBrowser()
  await visitor.goto(`/members/${id}`)
  await expect(getArticle(visitor).getByRole("heading", { name: "Elīna" })).toBeVisible()
  await expect(getMissingParts(visitor)).toHaveCount(0)
})

test("on phones, a closed row counts the parts of the profile, and opens by keyboard", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInNewMember(page, { profile: FULL_PROFILE })
  await openProfile(page)
  const row = page.locator("summary", { hasText: "Who sees what" })
  await expect(row).toContainText("Everyone: 3 · Members: 4 · Only you: 6")
  await expect(getVisibility(page, "Picture")).toBeHidden()
  await row.press("Enter")
  await getVisibility(page, "Picture").selectOption("Only you")
  await expect(row).toContainText("Everyone: 2 · Members: 4 · Only you: 7")
})

test("visitors see a minor's name only after the minor has allowed it", async ({
  page,
  otherPages,
}) => {
  const date_of_birth = `${new Date().getFullYear() - 13}-01-01`
  const { id } = await signInNewMember(page, { profile: { ...FULL_PROFILE, date_of_birth } })
  const visitor = await otherPages.openBrowser()
  expect(await listVisibleParts(visitor, id)).toEqual([])
  await openProfile(page)
  const reason = "Only people who are logged in see them, because you're under 18."
  await expect(page.getByText(reason)).toBeVisible()
  await expect(getVisibility(page, "Picture")).toHaveValue("members")
  await getVisibility(page, "Name and picture for visitors").selectOption("Everyone")
  await expect(page.getByText(reason)).toHaveCount(0)
  await expect(getVisibility(page, "Picture")).toHaveValue("everyone")
  await saveForm(page)
  expect(await listVisibleParts(visitor, id)).toEqual(["name"])
})
