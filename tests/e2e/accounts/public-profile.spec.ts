import type { Page } from "@playwright/test"
import { z } from "zod"
import { makeSmallPng } from "../../support/pictures.ts"
import { connectToDatabase } from "../database.ts"
import { type Member, saveProfile, signInNewMember } from "../people.ts"
import { getVisibility, openProfile, saveForm } from "../profile-form.ts"
import { expect, test } from "../test.ts"

const ALL_HIDDEN = {
  show_display_name: false,
  show_avatar: false,
  show_bio: false,
  show_gender: false,
  show_date_of_birth: false,
}

/** A profile with all fields. The markup in the bio must be shown as text. */
const FULL_PROFILE = {
  display_name: "Zane Ozola",
  bio: '<img src=x onerror="alert(1)"> in the last row.',
  gender: "non-binary",
  date_of_birth: "1999-03-09",
} as const

const UploadedPicture = z.object({ avatar_url: z.string() })

async function signInWithFullProfile(page: Page): Promise<Member> {
  const db = await connectToDatabase()
  const member = await signInNewMember(page, { profile: FULL_PROFILE })
  const picture = await makeSmallPng("#ff5a7d", 64, 64)
  const headers = { "content-type": "image/png" }
  const upload = await page.request.put("/api/profile/avatar", { data: picture, headers })
  await saveProfile(page, { ...FULL_PROFILE, ...UploadedPicture.parse(await upload.json()) })
  await db.one`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
    values (${member.id}, 'song', 'song-1', 'Whiplash', 'aespa')`
  return member
}

const getArticle = (page: Page) => page.getByRole("main").getByRole("article")

async function listVisibleParts(page: Page, id: string): Promise<string[]> {
  await page.goto(`/members/${id}`)
  const profile = getArticle(page)
  await expect(profile.getByRole("heading", { level: 1 })).toBeVisible()
  const parts = {
    name: profile.getByText(FULL_PROFILE.display_name),
    picture: profile.locator("header img"),
    bio: profile.getByText(FULL_PROFILE.bio),
    gender: profile.getByText("Non-binary"),
    birthDate: profile.getByText("March 9, 1999"),
    likes: profile.getByText("Whiplash"),
  }
  const visible: string[] = []
  for (const [part, element] of Object.entries(parts)) {
    if (await element.isVisible()) visible.push(part)
  }
  return visible
}

test("the member's choices control which parts of a profile other people see @slow", async ({
  page,
  otherPages,
}) => {
  const member = await signInWithFullProfile(page)
  await openProfile(page)
  // Each line has an audience and the parts of the profile that it sees. `textContent` has no space between them.
  const summary = page.getByRole("region", { name: "Who sees what" })
  await expect(summary).toContainText("Everyonepicture, display name, and the teams you're in")
  await getVisibility(page, "Bio").selectOption("Everyone")
  await getVisibility(page, "Picture").selectOption("Only you")
  await saveForm(page)
  await expect(summary).toContainText("Everyonedisplay name, the teams you're in, and bio")
  await page.getByRole("link", { name: "View as others do" }).click()
  await expect(page).toHaveURL(`/members/${member.id}?as=members`)
  await expect(getArticle(page).getByText(/^Joined /)).toBeVisible()
  await expect(getArticle(page).locator("header img")).toBeHidden()
  await page
    .getByRole("navigation", { name: "You see this as" })
    .getByRole("link", { name: "Everyone" })
    .click()
  await expect(page).toHaveURL(`/members/${member.id}?as=everyone`)
  await expect(getArticle(page).getByText(/^Joined /)).toBeHidden()
  await expect(getArticle(page).getByText(FULL_PROFILE.bio)).toBeVisible()
  await expect(getArticle(page).getByText("Non-binary")).toBeHidden()
  await page.goto(`/members/${member.id}`)
  await expect(page.getByText("Others don't see parts with a lock.")).toBeVisible()
  await expect(page).toHaveTitle(/^Zane Ozola · /)
  expect(await listVisibleParts(page, member.id), "the member sees all parts").toHaveLength(6)
  const hiddenMarks = getArticle(page).getByText("(Hidden from others)").filter({ visible: true })
  // The four hidden parts are picture, gender, date of birth and likes.
  await expect(hiddenMarks).toHaveCount(4)
  const visitor = await otherPages.openBrowser()
  expect(await listVisibleParts(visitor, member.id)).toEqual(["name", "bio"])
  await saveProfile(page, {
    ...FULL_PROFILE,
    privacy_settings: ALL_HIDDEN,
    music_likes_public: true,
  })
  expect(await listVisibleParts(visitor, member.id)).toEqual(["likes"])
  await expect(visitor.getByText("A member of Daina")).toBeVisible()
})

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
