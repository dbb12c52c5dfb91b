import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import adminNews from "../../netlify/functions/admin-news.ts"
import auth from "../../netlify/functions/auth.ts"
import files from "../../netlify/functions/files.ts"
import uploads from "../../netlify/functions/uploads.ts"
import { sweepUploads } from "../../netlify/lib/sweep.ts"
import { storage } from "../blobs.ts"
import { openBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { makeMember } from "../members.ts"
import { bombOf } from "../pictures.ts"
import { makeTeam } from "../teams.ts"

const { owner } = testDatabase()
const stored = storage()
const editor = openBrowser()

beforeAll(async () => {
  const { email } = await makeUser(owner.as(null), { password: "daina-test", role: "super_admin" })
  await editor.call(auth, "POST", "/api/auth/sign-in", { email, password: "daina-test" })
})

const upload = (bytes: Uint8Array, type = "image/png", bucket = "news-images", who = editor) =>
  who.call(uploads, "POST", `/api/uploads/${bucket}`, bytes, { "content-type": type })

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#ff5a7d" } })

const download = (path: string) => openBrowser().call(files, "GET", path)

test("a cover is stored in every size, drawn anew, without where it was taken", async () => {
  const photo = await picture(3000, 2000)
    .withExif({ IFD0: { Artist: "Mari" }, IFD3: { GPSLatitude: "56/1 57/1 0/1" } })
    .jpeg()
    .toBuffer()
  const answer = await upload(photo, "image/jpeg")
  expect(answer.status).toBe(201)
  const url = String(answer.json["url"])
  expect(url).toMatch(/^\/uploads\/news-images\/\d{13}-[0-9a-f]{12}\.webp$/)

  const sizes: [suffix: string, type: string, width: number, height: number][] = [
    [".webp", "image/webp", 1280, 853],
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

test("a picture on its side is set upright", async () => {
  const sideways = await picture(1600, 800).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { json } = await upload(sideways, "image/jpeg")
  const { bytes } = await download(String(json["url"]))
  const { width, height } = await sharp(bytes).metadata()
  expect([width, height]).toEqual([800, 1600])
})

test.each(["png", "webp", "avif"] as const)("%s is taken", async (format) => {
  const bytes = await picture(900, 500).toFormat(format).toBuffer()
  expect((await upload(bytes, `image/${format}`)).status).toBe(201)
})

const text = (content: string) => new TextEncoder().encode(content)

test.each<[what: string, bytes: () => Uint8Array | Promise<Uint8Array>, type?: string]>([
  ["an SVG", () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ["an SVG that says so", () => text('<svg xmlns="http://www.w3.org/2000/svg"/>'), "image/svg+xml"],
  ["HTML", () => text("<!doctype html><script>alert(1)</script>")],
  [
    "a renamed executable",
    () => new Uint8Array([0x7f, 0x45, 0x4c, 0x46, ...new Array(200).fill(0)]),
  ],
  ["nothing", () => new Uint8Array()],
  ["a GIF", () => picture(900, 500).gif().toBuffer()],
  [
    "a picture that is cut off",
    async () =>
      (await picture(2000, 900).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9000),
  ],
  ["a bomb of 20,000 x 20,000", () => bombOf(20_000)],
  ["a form", () => text("a=b"), "application/x-www-form-urlencoded"],
])("%s is refused, and nothing is stored", async (_what, bytes, type) => {
  const before = (await stored.pictures()).length
  const answer = await upload(await bytes(), type)
  expect([answer.status, answer.json["code"]]).toEqual([415, "unsupported_image"])
  expect(await stored.pictures()).toHaveLength(before)
})

test("more than a function can take is refused", async () => {
  const answer = await upload(new Uint8Array(4_600_000))
  expect([answer.status, answer.json["code"]]).toEqual([413, "too_large"])
})

test("another bucket is not there", async () => {
  const answer = await editor.call(uploads, "POST", "/api/uploads/avatars", new Uint8Array([1]))
  expect(answer.status).toBe(404)
})

test.each([
  "/uploads/news-images/nothing.webp",
  "/uploads/",
  "/uploads/../secrets",
  "/uploads/news-images/..%2f..%2fx.webp",
  "/uploads/a/b.html",
])("%s is 404", async (path) => {
  expect((await download(path)).status).toBe(404)
})

describe("unused pictures", () => {
  const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000
  const cover = async () =>
    String((await upload(await picture(1000, 600).png().toBuffer())).json["url"])
  const isThere = async (url: string) => (await download(url)).status === 200

  test("go after a day, in every size; those an article or a version of it shows stay", async () => {
    const [shown, replaced, inText, never] = [
      await cover(),
      await cover(),
      await cover(),
      await cover(),
    ]
    const article = {
      title: "With a cover",
      slug: "with-a-cover",
      excerpt: null,
      content: `![A picture](${inText})`,
      cover_image_url: replaced,
      country: null,
      language: "en",
      is_featured: false,
      is_published: false,
    }
    const { json: row } = await editor.call(adminNews, "POST", "/api/admin/news", article)
    const path = `/api/admin/news/${row["id"]}`
    const changed = { ...article, cover_image_url: shown, updated_at: row["updated_at"] }
    expect((await editor.call(adminNews, "PATCH", path, changed)).status).toBe(200)

    await sweepUploads()
    for (const url of [shown, replaced, inText, never]) expect(await isThere(url)).toBe(true)
    await sweepUploads(Date.now() + TWO_DAYS_MS)
    const kept = [shown, inText, replaced]
    expect(await Promise.all(kept.map(isThere))).toEqual([true, true, true])
    expect(await isThere(never)).toBe(false)

    await editor.call(adminNews, "DELETE", path)
    await sweepUploads(Date.now() + TWO_DAYS_MS)
    expect(await stored.pictures()).toEqual([])
  })
})

describe("pictures of teams", () => {
  const DAY_MS = 25 * 60 * 60 * 1000
  const db = owner.as(null)
  const drawn = () => picture(1600, 900).png().toBuffer()
  const isThere = async (url: string) => (await download(url)).status === 200

  test("are taken from members, in every size", async () => {
    const { browser } = await makeMember(db)
    const answer = await upload(await drawn(), "image/png", "team-images", browser)
    expect(answer.status).toBe(201)
    const url = String(answer.json["url"])
    expect(url).toMatch(/^\/uploads\/team-images\/\d{13}-[0-9a-f]{12}\.webp$/)
    expect(await isThere(url)).toBe(true)
    expect(await isThere(url.replace(".webp", "-640.webp"))).toBe(true)
  })

  test("are not taken from strangers; articles' not from members", async () => {
    const before = (await stored.pictures()).length
    const stranger = await upload(await drawn(), "image/png", "team-images", openBrowser())
    expect([stranger.status, stranger.json["code"]]).toEqual([401, "sign_in_required"])
    const { browser } = await makeMember(db)
    const member = await upload(await drawn(), "image/png", "news-images", browser)
    expect([member.status, member.json["code"]]).toEqual([403, "forbidden"])
    expect(await stored.pictures()).toHaveLength(before)
  })

  test.each<[what: string, bytes: () => Uint8Array, type: string]>([
    [
      "HTML that says it is a PNG",
      () => text("<!doctype html><script>alert(1)</script>"),
      "image/png",
    ],
    [
      "an SVG that says it is a PNG",
      () => text("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "image/png",
    ],
    ["a bomb", () => bombOf(20_000), "image/webp"],
  ])("that are %s are refused", async (_what, bytes, type) => {
    const { browser } = await makeMember(db)
    const answer = await upload(bytes(), type, "team-images", browser)
    expect([answer.status, answer.json["code"]]).toEqual([415, "unsupported_image"])
  })

  test("go after a day where nothing shows them; covers, and pictures in blogs, stay", async () => {
    const member = await makeMember(db)
    const taken = async () => {
      const answer = await upload(await drawn(), "image/png", "team-images", member.browser)
      return String(answer.json["url"])
    }
    const [cover, inBlog, never] = [await taken(), await taken(), await taken()]
    const team = await makeTeam(db, { [member.id]: "owner" }, { cover })
    await db.one`
      insert into team_posts (team_id, title, content)
      values (${team.id}, 'A draft', ${`![A picture](${inBlog})`})`
    await sweepUploads()
    expect(await Promise.all([cover, inBlog, never].map(isThere))).toEqual([true, true, true])
    await sweepUploads(Date.now() + DAY_MS)
    expect(await Promise.all([cover, inBlog, never].map(isThere))).toEqual([true, true, false])
    expect(await isThere(never.replace(".webp", "-640.webp"))).toBe(false)
    await db.one`delete from teams`
    await sweepUploads(Date.now() + DAY_MS)
    expect(await stored.pictures()).toEqual([])
  })
})
