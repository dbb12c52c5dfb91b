/** Videos of posts: nothing of them is loaded before somebody presses play. */
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { openTeam, ownTeam } from "./teams.ts"

// The stand-in for a player has no storage, into which the tests' preparation of a page would write.
test.use({ expectedErrors: /status of 404|'localStorage'/ })

const YOUTUBE = "https://www.youtube-nocookie.com/embed/abcDEF_-123?autoplay=1"

test("each shape of address plays from a host without cookies, and only when it is pressed", async ({
  page,
}) => {
  const { db, team, owner } = await ownTeam(page)
  const videos = [
    ["Watch", "https://www.youtube.com/watch?v=abcDEF_-123&t=42", YOUTUBE],
    ["Short link", "https://youtu.be/abcDEF_-123?si=x", YOUTUBE],
    ["Embedded", "https://www.youtube.com/embed/abcDEF_-123", YOUTUBE],
    ["Shorts", "https://m.youtube.com/shorts/abcDEF_-123", YOUTUBE],
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
  expect(await db.many`select distinct user_id from team_posts where team_id = ${team.id}`).toEqual(
    [{ user_id: owner.id }],
  )
  // The players' hosts, which no test may depend on.
  const played: string[] = []
  const outside = /^https:\/\/[^/]*(youtube|ytimg|vimeo)/
  await page.route(outside, (route) => {
    played.push(route.request().url())
    return route.fulfill({ contentType: "text/html", body: "<title>A player</title>" })
  })
  await openTeam(page, team.slug, "blog")
  await expect(page.getByRole("button", { name: /^Play the video/ })).toHaveCount(videos.length)
  expect(played).toEqual([])
  for (const [title, , player] of videos) {
    await page.getByRole("button", { name: `Play the video “${title}”` }).press("Enter")
    const frame = page.locator(`iframe[title="Video: ${title}"]`)
    await expect(frame).toHaveAttribute("src", player)
    await expect
      .poll(() => frame.evaluate((element) => element === document.activeElement))
      .toBe(true)
    await expect.poll(() => played.at(-1)).toBe(player)
  }
  expect(played).toHaveLength(videos.length)
})

test("any other address is a plain link", async ({ page, others }) => {
  const { team } = await ownTeam(page)
  for (const [title, video_url] of [
    ["Elsewhere", "https://video.example/clip"],
    ["Too short", "https://www.youtube.com/watch?v=short"],
  ]) {
    await page.request.post(`/api/teams/${team.slug}/posts`, {
      data: { title, content: "", video_url, is_published: true },
    })
  }
  const stranger = await others.device()
  await join(stranger)
  await openTeam(stranger, team.slug, "blog")
  const links = stranger.getByRole("link", { name: "Watch the video" })
  await expect(links).toHaveCount(2)
  await expect(links.last()).toHaveAttribute("href", "https://video.example/clip")
  await expect(links.last()).toHaveAttribute("rel", /nofollow/)
  await expect(stranger.getByRole("button", { name: /^Play/ })).toHaveCount(0)
})
