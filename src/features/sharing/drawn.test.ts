import { mkdtemp, readdir, readFile, rm, utimes } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, expect, test, vi } from "vitest"
import { generateFonts } from "../../../scripts/fonts.ts"
import type { Size } from "../../art/posters/posters.ts"
import type { Part } from "./drawn.ts"

const folder = await mkdtemp(join(tmpdir(), "daina-pictures-"))
vi.stubEnv("PICTURES_FOLDER", folder)
vi.resetModules()
await generateFonts()
const posters = await import("../../art/posters/posters.ts")
const { drawAll, getDrawnFilePath } = await import("./drawn.ts")
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

const makeTeam = (name: string) => ({
  slug: "team",
  name,
  country: "lv" as const,
  location: "Rīga",
})

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
])("both fonts have an outline for every letter of %s", async (text) => {
  const { loadFonts } = await import("../../art/posters/lettering.ts")
  for (const font of Object.values(await loadFonts())) {
    expect(font.has(text)).toBe(true)
    // Missing letters would all have the same outline.
    const outlines = Array.from(text, (letter) => font.getLine(letter).path)
    expect(outlines.filter((outline) => outline.includes("d="))).toHaveLength(outlines.length)
    expect(new Set(outlines).size).toBe(new Set(text).size)
  }
})

test("posters leave out emoji and letters of other scripts", async () => {
  const { COVER_SIZE, drawTeamPoster } = posters
  expect(await drawTeamPoster(makeTeam("Zvaigznes ✨별"), COVER_SIZE)).toBe(
    await drawTeamPoster(makeTeam("Zvaigznes"), COVER_SIZE),
  )
})

test("a name can be written if the font has at least one of its letters", async () => {
  const { canWrite } = posters
  expect(await canWrite("별빛 ✨")).toBe(false)
  expect(await canWrite("별빛 Crew")).toBe(true)
})

test("the lines of a text are not wider or higher than their box", async () => {
  const { fitText, fillBox, loadFonts } = await import("../../art/posters/lettering.ts")
  const { display } = await loadFonts()
  // The expectations allow for rounding errors of 0.01.
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
      for (const line of lines)
        expect(display.getLine(line).width * size).toBeLessThanOrEqual(900.01)
    }
  }
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192"/>'

/** Makes a drawing with one file. A test can change or observe its `drawLettering`. */
const makeDrawing = (content: string) => {
  const drawLettering = vi.fn(async () => SVG)
  const parts: Part[] = [{ suffix: "-square.webp", drawLettering }]
  return { drawLettering, path: "/", content, parts }
}

/** Changes the global `contentTracker`, with which a build cancels passes and collects reports. */
function changeTracker(changes: object): void {
  if (!globalThis.contentTracker) throw new Error("dependency-tracking.ts is not loaded")
  Object.assign(globalThis.contentTracker, changes)
}

const setCancelled = (isCancelled: boolean) => changeTracker({ isCancelled })

test("an existing picture is not drawn again, and a picture with changed content is drawn", async () => {
  const [first, same, other] = [makeDrawing("a"), makeDrawing("a"), makeDrawing("b")]
  expect(await drawAll([first])).toMatchObject({ newCount: 1 })
  expect(await drawAll([same, other])).toMatchObject({ newCount: 1 })
  expect(same.drawLettering).not.toHaveBeenCalled()
  expect(other.drawLettering).toHaveBeenCalledOnce()
})

test("a picture is drawn again when the drawing code (its hash ART_STATE) has changed", async () => {
  const [first, later] = [makeDrawing("code"), makeDrawing("code")]
  await drawAll([first])
  vi.stubEnv("ART_STATE", "another")
  await drawAll([later])
  vi.stubEnv("ART_STATE", undefined)
  expect(later.drawLettering).toHaveBeenCalledOnce()
})

test("a pass draws pictures up to its limit, and the next pass draws the others", async () => {
  const drawings = ["x", "y", "z"].map((name) => makeDrawing(name))
  const { names } = await drawAll(drawings, { max: 2 })
  expect(names.map(Boolean)).toEqual([true, true, false])
  expect((await drawAll(drawings, { max: 2 })).names.every(Boolean)).toBe(true)
})

test("a first pass leaves out late pictures, and the next pass draws them", async () => {
  const drawings = [makeDrawing("cover"), { ...makeDrawing("shared"), isLate: true as const }]
  const firstPass = await drawAll(drawings, { isFirstPass: true })
  expect(firstPass.names.map(Boolean)).toEqual([true, false])
  expect((await drawAll(drawings)).names.every(Boolean)).toBe(true)
})

