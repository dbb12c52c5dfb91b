import { mkdtemp, readdir, rm, utimes } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { makeFonts } from "../../../scripts/fonts.ts"

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daina-pictures-"))
  vi.stubEnv("PICTURES_FOLDER", folder)
  vi.resetModules()
  await makeFonts()
})
afterAll(() => rm(folder, { recursive: true }))

const posters = () => import("../../art/posters/posters.ts")
const drawn = () => import("./drawn.ts")

const team = (name: string) => ({ slug: "team", name, place: "lv" as const, location: "Rīga" })

test.each([
  "Āčēģīķļņšūž",
  "āčēģīķļņšūž",
  "ÕÄÖÜŠŽ",
  "õäöüšž",
  "ĄČĘĖĮŠŲŪŽ",
  "ąčęėįšųūž",
  "Ёлка",
  "жщъыьэюя",
  "—„“«»…€№'",
])("%s is written, letter by letter", async (text) => {
  const { lettering } = await import("../../art/posters/lettering.ts")
  for (const face of Object.values(await lettering())) {
    expect(face.has(text)).toBe(true)
    // Each has an outline of its own; what a face lacks would all look the same.
    const outlines = Array.from(text, (letter) => face.line(letter).path)
    expect(outlines.filter((outline) => outline.includes("d="))).toHaveLength(outlines.length)
    expect(new Set(outlines).size).toBe(new Set(text).size)
  }
})

test("emoji and other scripts are left out; of a name in them alone there is no poster", async () => {
  const { canWrite, COVER, teamPoster } = await posters()
  expect(await teamPoster(team("Zvaigznes ✨별"), COVER)).toBe(
    await teamPoster(team("Zvaigznes"), COVER),
  )
  expect(await canWrite("별빛 ✨")).toBe(false)
  expect(await canWrite("별빛 Crew")).toBe(true)
})

test("texts stay within their pictures, however long", async () => {
  const { fitText, fillBox, lettering } = await import("../../art/posters/lettering.ts")
  const { display } = await lettering()
  const room = { width: 900, height: 400, sizes: [88, 60, 44], leading: 1.12 }
  for (const text of [
    "Seoul",
    "Nepriekšparedzētsgarumzīmjupārpilnsvārds",
    "ļoti gara rinda ".repeat(30).trim(),
  ]) {
    for (const { lines, size } of [
      fitText(display, text, room),
      fillBox(display, text, 900, 400, 1.12),
    ]) {
      expect(lines.length * size * 1.12).toBeLessThanOrEqual(400.01)
      for (const line of lines) expect(display.line(line).width * size).toBeLessThanOrEqual(900.01)
    }
  }
})

const drawing = (name: string) => {
  const draw = vi.fn(async () => Buffer.from(name))
  return { draw, path: "/", content: name, parts: [{ end: "-story" as const, draw }] }
}

test("what is there is not drawn again; what changed is", async () => {
  const { drawAll } = await drawn()
  const [first, same, other] = [drawing("a"), drawing("a"), drawing("b")]
  expect(await drawAll([first])).toMatchObject({ made: 1 })
  expect(await drawAll([same, other])).toMatchObject({ made: 1 })
  expect(same.draw).not.toHaveBeenCalled()
  expect(other.draw).toHaveBeenCalledOnce()
})

test("new code draws anew", async () => {
  const { drawAll } = await drawn()
  const [first, later] = [drawing("code"), drawing("code")]
  await drawAll([first])
  vi.stubEnv("ART_STATE", "another")
  await drawAll([later])
  vi.stubEnv("ART_STATE", undefined)
  expect(later.draw).toHaveBeenCalledOnce()
})

test("a build draws no more than it may, the first ones first", async () => {
  const { drawAll } = await drawn()
  const drawings = ["x", "y", "z"].map(drawing)
  const { names } = await drawAll(drawings, { most: 2 })
  expect(names.map(Boolean)).toEqual([true, true, false])
  expect((await drawAll(drawings, { most: 2 })).names.every(Boolean)).toBe(true)
})

