/** What others see of a member, by the switches of the profile. */
import type { Page } from "@playwright/test"
import sharp from "sharp"
import { z } from "zod"
import { DEFAULT_PRIVACY } from "../../../src/features/profile/schema.ts"
import { signInAs } from "../accounts.ts"
import { siteDatabase } from "../database.ts"
import { join, type Member, saveProfile, whoIs } from "../people.ts"
import { openProfile, saveForm } from "../profile-form.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"

const ALL_OFF = {
  show_display_name: false,
  show_avatar: false,
  show_bio: false,
  show_gender: false,
  show_date_of_birth: false,
}

const FULL = {
  display_name: "Zane Ozola",
  bio: "Dances in the last row.",
  gender: "non-binary",
  date_of_birth: "1999-03-09",
} as const

const Stored = z.object({ avatar_url: z.string() })

/** Somebody with something in each field, who likes one song. */
async function joinWithAll(page: Page): Promise<Member> {
  const db = await siteDatabase()
  const member = await join(page, { profile: FULL })
  const picture = await sharp({
    create: { width: 64, height: 64, channels: 3, background: "#ff5a7d" },
  })
    .png()
    .toBuffer()
  const headers = { "content-type": "image/png" }
  const sent = await page.request.put("/api/profile/avatar", { data: picture, headers })
  await saveProfile(page, { ...FULL, ...Stored.parse(await sent.json()) })
  await db.one`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
    values (${member.id}, 'song', 'song-1', 'Whiplash', 'aespa')`
  return member
}

const article = (page: Page) => page.getByRole("main").getByRole("article")

/** Which parts of that member the page shows. */
async function partsSeen(page: Page, id: string): Promise<string[]> {
  await page.goto(`/members/${id}`)
  const profile = article(page)
  await expect(profile.getByRole("heading", { level: 1 })).toBeVisible()
  const parts = {
    show_display_name: profile.getByText(FULL.display_name),
    show_avatar: profile.locator("header img"),
    show_bio: profile.getByText(FULL.bio),
    show_gender: profile.getByText("Non-binary"),
    show_date_of_birth: profile.getByText("March 9, 1999"),
    music_likes_public: profile.getByText("Whiplash"),
  }
  const seen: string[] = []
  for (const [part, place] of Object.entries(parts)) if (await place.isVisible()) seen.push(part)
  return seen
}

const EVERYTHING = [...Object.keys(ALL_OFF), "music_likes_public"]

test("with one switch on, others see that alone, and the member sees all", async ({
  page,
  others,
}) => {
  const { id } = await joinWithAll(page)
  const stranger = await others.device()
  const member = await others.device()
  await signInAs(member, "member")
  for (const shown of EVERYTHING) {
    await saveProfile(page, {
      ...FULL,
      privacy_settings: shown in ALL_OFF ? { ...ALL_OFF, [shown]: true } : ALL_OFF,
      music_likes_public: shown === "music_likes_public",
    })
    expect(await partsSeen(stranger, id), `a stranger, by ${shown}`).toEqual([shown])
    expect(await partsSeen(member, id), `another member, by ${shown}`).toEqual([shown])
    const hidesName = shown !== "show_display_name"
    await expect(stranger.getByText("A member of Daina")).toHaveCount(hidesName ? 1 : 0)
    expect(await partsSeen(page, id), `the member, by ${shown}`).toEqual(EVERYTHING)
    const locks = article(page).getByText("(Hidden from others)").filter({ visible: true })
    await expect(locks).toHaveCount(EVERYTHING.length - 1)
  }
})

test("joined date, kind and favorite song are for those who are signed in", async ({
  page,
  others,
}) => {
  const owner = await others.device()
  await signInAs(owner, "owner")
  const { id } = (await whoIs(owner)) ?? { id: "" }
  await page.goto(`/members/${id}`)
  const profile = article(page)
  await expect(profile.getByRole("heading", { name: "Markuss Vītols" })).toBeVisible()
  await expect(profile.getByText("9 songs")).toBeVisible()
  await expect(
    profile.getByRole("list", { name: "Liked songs" }).getByRole("listitem"),
  ).toHaveCount(9)
  await expect(profile.getByText("4 albums")).toBeVisible()
  await expect(
    profile.getByRole("list", { name: "Liked albums" }).getByRole("listitem"),
  ).toHaveCount(4)
  const forMembers = [
    profile.getByText(/^Joined /),
    profile.getByText("Fan", { exact: true }),
    profile.getByRole("region", { name: "Favorite song" }),
  ]
  for (const part of forMembers) await expect(part).toBeHidden()
  await profile.getByRole("link", { name: "Log in" }).click()
  await fillSignIn(page, { email: "member@daina.test", password: "daina-demo" })
  await expect(page).toHaveURL(`/members/${id}`)
  for (const part of forMembers) await expect(part).toBeVisible()
  await expect(forMembers[2] ?? profile).toContainText("Supernova")
  await expect(profile.getByText("Members of Daina see more of each other.")).toBeHidden()
})

