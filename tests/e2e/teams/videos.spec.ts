/** Videos of posts load only when played. */

import { expect, test } from "../test.ts"
import { openTeam, ownTeam } from "./teams.ts"

// The fake player page has no local storage, which the test setup accesses.
test.use({
  expectedErrors: /status of 404/,
  expectedExceptions: /^SecurityError: Failed to read the 'localStorage' property from 'Window'/,
})

test("a video plays from a host without cookies, and only when pressed", async ({ page }) => {
  const { team } = await ownTeam(page)
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
    const answer = await page.request.post(`/api/teams/${team.slug}/posts`, {
      data: { title, content: "", video_url: url, is_published: false },
    })
    expect(answer.status()).toBe(201)
  }
  // Replaces the hosts of the players.
  const played: string[] = []
  const outside = /^https:\/\/[^/]*(youtube|ytimg|vimeo)/
  await page.route(outside, (route) => {
    played.push(route.request().url())
    return route.fulfill({ contentType: "text/html", body: "<title>A player</title>" })
  })
  await openTeam(page, team.slug, "blog")
  await expect(page.getByRole("link", { name: /^Play the video/ })).toHaveCount(videos.length)
  expect(played).toEqual([])
  for (const [title, , player] of videos) {
    await page.getByRole("link", { name: `Play the video “${title}”` }).press("Enter")
    const frame = page.locator(`iframe[title="Video: ${title}"]`)
    await expect(frame).toHaveAttribute("src", player)
    await expect
      .poll(() => frame.evaluate((element) => element === document.activeElement))
      .toBe(true)
    await expect.poll(() => played.at(-1)).toBe(player)
  }
  expect(played).toHaveLength(videos.length)
})
