import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { countPicture } from "../../../db/queries/accounts/attempts.ts"
import { deleteExpiredRows } from "../../../db/queries/retention.ts"
import { resizeInChild } from "../../../netlify/lib/pictures/resize-in-child.ts"
import { listFiles } from "../../../netlify/lib/pictures/storage.ts"
import { ageAttempts } from "../../support/attempts.ts"
import { isLinux, listChildProcesses, MB, watchChildren } from "../../support/child-processes.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  makeBlackPng,
  makeOneColorPicture,
  makePhoto,
  makePictureBomb,
} from "../../support/pictures.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db, app, auth } = await openTestDatabase()
startStorage()
const member = await makeMember(db)
const otherMember = await makeMember(db)
const smallPhoto = await makePhoto(160, 120)

const JPEG_HEADERS = { "content-type": "image/jpeg" }
const sendCover = (bytes: Uint8Array, { browser }: Member = member) =>
  browser.send("POST", "/api/uploads/team-images", bytes, JPEG_HEADERS)
const sendAvatar = (bytes: Uint8Array, { browser }: Member = member) =>
  browser.send("PUT", "/api/profile/avatar", bytes, JPEG_HEADERS)

/** Memory limit of a child process (300 MB), plus the memory that the process can allocate between two checks. */
const MAX_PEAK_MB = 320

/** Returns an animation of 64 x 64 pixels. Its pixels look random, so that the file compresses badly. */
const makeAnimatedWebp = (frames: number) => {
  const height = 64 * frames
  const data = Buffer.from(Array.from({ length: 64 * height * 3 }, (_, i) => (i * 7919) % 251))
  return sharp(data, { raw: { width: 64, height, channels: 3, pageHeight: 64 } })
    .webp({ effort: 0, quality: 20 })
    .toBuffer()
}
const makeSquare = (side: number) => ({ width: side, height: side })
const makeProgressiveJpeg = (side: number) =>
  makeOneColorPicture(side, side).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer()
const makeDeepPng = (side: number, { interlaced = false } = {}) =>
  makeBlackPng({ ...makeSquare(side), pixels: "rgba", bits: 16, interlaced })
const FAST_ENCODING = { effort: 0, quality: 1 }

/** Returns a small CMYK JPEG whose header claims 5,000 x 5,000 pixels, because encoding a real one is slow. */
async function makeLargeCmyk() {
  const jpeg = await makeOneColorPicture(16, 16)
    .toColourspace("cmyk")
    .jpeg({ progressive: true })
    .toBuffer()
  // The marker 0xFFC2 starts the frame header, which contains height and width.
  const frameHeader = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
  jpeg.writeUInt16BE(5_000, frameHeader + 5)
  jpeg.writeUInt16BE(5_000, frameHeader + 7)
  return jpeg
}

const TOO_COMPLEX = "picture_too_complex"

/**
 * Pictures that need much time or memory. Pictures without a refusal code are accepted. In the names, one number is the
 * length of the side of a square in pixels.
 */
const ATTACKS: [name: string, make: () => Buffer | Promise<Buffer>, refusal?: string][] = [
  ["a bomb of 20,000 x 20,000", () => makePictureBomb(20_000), TOO_COMPLEX],
]
/** Attacks that only `npm run test:all` tries. */
const MORE_ATTACKS: typeof ATTACKS = [
  ["a PNG of 65,500 x 1", () => makeBlackPng({ width: 65_500, height: 1 }), "picture_shape"],
  ["an animated WebP of 200 frames", () => makeAnimatedWebp(200)],
  ["a photo of 12 megapixels", () => makePhoto(4000, 3000)],
  ["a progressive JPEG of 6,300", () => makeProgressiveJpeg(6300), TOO_COMPLEX],
  ["a progressive JPEG of 4,900", () => makeProgressiveJpeg(4900)],
  ["a progressive CMYK JPEG of 5,000", makeLargeCmyk, TOO_COMPLEX],
  ["an interlaced PNG of 6,300", () => makeBlackPng({ ...makeSquare(6300), interlaced: true })],
  ["a deep interlaced PNG of 6,000", () => makeDeepPng(6000, { interlaced: true }), TOO_COMPLEX],
  ["a deep PNG of 6,000", () => makeDeepPng(6000)],
  [
    "a rotated PNG of 6,300",
    () =>
      makeOneColorPicture(6300, 6300)
        .ensureAlpha()
        .withMetadata({ orientation: 6 })
        .png()
        .toBuffer(),
    TOO_COMPLEX,
  ],
  [
    "a lossless WebP of 6,100",
    () =>
      makeOneColorPicture(6100, 6100)
        .webp({ ...FAST_ENCODING, lossless: true })
        .toBuffer(),
  ],
  ["an AVIF of 2,560", () => makeOneColorPicture(2560, 2560).avif(FAST_ENCODING).toBuffer()],
  [
    "an AVIF that is a line too tall",
    () => makeOneColorPicture(2560, 2561).avif(FAST_ENCODING).toBuffer(),
    TOO_COMPLEX,
  ],
]

