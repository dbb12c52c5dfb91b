/** Tests of stills. A still is the thumbnail of a video, which the site fetches and stores with the post. */
import sharp from "sharp"
import { beforeEach, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeTeam, postFields } from "../../support/people/teams.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { type Call, startMusicService } from "../../support/servers/music-service.ts"

const { db } = await openTestDatabase()
startStorage()
const VIMEO_VIDEO = "https://vimeo.com/channels/staffpicks/76979871#t=65s"
const VIDEO_WITH_LARGE_STILL = "https://youtu.be/AAAAAAAAAAA?t=435"
const VIDEO_WITHOUT_LARGE_STILL = "https://www.youtube.com/shorts/BBBBBBBBBBB"
const service = startMusicService(["YOUTUBE_IMAGES_URL", "VIMEO_API_URL"], ({ url }: Call) => {
  if (url.pathname === "/api/oembed.json") {
    // This URL leads into the server's own network, so the server must not fetch it.
    return { body: { thumbnail_url: "http://127.0.0.1/secret" } }
  }
  const isFound = !url.pathname.startsWith("/vi/BBBBBBBBBBB/maxres")
  return isFound ? { body: jpeg } : { status: 404 }
})

let postsPath: string
const owner = await makeMember(db)
const STILL = { width: 1280, height: 720, channels: 3, background: "#c6f432" } as const
const jpeg = await sharp({ create: STILL }).jpeg().toBuffer()
beforeEach(async () => {
  postsPath = `/api/teams/${(await makeTeam(db, { [owner.id]: "owner" })).slug}/posts`
})

/** Creates a post with a video, or changes the video of a post. Returns the post. */
async function savePost(video_url: string | null, post?: Record<string, unknown>) {
  const body = { ...postFields, video_url, updated_at: post?.["updated_at"] }
  const { json } = post
    ? await owner.browser.send("PATCH", `/api/posts/${post["id"]}`, body)
    : await owner.browser.send("POST", postsPath, body)
  return (await owner.browser.get(`/api/posts/${json["id"]}`)).json
}
const STORED_PATH = /^\/uploads\/team-images\/[\w-]+-1280x720\.webp$/

test("a still is stored once per video, and an edit after the still was stored is accepted", async () => {
  const first = await savePost(VIDEO_WITH_LARGE_STILL)
  expect(first["video_thumb_url"]).toMatch(STORED_PATH)
  const second = await savePost(VIDEO_WITH_LARGE_STILL, first)
  expect(second["video_thumb_url"]).toBe(first["video_thumb_url"])
  const paths = service.calls.map(({ url }) => url.pathname)
  expect(paths).toEqual(["/vi/AAAAAAAAAAA/maxresdefault.jpg"])
  const third = await savePost(VIDEO_WITHOUT_LARGE_STILL, second)
  expect(third["video_thumb_url"]).toMatch(STORED_PATH)
  expect(service.calls.map(({ url }) => url.pathname.split("/").at(-1))).toEqual([
    "maxresdefault.jpg",
    "maxresdefault.jpg",
    "mqdefault.jpg",
  ])
  expect((await savePost(null, third))["video_thumb_url"]).toBeNull()
})

test("if a still cannot be fetched, it is fetched at the next save of the post", async () => {
  service.nextFailures.push({ status: 500 }, { body: "<html>" })
  const post = await savePost(VIDEO_WITH_LARGE_STILL)
  expect(post).toMatchObject({ video_url: VIDEO_WITH_LARGE_STILL, video_thumb_url: null })
  expect((await savePost(VIDEO_WITH_LARGE_STILL, post))["video_thumb_url"]).toMatch(STORED_PATH)
})

test("foreign thumbnail addresses and videos of unknown sites are not fetched", async () => {
  expect((await savePost(VIMEO_VIDEO))["video_thumb_url"]).toBeNull()
  expect(service.calls).toHaveLength(1)
  await savePost("https://videos.example/1")
  expect(service.calls).toHaveLength(1)
})

test("a post has at most ten pictures", async () => {
  const makeContent = (count: number) => "![a](/uploads/team-images/1-a.webp)\n\n".repeat(count)
  const write = (count: number) =>
    owner.browser.send("POST", postsPath, { ...postFields, content: makeContent(count) })
  expect((await write(10)).status).toBe(201)
  expect((await write(11)).json["errors"]).toEqual({ content: "too_many_pictures" })
})