test("a birth date under 18 is shown to nobody else, whatever the switch says", async ({
  page,
  others,
}) => {
  const now = new Date()
  const day = (daysLater: number) =>
    new Date(Date.UTC(now.getUTCFullYear() - 18, now.getUTCMonth(), now.getUTCDate() + daysLater))
      .toISOString()
      .slice(0, 10)
  const open = { ...DEFAULT_PRIVACY, show_date_of_birth: true }
  const member = await join(page, { profile: { date_of_birth: day(2), privacy_settings: open } })
  const viewer = await others.device()
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) await signInAs(viewer, "member")
    await viewer.goto(`/members/${member.id}`)
    await expect(viewer.getByRole("heading", { name: "Mari Kask" })).toBeVisible()
    await expect(viewer.getByText("Date of birth")).toBeHidden()
    const answer = await viewer.request.get(`/api/profiles/${member.id}`)
    expect(await answer.text()).not.toContain(day(2))
  }
  await page.goto(`/members/${member.id}`)
  await expect(page.getByText("Date of birth (Hidden from others)")).toBeVisible()
  await openProfile(page)
  await expect(page.getByText("Only you see it, because you are under 18.")).toBeVisible()
  await saveProfile(page, { date_of_birth: day(-2) })
  await viewer.reload()
  await expect(viewer.getByText("Date of birth")).toBeVisible()
})

test("the form's switches do it, say so before, and its link shows it", async ({
  page,
  others,
}) => {
  const member = await joinWithAll(page)
  const form = await openProfile(page)
  const summary = page.getByRole("region", { name: "Who sees what" })
  await expect(summary).toContainText("Everyonepicture and display name")
  await form.shows("Show my bio").check()
  await form.shows("Show my picture").uncheck()
  await expect(summary).toContainText("Everyonedisplay name and bio")
  await expect(form.shows("Show my bio")).toHaveAccessibleDescription(
    "Everyone sees it, even without an account.",
  )
  await expect(form.shows("Show my picture")).toHaveAccessibleDescription("Only you see it.")
  await saveForm(page)
  await page.getByRole("link", { name: "Your page on Daina" }).click()
  await expect(page).toHaveURL(`/members/${member.id}`)
  await expect(page.getByText("This is your profile as you see it.")).toBeVisible()
  await expect(page).toHaveTitle(/^Zane Ozola · /)
  const stranger = await others.device()
  expect(await partsSeen(stranger, member.id)).toEqual(["show_display_name", "show_bio"])
})

test("what a member writes is text, whatever it looks like", async ({ page }) => {
  const name = '<img src=x onerror="alert(1)">'
  const member = await join(page, { profile: { display_name: name, bio: "<b>bold</b>" } })
  await page.goto(`/members/${member.id}`)
  await expect(page.getByRole("heading", { name })).toBeVisible()
  await expect(page.getByText("<b>bold</b>")).toBeVisible()
})

test.describe("what is not there", () => {
  test.use({ expectedErrors: /status of (404|503)/ })

  for (const id of ["00000000-0000-4000-8000-000000000000", "liga", "..%2f..%2fapi"]) {
    test(`/members/${id} says that nobody is here, and is kept from search engines`, async ({
      page,
    }) => {
      await page.goto(`/members/${id}`)
      await expect(page.getByRole("heading", { name: "Nobody is here" })).toBeVisible()
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/)
      await page.getByRole("link", { name: "Back to home" }).click()
      await expect(page).toHaveURL("/")
    })
  }

  test("a server that does not answer is no missing member", async ({ page }) => {
    const member = await join(page)
    await page.route("**/api/profiles/*", (route) => route.fulfill({ status: 503 }))
    await page.goto(`/lv/members/${member.id}`)
    await expect(page.getByRole("alert").getByRole("heading")).toBeVisible()
    await page.unroute("**/api/profiles/*")
    await page.getByRole("alert").getByRole("button").click()
    await expect(page.getByRole("heading", { name: "Mari Kask" })).toBeVisible()
  })
})
