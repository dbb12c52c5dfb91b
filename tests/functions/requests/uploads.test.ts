import sharp, { type Sharp } from "sharp"
import { describe, expect, onTestFinished, test, vi } from "vitest"
import { deleteUnusedPictures } from "../../../netlify/lib/pictures/delete-unused.ts"
import { storeLinkPreview } from "../../../netlify/lib/pictures/images.ts"
import { getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { articleFields } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeTeam } from "../../support/people/teams.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db } = await openTestDatabase()
const fileStorage = startStorage()

const DAY_MS = 24 * 60 * 60 * 1000
const SIX_DAYS_MS = 6 * DAY_MS
const EIGHT_DAYS_MS = 8 * DAY_MS

const superAdmin = (await makeMember(db, { role: "super_admin" })).browser

const upload = (
  bytes: Uint8Array,
  type = "image/png",
  bucket = "news-images",
  browser = superAdmin,
) => browser.send("POST", `/api/uploads/${bucket}`, bytes, { "content-type": type })

const makePicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#ff5a7d" } })

const download = (path: string) => openBrowser().get(path)
const isReachable = async (url: string) => (await download(url)).status === 200

test("a cover is encoded in every size, without the location of the photo", async () => {
  const photo = await makePicture(3000, 2000)
    .withExif({ IFD0: { Artist: "Mari" }, IFD3: { GPSLatitude: "56/1 57/1 0/1" } })
    .jpeg()
    .toBuffer()
  const response = await upload(photo, "image/jpeg")
  expect(response.status).toBe(201)
  const url = String(response.json["url"])
  expect(url).toMatch(/^\/uploads\/news-images\/\d{13}-[0-9a-f]{12}-1280x853\.webp$/)

  const sizes: [suffix: string, type: string, width: number, height: number][] = [
    [".webp", "image/webp", 1280, 853],
    ["-960.webp", "image/webp", 960, 640],
    ["-640.webp", "image/webp", 640, 427],
    ["-og.jpg", "image/jpeg", 1200, 630],
  ]
  for (const [suffix, type, width, height] of sizes) {
    const file = await download(url.replace(".webp", suffix))
    expect(file.status).toBe(200)
    expect(file.headers.get("content-type")).toBe(type)
    expect(file.headers.get("cache-control")).toContain("immutable")
    const metadata = await sharp(file.bytes).metadata()
    expect([metadata.width, metadata.height]).toEqual([width, height])
    expect(metadata.exif).toBeUndefined()
  }
})

test("an SVG is refused, and nothing is stored", async () => {
  const before = (await fileStorage.listPictures()).length
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const response = await upload(new TextEncoder().encode(svg))
  expect(getStatusAndCode(response)).toEqual([415, "unsupported_image"])
  expect(await fileStorage.listPictures()).toHaveLength(before)
})

test("an unknown bucket gets 404", async () => {
  const response = await superAdmin.send("POST", "/api/uploads/avatars", new Uint8Array([1]))
  expect(response.status).toBe(404)
})

test.each([
  "/uploads/news-images/nothing.webp",
  "/uploads/../secrets",
  "/uploads/news-images/..%2f..%2fx.webp",
  "/uploads/a/b.html",
])("%s is not found", async (path) => {
  expect((await download(path)).status).toBe(404)
})

test("the link preview of a cover is cropped around its focus point", async () => {
  const tallPicture = makePicture(1280, 1600).composite([
    {
      input: { create: { width: 1280, height: 800, channels: 3, background: "#0000ff" } },
      top: 800,
      left: 0,
    },
  ])
  const cover_image_url = String((await upload(await tallPicture.png().toBuffer())).json["url"])
  const getPreviewPath = (point: string) => cover_image_url.replace(".webp", `-og${point}.jpg`)
  /** Returns the amount of blue from 0 to 16. The scale is coarse, because JPEG changes colors slightly. */
  const measureBlue = async (path: string) => {
    const { channels } = await sharp((await download(path)).bytes).stats()
    return Math.round((channels[2]?.mean ?? 0) / 16)
  }
  // Only the lower half of the picture is blue, so the amount of blue shows which part the crop has.
  const [amountAtTop, amountInMiddle, amountAtBottom] = [8, 12, 16]
  expect(await measureBlue(getPreviewPath("")), "without a focus point").toBe(amountInMiddle)
  expect(await measureBlue(getPreviewPath("-50-100"))).toBe(amountInMiddle)
  const getCaching = async () =>
    (await download(getPreviewPath("-50-100"))).headers.get("cache-control")
  expect(await getCaching(), "before the crop is stored").toBe("public, max-age=300")
  const article = { ...articleFields, slug: "a-tall-cover", cover_image_url, cover_focus_y: 98 }
  const { json: row } = await superAdmin.send("POST", "/api/admin/news", article)
  expect(await measureBlue(getPreviewPath("-50-100"))).toBe(amountAtBottom)
  expect(await getCaching()).toContain("immutable")
  const path = `/api/admin/news/${row["id"]}`
  const changed = { ...article, cover_focus_x: 0, cover_focus_y: 0, updated_at: row["updated_at"] }
  expect((await superAdmin.send("PATCH", path, changed)).status).toBe(200)
  expect(await measureBlue(getPreviewPath("-50-0"))).toBe(amountAtTop)

  await superAdmin.send("DELETE", path)
  await deleteUnusedPictures(Date.now() + EIGHT_DAYS_MS)
  expect(await fileStorage.listPictures()).toEqual([])
})

