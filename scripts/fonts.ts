/**
 * Cuts the typefaces in `scripts/fonts/` down to what a page is set in. A file and its headers come in the first
 * ten packets (14,600 bytes) of a connection, or cost a phone another trip there and back: so Onest with Cyrillic is
 * two files, and signs that the interface has not are the system's. `src/styles/fonts.css` names the files.
 */
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import subsetFont from "subset-font"
import { generate } from "./generated.ts"

type Weights = { min: number; max: number } | number

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("")

const bothCases = (letters: string) => letters + letters.toUpperCase()

// Beside the letters of our languages those of ROSÉ and of the neighbors.
const LATIN = `${range(0x20, 0x7e).replace(/[\\^_`{|}~]/g, "") + bothCases("āčēģīķļņšūž" + "äõöü" + "ąęėįų" + "éå")}\u00a0«»·×“”„‘’‚–—…€`
const CYRILLIC = bothCases(`${range(0x430, 0x44f)}ё`)

interface Face {
  name: string
  latin: Weights
  /** The letters of the file for Russian pages. */
  letters: string
  cyrillic: Weights
}

const FACES: Face[] = [
  {
    name: "unbounded",
    latin: { min: 600, max: 800 },
    letters: LATIN + CYRILLIC,
    // Variable, the file would be 20 kB instead of 13.
    cyrillic: 700,
  },
  {
    name: "onest",
    latin: { min: 400, max: 700 },
    letters: `${CYRILLIC}№`,
    cyrillic: { min: 400, max: 700 },
  },
]

/** What the pictures of articles, events and teams are lettered in: names may be in other languages too. */
const LETTERING = [
  { name: "unbounded", weight: 800 },
  { name: "onest", weight: 600 },
]
const LETTERED = `${range(0x20, 0x7e)}${range(0xa1, 0x17f)}${range(0x400, 0x45f)}${range(0x2010, 0x2026)}€№`

const source = (name: string) => readFile(new URL(`./fonts/${name}.woff2`, import.meta.url))

async function writeFonts(folder: URL): Promise<void> {
  for (const { name, latin, letters, cyrillic } of FACES) {
    const font = await source(name)
    const cut = async (file: string, text: string, wght: Weights) =>
      writeFile(
        new URL(`${file}.woff2`, folder),
        await subsetFont(font, text, {
          targetFormat: "woff2",
          // Text is set without: it would be a kilobyte, and closes the spaces behind periods.
          keepFeatures: name === "onest" ? [] : ["kern"],
          variationAxes: { wght },
        }),
      )
    await cut(name, LATIN, latin)
    await cut(`${name}-cyrillic`, letters, cyrillic)
  }
  for (const { name, weight } of LETTERING) {
    await writeFile(
      new URL(`${name}.ttf`, folder),
      await subsetFont(await source(name), LETTERED, {
        targetFormat: "truetype",
        variationAxes: { wght: weight },
      }),
    )
  }
}

async function sourcesHash(): Promise<string> {
  const hash = createHash("sha256").update(await readFile(new URL(import.meta.url)))
  for (const { name } of FACES) hash.update(await source(name))
  return hash.digest("hex")
}

/** Makes `src/fonts`, unless this very code made it from these very sources before. */
export async function makeFonts(): Promise<void> {
  await generate({
    ...{ name: "fonts", hash: await sourcesHash() },
    ...{ into: new URL("../src/fonts/", import.meta.url), sign: "onest.woff2", make: writeFonts },
  })
}