test.each([...ATTACKS, ...(process.env.ALL_TESTS ? MORE_ATTACKS : [])])(
  "%s does not make another upload fail",
  async (name, make, refusal) => {
    const bytes = await make()
    const before = await listFiles("")
    const stopWatching = watchChildren()
    const start = performance.now()
    const otherUpload = sendCover(smallPhoto, otherMember)
    const { status, json } = await sendCover(bytes)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    expect((await otherUpload).status, "the upload of another member").toBe(201)
    const peak = stopWatching()
    console.log(`${name}, ${bytes.length} bytes: ${status} after ${seconds} s, ${peak} MB`)
    expect([status, json["code"]]).toEqual([refusal ? 422 : 201, refusal])
    expect(peak).toBeLessThan(MAX_PEAK_MB)
    const added = (await listFiles("")).length - before.length
    expect(added, "each cover is stored as four files").toBe(refusal ? 4 : 8)
  },
)

test("a decompression bomb is refused as an avatar", async () => {
  const { status, json } = await sendAvatar(makePictureBomb(20_000))
  expect([status, json["code"]]).toEqual([422, TOO_COMPLEX])
})

describe("the child process that converts pictures", () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "daina-resize-"))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** Writes a program for the child process that returns the value of a JavaScript expression as its only file. */
  async function writeProgramReturning(expression: string): Promise<string> {
    const child = join(folder, `${crypto.randomUUID()}.mjs`)
    await writeFile(
      child,
      `process.stdin.resume().on("end", async () => {
        const file = ${expression}
        process.stdout.write(JSON.stringify({ width: 1, height: 1, lengths: [file.length] }) + "\\n" + file)
      })`,
    )
    return child
  }
  /** Runs a program as the child process. Returns the file that the program sends, as text, or its refusal code. */
  async function resizeAndGetResult(child: string): Promise<string> {
    const result = await resizeInChild("cover", smallPhoto, { child })
    return "files" in result ? String(result.files[0]) : result.refusal
  }

  test("a child process that converts pictures kills itself at its memory and time limits", async () => {
    const stopWatching = watchChildren()
    const result = await resizeInChild("cover", Buffer.alloc(500 * MB))
    expect(result).toEqual({ refusal: TOO_COMPLEX })
    expect(stopWatching()).toBeLessThan(MAX_PEAK_MB)
    const slow = await resizeInChild("cover", smallPhoto, { cpuMaxMs: 1 })
    expect(slow).toEqual({ refusal: TOO_COMPLEX })
  })

  test.runIf(isLinux)("a killed child process does not affect other pictures", async () => {
    const [killed, other] = [sendCover(smallPhoto), sendCover(smallPhoto, otherMember)]
    await expect.poll(listChildProcesses, { interval: 2, timeout: 10_000 }).toHaveLength(2)
    process.kill(Number(listChildProcesses()[0]), "SIGKILL")
    const responses = await Promise.all([killed, other])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await sendCover(smallPhoto)).status, "the next picture").toBe(201)
  })

  test("a child process gets none of the host's environment variables", async () => {
    process.env["A_SECRET"] = "a-secret"
    const names = await resizeAndGetResult(
      await writeProgramReturning("Object.keys(process.env).join()"),
    )
    delete process.env["A_SECRET"]
    expect(names).toBe("VIPS_DISC_THRESHOLD")
  })

  test("at most two child processes run at the same time, even after a failure", async () => {
    /** Runs for 100 ms and returns the times of its start and end. */
    const timingProgram = await writeProgramReturning(
      `await (async () => {
        const start = Date.now()
        await new Promise((resolve) => setTimeout(resolve, 100))
        return start + " " + Date.now()
      })()`,
    )
    const failingProgram = await writeProgramReturning("missing")
    const [first, ...otherResults] = await Promise.allSettled(
      [failingProgram, ...Array<string>(5).fill(timingProgram)].map(resizeAndGetResult),
    )
    expect(first?.status, "an error in the program is not a refusal").toBe("rejected")
    const spans = otherResults.map((span) => {
      if (span.status === "rejected") throw span.reason
      const [start = 0, end = 0] = span.value.split(" ").map(Number)
      return { start, end }
    })
    const concurrentSpans = spans.map(
      ({ start }) => spans.filter((span) => span.start <= start && start < span.end).length,
    )
    expect(Math.max(...concurrentSpans)).toBeLessThanOrEqual(2)
  })

  test("without the child program, pictures are converted in the same process with the same checks", async () => {
    const child = join(folder, "missing.ts")
    const result = await resizeInChild("cover", smallPhoto, { child })
    expect("files" in result && result.files.map((file) => file.length > 0)).toEqual(
      Array(4).fill(true),
    )
    const narrow = makeBlackPng({ width: 1, height: 5_000 })
    expect(await resizeInChild("avatar", narrow, { child })).toEqual({ refusal: "picture_shape" })
    expect(await resizeInChild("cover", makePictureBomb(20_000), { child })).toEqual({
      refusal: TOO_COMPLEX,
    })
  })
})