test.each([
  ["in color", (logo: Sharp) => logo],
  ["in gray", (logo: Sharp) => logo.grayscale().toColourspace("b-w")],
  ["with a palette", (logo: Sharp) => logo.png({ palette: true })],
  ["with 16 bits", (logo: Sharp) => logo.toColourspace("rgb16")],
])("a transparent logo %s has a light background in link previews", async (_encoding, encode) => {
  const mark = sharp({ create: { width: 400, height: 200, channels: 3, background: "#800080" } })
  const logo = sharp({ create: { width: 900, height: 500, channels: 4, background: "#0000" } })
    .composite([{ input: await mark.png().toBuffer(), top: 150, left: 250 }])
    .png()
  const bytes = await encode(sharp(await logo.toBuffer()).png()).toBuffer()
  const url = String((await upload(bytes)).json["url"])
  await storeLinkPreview(url, { x: 10, y: 50 })
  for (const suffix of ["-og.jpg", "-og-10-50.jpg"]) {
    const { bytes: jpeg } = await download(url.replace(".webp", suffix))
    const corner = sharp(jpeg).extract({ left: 0, top: 0, width: 40, height: 40 })
    expect(Math.min(...(await corner.raw().toBuffer()))).toBeGreaterThan(235)
  }
  expect((await sharp((await download(url)).bytes).metadata()).hasAlpha).toBe(true)
  await deleteUnusedPictures(Date.now() + EIGHT_DAYS_MS)
})

describe("unused pictures", () => {
  const uploadCover = async () =>
    String((await upload(await makePicture(1000, 600).png().toBuffer())).json["url"])

  test("unused pictures are deleted in every size after a week", async () => {
    const [shown, replaced] = [await uploadCover(), await uploadCover()]
    const [inText, unused] = [await uploadCover(), await uploadCover()]
    const content = `![A picture](${inText})`
    const slug = "with-a-cover"
    const article = { ...articleFields, slug, content, cover_image_url: replaced }
    const { json: row } = await superAdmin.send("POST", "/api/admin/news", article)
    const path = `/api/admin/news/${row["id"]}`
    const changed = { ...article, cover_image_url: shown, updated_at: row["updated_at"] }
    expect((await superAdmin.send("PATCH", path, changed)).status).toBe(200)

    // Pictures are kept for a week, because a draft in an editor's browser may use them.
    await deleteUnusedPictures(Date.now() + SIX_DAYS_MS)
    for (const url of [shown, replaced, inText, unused]) expect(await isReachable(url)).toBe(true)
    await deleteUnusedPictures(Date.now() + EIGHT_DAYS_MS)
    // A revision of the article still uses the replaced cover.
    const usedUrls = [shown, inText, replaced]
    expect(await Promise.all(usedUrls.map(isReachable))).toEqual([true, true, true])
    expect(await isReachable(unused)).toBe(false)

    await superAdmin.send("DELETE", path)
    await deleteUnusedPictures(Date.now() + EIGHT_DAYS_MS)
    expect(await fileStorage.listPictures()).toEqual([])
  })
})

describe("pictures of teams", () => {
  const makePng = () => makePicture(1600, 900).png().toBuffer()

  test("members can upload pictures of teams in every size", async () => {
    const { browser } = await makeMember(db)
    const response = await upload(await makePng(), "image/png", "team-images", browser)
    expect(response.status).toBe(201)
    const url = String(response.json["url"])
    expect(url).toMatch(/^\/uploads\/team-images\/\d{13}-[0-9a-f]{12}-1280x720\.webp$/)
    expect(await isReachable(url)).toBe(true)
    expect(await isReachable(url.replace(".webp", "-640.webp"))).toBe(true)
  })

  test("unused pictures of teams are deleted, except covers and pictures in blogs", async () => {
    const member = await makeMember(db)
    const uploadAndGetUrl = async () => {
      const response = await upload(await makePng(), "image/png", "team-images", member.browser)
      return String(response.json["url"])
    }
    const [cover, inBlog, unused] = [
      await uploadAndGetUrl(),
      await uploadAndGetUrl(),
      await uploadAndGetUrl(),
    ]
    const team = await makeTeam(db, { [member.id]: "owner" }, { cover })
    await db.one`
      insert into team_posts (team_id, title, content)
      values (${team.id}, 'A draft', ${`![A picture](${inBlog})`})`
    await deleteUnusedPictures()
    expect(await Promise.all([cover, inBlog, unused].map(isReachable))).toEqual([true, true, true])
    await deleteUnusedPictures(Date.now() + EIGHT_DAYS_MS)
    expect(await Promise.all([cover, inBlog, unused].map(isReachable))).toEqual([true, true, false])
    expect(await isReachable(unused.replace(".webp", "-640.webp"))).toBe(false)
    await db.one`delete from teams`
    await deleteUnusedPictures(Date.now() + EIGHT_DAYS_MS)
    expect(await fileStorage.listPictures()).toEqual([])
  })
})

test("uploads and downloads of pictures get 503 with Retry-After while the storage is unavailable", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const bytes = await makePicture(300, 200).png().toBuffer()
  const url = String((await upload(bytes)).json["url"])
  await fileStorage.runWhileUnavailable(async () => {
    for (const response of [await upload(bytes), await download(url)]) {
      expect(getStatusAndCode(response)).toEqual([503, "storage_unavailable"])
      expect(response.headers.get("retry-after")).toBe("60")
    }
  })
  expect(String(log.mock.calls[0])).toContain("The storage of files failed")
  expect((await upload(bytes)).status).toBe(201)
})

test("an upload to a full disk gets 503 with Retry-After", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const { browser } = await makeMember(db)
  // Makes writes to the bucket fail, as on a full disk.
  await fileStorage.blockBucket("team-images")
  const bytes = await makePicture(300, 200).png().toBuffer()
  const response = await upload(bytes, "image/png", "team-images", browser)
  expect(getStatusAndCode(response)).toEqual([503, "storage_unavailable"])
  expect(response.headers.get("retry-after")).toBe("60")
}, 20_000)
