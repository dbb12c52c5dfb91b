/** Profile pictures: how uploads are converted, and which are refused. */
import sharp, { type Sharp } from "sharp"
import { describe, expect, test } from "vitest"
import { openBrowser, result } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { oneColorPicture, pictureBomb } from "../../support/pictures.ts"
import { storage } from "../../support/servers/blobs.ts"

const { db } = await openTestDatabase()
const fileStorage = storage()
const mari = await makeMember(db, { displayName: "Mari" })

const send = (bytes: Uint8Array, type = "image/jpeg", browser = mari.browser) =>
  browser.send("PUT", "/api/profile/avatar", bytes, { "content-type": type })

const download = (url: string) => openBrowser().get(url)

const picture = (width = 900, height = 600) => oneColorPicture(width, height)

/** Uploads a picture and downloads the stored file. */
async function uploadAndDownload(bytes: Uint8Array, type?: string) {
  const answer = await send(bytes, type)
  expect(answer.status).toBe(200)
  return download(String(answer.json["avatar_url"]))
}

const text = (content: string) => new TextEncoder().encode(content)
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

test("a PNG of 6000 × 6000 and an AVIF of 5120 × 1280 pixels are accepted", async () => {
  expect((await send(pictureBomb(6_000), "image/png")).status).toBe(200)
  const wide = picture(4 * 1280, 1280).avif({ effort: 0, quality: 1 })
  expect((await send(await wide.toBuffer(), "image/avif")).status).toBe(200)
})

describe("an accepted picture", () => {
  test.each<[what: string, make: () => Sharp, type?: string]>([
    ["a JPEG", () => picture().jpeg()],
    ["a PNG", () => picture().png(), "image/png"],
    ["a WebP", () => picture().webp(), "image/webp"],
    ["an AVIF", () => picture().avif(), "image/avif"],
    ["a tall picture", () => picture(300, 2000).png()],
    ["a tiny picture", () => picture(2, 1).png()],
    ["a transparent picture", () => picture().ensureAlpha(0.5).png()],
    ["a CMYK picture", () => picture().toColourspace("cmyk").jpeg()],
    ["a picture with 16 bits per channel", () => picture().toColourspace("rgb16").png()],
  ])("%s becomes a square WebP", async (_what, make, type) => {
    const { bytes } = await uploadAndDownload(await make().toBuffer(), type)
    const shape = { format: "webp", width: 384, height: 384 }
    expect(await sharp(bytes).metadata()).toMatchObject(shape)
  })

  test("metadata such as place, author and camera is removed", async () => {
    const photo = await picture()
      .withExif({
        IFD0: { Artist: "Secret Mari", Copyright: "Secret" },
        IFD3: { GPSLatitude: "56/1 57/1 0/1", GPSLatitudeRef: "N" },
      })
      .withIccProfile("p3")
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Secret</secret></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const before = await sharp(photo).metadata()
    expect([before.exif, before.icc, before.xmp].every(Boolean)).toBe(true)
    const { bytes } = await uploadAndDownload(photo)
    const { exif, icc, xmp, iptc, orientation, comments } = await sharp(bytes).metadata()
    expect({ exif, icc, xmp, iptc, orientation, comments }).toEqual({})
    expect(Buffer.from(bytes).toString("latin1")).not.toMatch(/Secret|Exif|EXIF|XMP|ICCP/)
  })

  test("a rotated picture is turned upright", async () => {
    const CANVAS = { width: 600, height: 600, channels: 3 } as const
    const corner = await picture(300, 300).png().toBuffer()
    const sideways = await sharp({ create: { ...CANVAS, background: "#ffffff" } })
      .composite([{ input: corner, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { bytes } = await uploadAndDownload(sideways)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const blueAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 2] ?? 0
    const corners = [blueAt(50, 50), blueAt(330, 50), blueAt(50, 330), blueAt(330, 330)]
    const isWhite = corners.map((blue) => blue > 200)
    expect(isWhite, "the corner is at the top on the right").toEqual([true, false, true, true])
  })

  test("an animation becomes a still picture", async () => {
    const frames = [
      await picture(50, 50).png().toBuffer(),
      await picture(50, 50).negate().png().toBuffer(),
    ]
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const { pages = 1 } = await sharp((await uploadAndDownload(moving)).bytes).metadata()
    expect(pages).toBe(1)
  })

  test("a file that is both a picture and a web page becomes only a picture", async () => {
    const jpeg = await picture().jpeg().toBuffer()
    const script = text("<!doctype html><script>alert(document.cookie)</script>")
    const comment = joined(new Uint8Array([0xff, 0xfe, 0, script.length + 2]), script)
    const polyglot = joined(jpeg.subarray(0, 2), comment, jpeg.subarray(2), script)
    const file = await uploadAndDownload(polyglot)
    const content = Buffer.from(file.bytes).toString("latin1")
    expect(content).toMatch(/^RIFF.{4}WEBP/s)
    expect(content).not.toMatch(/<script|<!doctype|alert/i)
    expect(file.headers.get("content-type")).toBe("image/webp")
    expect(file.headers.get("x-content-type-options")).toBe("nosniff")
  })
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test.each<[what: string, bytes: () => Uint8Array | Promise<Uint8Array>, type?: string]>([
  ["an HTML page", () => text("<!doctype html><script>alert(1)</script>")],
  ["an SVG sent as SVG", () => text(SVG), "image/svg+xml"],
  ["an SVG sent as PNG", () => text(SVG), "image/png"],
  ["a GIF sent as PNG", () => picture().gif().toBuffer(), "image/png"],
  ["a TIFF", () => picture().tiff().toBuffer()],
  ["a PDF", () => text("%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n")],
  ["an empty body", () => new Uint8Array()],
  ["random bytes", () => new Uint8Array(5000).map((_, index) => (index * 7919) % 251)],
  ["a JPEG that is cut off", async () => (await picture().jpeg().toBuffer()).subarray(0, 900)],
  ["a form", () => text("a=b"), "application/x-www-form-urlencoded"],
  ["a form with files", () => text("--a\r\n\r\nb\r\n--a--"), "multipart/form-data; boundary=a"],
])("%s is refused, and changes nothing", async (_what, bytes, type) => {
  const state = async () => [
    await fileStorage.pictures(),
    await db.many`select avatar_url from profiles`,
  ]
  const before = await state()
  const answer = await send(await bytes(), type)
  expect(result(answer)).toEqual([415, "unsupported_image"])
  expect(await state()).toEqual(before)
})

test("a picture of more than 4.5 MB is refused, and an anonymous visitor's picture is not stored", async () => {
  expect(result(await send(new Uint8Array(4_600_000)))).toEqual([413, "too_large"])
  const before = await fileStorage.pictures()
  const answer = await send(await picture().jpeg().toBuffer(), "image/jpeg", openBrowser())
  expect(result(answer)).toEqual([401, "sign_in_required"])
  expect(await fileStorage.pictures()).toEqual(before)
})
