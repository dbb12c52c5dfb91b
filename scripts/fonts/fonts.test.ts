import { readFile } from "node:fs/promises"
import subsetFont from "subset-font"
import { beforeAll, expect, test } from "vitest"
import { FACES, makeFonts } from "../fonts.ts"
import { readCmap } from "./cmap.ts"
import { CYRILLIC } from "./letters.ts"
import { readTables, tableOf } from "./sfnt.ts"

/** Ten packets of 1,460 bytes, less the headers of an answer. */
const ONE_WINDOW = 14_400

const font = (name: string) => readFile(new URL(`../../src/fonts/${name}.woff2`, import.meta.url))

async function lettersOf(name: string) {
  const file = await subsetFont(await font(name), CYRILLIC + LETTERS, { targetFormat: "truetype" })
  const cmap = readCmap(tableOf(readTables(file), "cmap"))
  return new Set([...cmap.keys()].map((code) => String.fromCodePoint(code)))
}

const LETTERS = "AZaz09āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽõäöüÕÄÖÜąęėįųĄĘĖĮŲ„“–…€é"

beforeAll(makeFonts, 60_000)

test.each(FACES)("$family has every letter of the five languages", async ({ file }) => {
  const latin = await lettersOf(file)
  const cyrillic = await lettersOf(`${file}-cyrillic`)
  for (const letter of LETTERS) {
    expect(latin.has(letter), letter).toBe(true)
    expect(cyrillic.has(letter), letter).toBe(true)
  }
  for (const letter of CYRILLIC) expect(cyrillic.has(letter), letter).toBe(true)
})

test.each(FACES)("$family's Latin file arrives in one window", async ({ file }) => {
  expect((await font(file)).length).toBeLessThanOrEqual(ONE_WINDOW)
})