test("what is only shared waits for the second look", async () => {
  const { drawAll } = await drawn()
  const drawings = [drawing("cover"), { ...drawing("shared"), isLate: true as const }]
  expect((await drawAll(drawings, { isFirstPass: true })).names.map(Boolean)).toEqual([true, false])
  expect((await drawAll(drawings)).names.every(Boolean)).toBe(true)
})

test("a picture that cannot be drawn is reported, and the others are drawn", async () => {
  const { drawAll } = await drawn()
  const drawings = ["fine", "odd", "fine too"].map(drawing)
  drawings[1]?.draw.mockRejectedValue(new Error("no such letter"))
  const onLeftOut = vi.fn()
  Object.assign(globalThis.contentTracker ?? {}, { onLeftOut })
  const { names } = await drawAll(drawings)
  Object.assign(globalThis.contentTracker ?? {}, { onLeftOut: undefined })
  expect(names.map(Boolean)).toEqual([true, false, true])
  expect(onLeftOut.mock.calls).toEqual([["/", new Error("no such letter")]])
})

test("nothing more is drawn once another build waits", async () => {
  const { drawAll } = await drawn()
  const drawings = ["p", "q", "r", "s"].map(drawing)
  drawings[0]?.draw.mockImplementation(async () => {
    Object.assign(globalThis.contentTracker ?? {}, { isCancelled: true })
    return Buffer.from("p")
  })
  await expect(drawAll(drawings)).rejects.toThrow("A newer build")
  expect(drawings.at(-1)?.draw).not.toHaveBeenCalled()
  Object.assign(globalThis.contentTracker ?? {}, { isCancelled: false })
})

test("what a given up second look drew waits for the next second look", async () => {
  const { drawAll } = await drawn()
  const drawings = ["t", "u", "v", "w", "x2"].map((name) => ({
    ...drawing(name),
    isLate: true as const,
  }))
  const [first, second] = drawings
  if (!first || !second) throw new Error("There are five drawings")
  await drawAll([first])
  drawings[3]?.draw.mockImplementation(async () => {
    Object.assign(globalThis.contentTracker ?? {}, { isCancelled: true })
    return Buffer.from("w")
  })
  await expect(drawAll(drawings)).rejects.toThrow("A newer build")
  Object.assign(globalThis.contentTracker ?? {}, { isCancelled: false })
  expect(second.draw).toHaveBeenCalledOnce()
  const early = await drawAll(drawings, { isFirstPass: true })
  expect(early.names.map(Boolean)).toEqual([true, false, false, false, false])
  expect((await drawAll(drawings)).names.every(Boolean)).toBe(true)
  expect(second.draw).toHaveBeenCalledOnce()
  expect((await drawAll(drawings, { isFirstPass: true })).names.every(Boolean)).toBe(true)
})

test("what no build has shown for a month goes", async () => {
  const { drawAll, readable } = await drawn()
  const old = await drawAll([drawing("old")])
  const monthAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
  for (const file of old.files) await utimes(readable(file), monthAgo, monthAgo)
  await drawAll([drawing("old"), drawing("new")])
  expect(await readdir(join(folder, "lettered"))).toEqual(expect.arrayContaining(old.files))
  await drawAll([drawing("new")])
  expect(await readdir(join(folder, "lettered"))).not.toEqual(expect.arrayContaining(old.files))
})

test("a team's pictures have their sizes, and the same team the same bytes", async () => {
  const { coverParts, sharePart, squarePart, storyPart, widePart } = await drawn()
  const { teamPoster } = await posters()
  const letters = (size: { width: number; height: number }) => teamPoster(team("Põhjatäht"), size)
  const parts = [
    ...coverParts(letters),
    squarePart(letters),
    widePart(letters),
    sharePart(letters),
    storyPart(letters),
  ]
  const sizes = await Promise.all(
    parts.map(async ({ end, draw }) => {
      const { width, height } = await sharp(await draw()).metadata()
      return [end, width, height]
    }),
  )
  expect(sizes).toEqual([
    ["", 1280, 630],
    ["-640", 640, 315],
    ["-square", 192, 192],
    ["-wide", 1280, 256],
    ["-og", 1200, 630],
    ["-story", 1080, 1920],
  ])
  const [cover] = coverParts(letters)
  expect(await cover?.draw()).toEqual(await cover?.draw())
})
