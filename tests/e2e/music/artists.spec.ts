import type { Page } from "@playwright/test"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"
import { expectPressed, fetchStoredLikes, getTopRows, openMusic } from "./music-page.ts"

const getSongHeart = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Songs", exact: true })
    .getByRole("button", { name: `Like ${name}`, exact: true })

test("a song in a chart links to its artist's page, where a member likes the song", async ({
  page,
}) => {
  await signInNewMember(page)
  await openMusic(page)
  const row = getTopRows(page).filter({ hasText: "Supernova" })
  await expect(row.getByRole("link", { name: "Play Supernova" })).toBeVisible()
  const chartCount = Number(await row.locator("[data-likes]").getAttribute("data-likes"))
  const loadedLikes = page.waitForResponse((response) => response.url().endsWith("/api/likes"))
  await row.getByRole("link", { name: "aespa" }).click()
  await expect(page).toHaveURL("/music/aespa")
  await (await loadedLikes).finished()
  const heart = getSongHeart(page, "Supernova")
  const likes = heart.locator("xpath=..").locator("[data-likes]")
  const builtCount = Number(await likes.getAttribute("data-likes"))
  await expect(likes).toContainText(`${builtCount} likes`)
  await heart.click()
  await expectPressed(heart, true)
  await expect(likes).toContainText(`${builtCount + 1} likes`)
  await expect.poll(() => fetchStoredLikes(page)).toMatchObject({ likes: 1 })
  await page.goto("/music")
  await expect(row.locator("[data-likes]")).toContainText(`${chartCount + 1} likes`)
})

test('the music page shows only followed artists, until the member turns off "My artists"', {
  tag: "@slow",
}, async ({ page }) => {
  await signInNewMember(page)
  await page.goto("/music")
  const artists = page.getByRole("region", { name: "Groups & artists" }).getByRole("listitem")
  const songs = page.getByRole("region", { name: "Our picks" })
  const artistCount = await artists.count()
  await expect(songs.getByRole("listitem")).toHaveCount(6)
  await page.goto("/music/aespa")
  await page.getByRole("button", { name: "Follow", exact: true }).click()
  const readStoredArtists = () => page.evaluate(() => localStorage.getItem("daina:list-artists"))
  await expect.poll(readStoredArtists).toBe("aespa")
  await page.goto("/music")
  const button = page.getByRole("button", { name: "My artists" })
  await expectPressed(button, true)
  await expect(artists).toHaveText([/aespa$/])
  await expect(artists.getByRole("img", { name: "Following" })).toHaveCount(1)
  await expect(getTopRows(page)).toHaveCount(10)
  for (const song of await songs.getByRole("listitem").all())
    await expect(song.getByRole("link", { name: "aespa" })).toBeVisible()
  await expect(page.getByRole("region", { name: "Releases" })).toContainText("Glass Garden")

  await button.press("Enter")
  await expectPressed(button, false)
  await expect(artists).toHaveCount(artistCount)
  await expect(artists.first()).toHaveText(/aespa$/)
  await expect(artists.getByRole("img", { name: "Following" })).toHaveCount(1)
  await expect(songs.getByRole("listitem")).toHaveCount(6)
  await page.reload()
  await expectPressed(button, false)

  await button.click()
  await page.goto("/shop")
  await page.goto("/music#songs")
  await expectPressed(button, false)
  await page.goto("/music/aespa")
  await page.getByRole("button", { name: "Following" }).click()
  await expect.poll(readStoredArtists).toBeNull()
  await page.goto("/music")
  await expect(artists).toHaveCount(artistCount)
  await expect(artists.getByRole("img", { name: "Following" })).toHaveCount(0)
  await expect(button).toHaveCount(0)
})

test('a followed artist is listed first, and "Show all" reveals the other artists', async ({
  page,
}) => {
  await signInNewMember(page)
  await page.goto("/music/zerobaseone")
  await page.getByRole("button", { name: "Follow", exact: true }).click()
  const readStoredArtists = () => page.evaluate(() => localStorage.getItem("daina:list-artists"))
  await expect.poll(readStoredArtists).toBe("zerobaseone")
  await page.goto("/music")
  const artists = page.getByRole("region", { name: "Groups & artists" })
  await expect(artists.getByRole("listitem")).toHaveText([/ZEROBASEONE$/])
  await page.getByRole("button", { name: "My artists" }).click()
  await expect(artists.getByRole("listitem").first()).toHaveText(/ZEROBASEONE$/)
  await expect(artists.getByRole("listitem")).toHaveCount(8)
  await artists.getByRole("button", { name: "Show all" }).click()
  expect(await artists.getByRole("listitem").count()).toBeGreaterThan(30)
  await expect(artists.getByRole("listitem").nth(8).getByRole("link")).toBeFocused()
})

test("opening an artist's page marks notifications about the artist's releases as read", async ({
  page,
}) => {
  const { id } = await signInNewMember(page)
  const db = await connectToDatabase()
  await db.one`
    insert into notifications (user_id, topic, kind, group_id, things, count, reasons, in_bell)
    select ${id}, 'release', 'release_added', r.id, '{}', 1, '{artist}', true
    from releases r join artists a on a.id = r.artist_id where a.slug in ('aespa', 'ive')`
  const bell = page.getByRole("link", { name: /^Notifications/ })
  await page.goto("/music/ateez")
  await expect(bell).toHaveAccessibleName(/2/)
  await page.goto("/music/aespa")
  await expect(bell).toHaveAccessibleName(/1/)
  await page.goto("/music/ive")
  await expect(bell).not.toHaveAccessibleName(/\d/)
})
