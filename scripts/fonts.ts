/** Writes web fonts with only the characters of the interface, so that each fits into ten packets (14,600 bytes). */
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import subsetFont from "subset-font"
import { generate } from "./generated.ts"

type Weights = { min: number; max: number } | number

const listCharacters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("")

const addUpperCase = (letters: string) => letters + letters.toUpperCase()

// Characters of the interface in the Latin and in the Cyrillic script.
const LATIN_CHARACTERS = `${listCharacters(0x20, 0x7e).replace(/[\\^_`{|}~]/g, "") + addUpperCase("āčēģīķļņšūž" + "äõöü" + "ąęėįų" + "éå")}\u00a0«»·×“”„‘’‚–—…€`
const CYRILLIC_CHARACTERS = addUpperCase(`${listCharacters(0x430, 0x44f)}ё`)

interface Face {
  name: string
  latinWeights: Weights
  cyrillicCharacters: string
  cyrillicWeights: Weights
}

const FACES: Face[] = [
  {
    name: "unbounded",
    latinWeights: { min: 600, max: 800 },
    cyrillicCharacters: LATIN_CHARACTERS + CYRILLIC_CHARACTERS,
    // A single weight, because a file with variable weights has 20 kB instead of 12 kB.
    cyrillicWeights: 700,
  },
  {
    name: "onest",
    latinWeights: { min: 400, max: 700 },
    cyrillicCharacters: `${CYRILLIC_CHARACTERS}№`,
    cyrillicWeights: { min: 400, max: 700 },
  },
]

/** Fonts of the texts in generated pictures. */
const PICTURE_FONTS = [
  { name: "unbounded", weight: 800 },
  { name: "onest", weight: 600 },
]
const PICTURE_CHARACTERS = `${listCharacters(0x20, 0x7e)}${listCharacters(0xa1, 0x17f)}${listCharacters(0x400, 0x45f)}${listCharacters(0x2010, 0x2026)}€№`

const readTypeface = (name: string) => readFile(new URL(`./fonts/${name}.woff2`, import.meta.url))

async function writeFonts(folder: URL): Promise<void> {
  for (const { name, latinWeights, cyrillicCharacters, cyrillicWeights } of FACES) {
    const font = await readTypeface(name)
    const writeSubset = async (file: string, text: string, wght: Weights) =>
      writeFile(
        new URL(`${file}.woff2`, folder),
        await subsetFont(font, text, {
          targetFormat: "woff2",
          // Onest's kerning would add a kilobyte and make the spaces after periods narrower.
          keepFeatures: name === "onest" ? [] : ["kern"],
          variationAxes: { wght },
        }),
      )
    await writeSubset(name, LATIN_CHARACTERS, latinWeights)
    await writeSubset(`${name}-cyrillic`, cyrillicCharacters, cyrillicWeights)
  }
  for (const { name, weight } of PICTURE_FONTS) {
    await writeFile(
      new URL(`${name}.ttf`, folder),
      await subsetFont(await readTypeface(name), PICTURE_CHARACTERS, {
        targetFormat: "truetype",
        variationAxes: { wght: weight },
      }),
    )
  }
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256").update(await readFile(new URL(import.meta.url)))
  for (const { name } of FACES) hash.update(await readTypeface(name))
  return hash.digest("hex")
}

export async function generateFonts(): Promise<void> {
  await generate({
    name: "fonts",
    hash: await hashSources(),
    targetFolder: new URL("../src/fonts/", import.meta.url),
    sentinel: "onest.woff2",
    writeFiles: writeFonts,
  })
}