test("the seventh concurrent picture of a member is refused with Retry-After", async () => {
  const uploads = Promise.all(Array.from({ length: 7 }, () => sendCover(smallPhoto)))
  const uploadOfOther = sendCover(smallPhoto, otherMember)
  const responses = await uploads
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(6).fill(201), 503])
  const refused = responses.find(({ status }) => status === 503)
  expect(refused?.json["code"]).toBe("uploads_busy")
  expect(refused?.headers.get("retry-after")).toBe("5")
  expect((await uploadOfOther).status, "another member").toBe(201)
  expect((await sendCover(smallPhoto)).status, "afterwards").toBe(201)
})

describe("the daily limit of pictures", () => {
  const insertUploads = ({ id }: Member, count: number) => db.one`
    insert into attempts (action, subject, moments)
    values ('pictures-a-day', hash_attempt_subject(${id}),
      array_fill(now() - interval '2 hours', array[${count}::integer]))`

  test("a member can upload a hundred pictures a day, even concurrently", async () => {
    await insertUploads(member, 99)
    const responses = await Promise.all(Array.from({ length: 3 }, () => sendCover(smallPhoto)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 429, 429])
    const refused = await sendAvatar(smallPhoto)
    expect([refused.status, refused.json["code"]]).toEqual([429, "picture_limit"])
    const hours = Number(refused.headers.get("retry-after")) / 3600
    expect(hours).toBeGreaterThan(21)
    expect(hours).toBeLessThanOrEqual(22)
    expect((await sendCover(smallPhoto, otherMember)).status, "another member").toBe(201)

    await ageAttempts(db, "2 hours")
    await deleteExpiredRows(auth.as(null))
    expect((await sendCover(smallPhoto)).status, "after housekeeping").toBe(429)
    await ageAttempts(db, "20 hours")
    expect((await sendCover(smallPhoto)).status, "the next day").toBe(201)
  })

  test("a super admin can upload five hundred pictures a day", async () => {
    const superAdmin = await makeMember(db, { role: "super_admin" })
    await insertUploads(superAdmin, 499)
    expect((await sendCover(smallPhoto, superAdmin)).status).toBe(201)
    expect((await sendCover(smallPhoto, superAdmin)).status).toBe(429)
  })

  test("uploads beyond twenty in ten minutes are refused and do not count toward the daily limit", async () => {
    /** For each upload, the seconds to wait; 0 if the upload is accepted. */
    const waits: number[] = []
    for (let uploads = 0; uploads < 25; uploads += 1) {
      waits.push((await countPicture(app.as({ userId: member.id }))).wait)
    }
    expect(waits.filter((wait) => wait === 0)).toHaveLength(20)
    const counted = await db.one<{ count: number }>`
      select cardinality(moments) as count from attempts where action = 'pictures-a-day'`
    expect(counted?.count).toBe(20)
  })
})
