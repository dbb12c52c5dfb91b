import sharp from "sharp"
import { expect, test } from "../test.ts"
import { createOwnTeam, openTeam } from "./teams.ts"

// The fake player cannot access local storage, which the test setup uses.
test.use({
  expectedErrors: /status of 404/,
  expectedExceptions: /^SecurityError: Failed to read the 'localStorage' property from 'Window'/,
})

test("a video loads only when it is played, from a host that sets no cookies", async ({ page }) => {
  const { team } = await createOwnTeam(page)
  const videos = [
    [
      "YouTube",
      "https://youtu.be/abcDEF_-123?si=x",
      "https://www.youtube-nocookie.com/embed/abcDEF_-123?autoplay=1",
    ],
    [
      "Vimeo",
      "https://vimeo.com/76979871",
      "https://player.vimeo.com/video/76979871?dnt=1&autoplay=1",
    ],
  ] as const
  for (const [title, url] of videos) {
    const response = await page.request.post(`/api/teams/${team.slug}/posts`, {
      data: { title, content: "", video_url: url, is_published: false },
    })
    expect(response.status()).toBe(201)
  }
  const requestedUrls: string[] = []
  const videoHosts = /^https:\/\/[^/]*(youtube|ytimg|vimeo)/
  await page.route(videoHosts, (route) => {
    requestedUrls.push(route.request().url())
    return route.fulfill({ contentType: "text/html", body: "<title>A player</title>" })
  })
  await openTeam(page, team.slug, "blog")
  await expect(page.getByRole("link", { name: /^Play the video/ })).toHaveCount(videos.length)
  expect(requestedUrls).toEqual([])
  for (const [title, , player] of videos) {
    await page.getByRole("link", { name: `Play the video “${title}”` }).press("Enter")
    const frame = page.locator(`iframe[title="Video: ${title}"]`)
    await expect(frame).toHaveAttribute("src", player)
    await expect
      .poll(() => frame.evaluate((element) => element === document.activeElement))
      .toBe(true)
    await expect.poll(() => requestedUrls.at(-1)).toBe(player)
  }
  expect(requestedUrls).toHaveLength(videos.length)
})

/** Height of the play button's disc in pixels, as in news.css. */
const DISC_HEIGHT = 76

test("the play button of a video in an article is a disc with a triangle", async ({ page }) => {
  await page.goto("/news/parents-guide")
  const picture = sharp(await page.locator(".video-link a").first().screenshot()).greyscale()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  // The brightness (0 to 255) of each pixel in the middle column. This column crosses the bright disc and, near its tip,
  // the dark triangle.
  const column = Array.from({ length: info.height }, (_, y) => {
    return data[(y * info.width + Math.floor(info.width / 2)) * info.channels] ?? 0
  })
  const discTop = column.findIndex((value) => value > 150)
  const discPixels = column.slice(discTop + 2, discTop + DISC_HEIGHT - 2)
  const triangleHeight = discPixels.filter((value) => value < 100).length
  expect(triangleHeight, "dark pixels of the triangle").toBeGreaterThan(3)
  expect(triangleHeight, "dark pixels of the triangle").toBeLessThan(14)
})