test("a picture that cannot be drawn is reported, and the others are drawn", async () => {
  const drawings = ["fine", "odd", "fine too"].map((name) => makeDrawing(name))
  drawings[1]?.drawLettering.mockRejectedValue(new Error("no such letter"))
  const onLeftOut = vi.fn()
  changeTracker({ onLeftOut })
  const { names } = await drawAll(drawings)
  changeTracker({ onLeftOut: undefined })
  expect(names.map(Boolean)).toEqual([true, false, true])
  expect(onLeftOut.mock.calls).toEqual([["/", new Error("no such letter")]])
})

test("drawing stops when the build is cancelled", async () => {
  const drawings = ["p", "q", "r", "s"].map((name) => makeDrawing(name))
  drawings[0]?.drawLettering.mockImplementation(async () => {
    setCancelled(true)
    return SVG
  })
  await expect(drawAll(drawings)).rejects.toThrow()
  expect(drawings.at(-1)?.drawLettering).not.toHaveBeenCalled()
  setCancelled(false)
})

test("a first pass ignores pictures of a cancelled pass, and the second pass reuses them", async () => {
  const makeLateDrawing = (content: string) => ({ ...makeDrawing(content), isLate: true as const })
  const [existing, finished, cancelled] = [
    makeLateDrawing("t"),
    makeLateDrawing("u"),
    makeLateDrawing("v"),
  ]
  await drawAll([existing])
  const before = await readdir(join(folder, "lettered"))
  cancelled.parts.push({ suffix: "-story.jpg", drawLettering: cancelled.drawLettering })
  // Cancels the build while this picture is drawn, after the file of `finished` was written.
  cancelled.drawLettering.mockImplementationOnce(async () => {
    const isWritten = (name: string) => !before.includes(name) && name.endsWith("-square.webp")
    await vi.waitFor(async () =>
      expect((await readdir(join(folder, "lettered"))).some(isWritten)).toBe(true),
    )
    setCancelled(true)
    return SVG
  })
  const drawings = [existing, finished, cancelled]
  await expect(drawAll(drawings)).rejects.toThrow()
  setCancelled(false)
  const firstPass = await drawAll(drawings, { isFirstPass: true })
  expect(firstPass.names.map(Boolean)).toEqual([true, false, false])
  expect((await drawAll(drawings)).names.every(Boolean)).toBe(true)
  expect(finished.drawLettering).toHaveBeenCalledOnce()
  expect((await drawAll(drawings, { isFirstPass: true })).names.every(Boolean)).toBe(true)
})

test("a picture older than a month is deleted when a build no longer uses it", async () => {
  const old = await drawAll([makeDrawing("old")])
  const monthAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
  for (const file of old.files) await utimes(getDrawnFilePath(file), monthAgo, monthAgo)
  await drawAll([makeDrawing("old"), makeDrawing("new")])
  expect(await readdir(join(folder, "lettered"))).toEqual(expect.arrayContaining(old.files))
  await drawAll([makeDrawing("new")])
  expect(await readdir(join(folder, "lettered"))).not.toEqual(expect.arrayContaining(old.files))
})

test("each file of a team's picture has the size of its format", async () => {
  const drawLettering = (size: Size) => posters.drawTeamPoster(makeTeam("Põhjatäht"), size)
  const suffixes = [
    ".webp",
    "-640.webp",
    "-square.webp",
    "-wide.webp",
    "-og.jpg",
    "-story.jpg",
  ] as const
  const parts = suffixes.map((suffix) => ({ suffix, drawLettering }))
  const { files } = await drawAll([{ path: "/", content: "team", parts }])
  const sizes = await Promise.all(
    files.map(async (file) => {
      const { width, height } = await sharp(getDrawnFilePath(file)).metadata()
      return [width, height]
    }),
  )
  expect(sizes).toEqual([
    [1280, 630],
    [640, 315],
    [192, 192],
    [1280, 256],
    [1200, 630],
    [1080, 1920],
  ])
}, 20_000)

test("drawing the same picture twice gives the same bytes", async () => {
  const drawLettering = (size: Size) => posters.drawTeamPoster(makeTeam("Põhjatäht"), size)
  const parts: Part[] = [{ suffix: "-square.webp", drawLettering }]
  const draw = async (content: string) => {
    const { files } = await drawAll([{ path: "/", content, parts }])
    return readFile(getDrawnFilePath(files[0] ?? ""))
  }
  expect(await draw("first file")).toEqual(await draw("second file"))
})
