import sharp, { type Sharp } from "sharp"
import { describe, expect, test } from "vitest"
import { getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeOneColorPicture, makePictureBomb } from "../../support/pictures.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db } = await openTestDatabase()
const fileStorage = startStorage()
const member = await makeMember(db, { displayName: "Mari" })

const upload = (bytes: Uint8Array, type = "image/jpeg", browser = member.browser) =>
  browser.send("PUT", "/api/profile/avatar", bytes, { "content-type": type })

const download = (url: string) => openBrowser().get(url)

const makePicture = (width = 900, height = 600) => makeOneColorPicture(width, height)

async function uploadAndDownload(bytes: Uint8Array, type?: string) {
  const response = await upload(bytes, type)
  expect(response.status).toBe(200)
  return download(String(response.json["avatar_url"]))
}

const encodeText = (content: string) => new TextEncoder().encode(content)
const joinBytes = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

test("a PNG of 6000 × 6000 pixels and an AVIF of 5120 × 1280 pixels are accepted", async () => {
  expect((await upload(makePictureBomb(6_000), "image/png")).status).toBe(200)
  const widePicture = makePicture(4 * 1280, 1280).avif({ effort: 0, quality: 1 })
  expect((await upload(await widePicture.toBuffer(), "image/avif")).status).toBe(200)
})

describe("an accepted picture", () => {
  test.each<[name: string, make: () => Sharp, type?: string]>([
    ["a JPEG", () => makePicture().jpeg()],
    ["a PNG", () => makePicture().png(), "image/png"],
    ["a WebP", () => makePicture().webp(), "image/webp"],
    ["an AVIF", () => makePicture().avif(), "image/avif"],
    ["a tall picture", () => makePicture(300, 2000).png()],
    ["a tiny picture", () => makePicture(2, 1).png()],
    ["a transparent picture", () => makePicture().ensureAlpha(0.5).png()],
    ["a CMYK picture", () => makePicture().toColourspace("cmyk").jpeg()],
    ["a picture with 16 bits per channel", () => makePicture().toColourspace("rgb16").png()],
  ])("%s becomes a square WebP", async (_name, make, type) => {
    const { bytes } = await uploadAndDownload(await make().toBuffer(), type)
    const metadata = { format: "webp", width: 384, height: 384 }
    expect(await sharp(bytes).metadata()).toMatchObject(metadata)
  })

  test("metadata such as place, author and camera is removed", async () => {
    const photo = await makePicture()
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
    const coloredCorner = await makePicture(300, 300).png().toBuffer()
    const sideways = await sharp({ create: { ...CANVAS, background: "#ffffff" } })
      .composite([{ input: coloredCorner, left: 0, top: 0 }])
      // EXIF orientation 6: viewers rotate the picture clockwise by 90 degrees.
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { bytes } = await uploadAndDownload(sideways)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const getBlueAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 2] ?? 0
    const corners = [getBlueAt(50, 50), getBlueAt(330, 50), getBlueAt(50, 330), getBlueAt(330, 330)]
    const isWhite = corners.map((blue) => blue > 200)
    expect(isWhite, "the colored corner is at the top right").toEqual([true, false, true, true])
  })

  test("an animation becomes a still picture", async () => {
    const frames = [
      await makePicture(50, 50).png().toBuffer(),
      await makePicture(50, 50).negate().png().toBuffer(),
    ]
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(2)
    const { pages = 1 } = await sharp((await uploadAndDownload(animation)).bytes).metadata()
    expect(pages).toBe(1)
  })

  test("a JPEG with a web page in a comment and at its end is stored without the web page", async () => {
    const jpeg = await makePicture().jpeg().toBuffer()
    const script = encodeText("<!doctype html><script>alert(document.cookie)</script>")
    // In a JPEG, a comment starts with 0xFFFE and the length of the comment.
    const comment = joinBytes(new Uint8Array([0xff, 0xfe, 0, script.length + 2]), script)
    const polyglot = joinBytes(jpeg.subarray(0, 2), comment, jpeg.subarray(2), script)
    const file = await uploadAndDownload(polyglot)
    const content = Buffer.from(file.bytes).toString("latin1")
    expect(content).toMatch(/^RIFF.{4}WEBP/s)
    expect(content).not.toMatch(/<script|<!doctype|alert/i)
    expect(file.headers.get("content-type")).toBe("image/webp")
    expect(file.headers.get("x-content-type-options")).toBe("nosniff")
  })
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test.each<[name: string, makeBytes: () => Uint8Array | Promise<Uint8Array>, type?: string]>([
  ["an HTML page", () => encodeText("<!doctype html><script>alert(1)</script>")],
  ["an SVG sent as SVG", () => encodeText(SVG), "image/svg+xml"],
  ["an SVG sent as PNG", () => encodeText(SVG), "image/png"],
  ["a GIF sent as PNG", () => makePicture().gif().toBuffer(), "image/png"],
  ["a TIFF", () => makePicture().tiff().toBuffer()],
  ["a PDF", () => encodeText("%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n")],
  ["an empty body", () => new Uint8Array()],
  ["random bytes", () => new Uint8Array(5000).map((_, index) => (index * 7919) % 251)],
  ["a JPEG that is cut off", async () => (await makePicture().jpeg().toBuffer()).subarray(0, 900)],
  ["a form", () => encodeText("a=b"), "application/x-www-form-urlencoded"],
  [
    "a form with files",
    () => encodeText("--a\r\n\r\nb\r\n--a--"),
    "multipart/form-data; boundary=a",
  ],
])("%s is refused, and changes nothing", async (_name, makeBytes, type) => {
  const readPictures = async () => [
    await fileStorage.listPictures(),
    await db.many`select avatar_url from profiles`,
  ]
  const before = await readPictures()
  const response = await upload(await makeBytes(), type)
  expect(getStatusAndCode(response)).toEqual([415, "unsupported_image"])
  expect(await readPictures()).toEqual(before)
})

test("a picture of more than 4.5 MB is refused", async () => {
  expect(getStatusAndCode(await upload(new Uint8Array(4_600_000)))).toEqual([413, "too_large"])
})
