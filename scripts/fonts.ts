/**
 * Cuts the two typefaces down to the letters of the five languages: one file per face for the Latin
 * languages, one with Latin and Cyrillic for Russian pages; and writes their @font-face rules.
 *
 * A Latin file must stay under 14,400 bytes: with its headers it then fits into the ten packets that a
 * server sends before it waits for the first answer (RFC 6928), which saves a round trip for each
 * (measured: the largest paint of a phone came 150 ms earlier than with 25 kB).
 */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import subsetFont from "subset-font"
import { readCmap } from "./fonts/cmap.ts"
import { fontFaces } from "./fonts/faces.ts"
import { type Kerning, readKerning, writeKerning } from "./fonts/kerning.ts"
import { byBaseLetter, byLetter, CYRILLIC, LATIN, LATIN_TEXT } from "./fonts/letters.ts"
import { mergeFonts } from "./fonts/merge.ts"
import { readTables, tableOf, writeTables } from "./fonts/sfnt.ts"

const FOLDER = new URL("../src/fonts/", import.meta.url)
const MADE_FROM = new URL("../.cache/fonts.txt", import.meta.url)
const require = createRequire(import.meta.url)

export interface Face {
  family: "Unbounded" | "Onest"
  package: string
  file: string
  /** Latin ones; the Cyrillic ones are the same for all. */
  letters: string
  weights: { min: number; max: number }
  /** With Cyrillic a variable Unbounded would be 19 kB; at one weight it is 12. */
  cyrillicWeights: { min: number; max: number } | number
  /** The weight that most of its text is set in. */
  usual: number
}

export const FACES: Face[] = [
  {
    family: "Unbounded",
    package: "@fontsource-variable/unbounded",
    file: "unbounded",
    letters: LATIN,
    weights: { min: 600, max: 800 },
    cyrillicWeights: 700,
    usual: 700,
  },
  {
    family: "Onest",
    package: "@fontsource-variable/onest",
    file: "onest",
    letters: LATIN_TEXT,
    weights: { min: 400, max: 700 },
    cyrillicWeights: { min: 400, max: 700 },
    usual: 400,
  },
]

const part = (face: Face, name: string) =>
  readFile(require.resolve(`${face.package}/files/${face.file}-${name}-wght-normal.woff2`))

const PLAIN = {
  targetFormat: "truetype",
  keepFeatures: [],
  dropTables: ["GDEF", "GPOS", "GSUB", "HVAR", "MVAR", "STAT", "gasp", "prep"],
}

/** The kerning of a part, at the weight that the face is mostly used in. */
async function kerningOf(face: Face, part: Buffer, letters: string): Promise<Kerning> {
  const tables = readTables(
    await subsetFont(part, letters, {
      targetFormat: "truetype",
      keepFeatures: ["kern"],
      variationAxes: { wght: face.usual },
    }),
  )
  return readKerning(tableOf(tables, "GPOS"), byLetter(readCmap(tableOf(tables, "cmap"))))
}

async function cut(
  face: Face,
  { letters, names, wght }: { letters: string; names: string[]; wght: Face["weights"] | number },
): Promise<Buffer> {
  const parts = await Promise.all(names.map((name) => part(face, name)))
  const merged = mergeFonts(await Promise.all(parts.map((one) => subsetFont(one, letters, PLAIN))))
  const kernings = await Promise.all(
    // Accented letters are kerned as their base letters, which stand in the first part of each script.
    [parts[0], parts[2]].flatMap((one) => (one ? [kerningOf(face, one, letters)] : [])),
  )
  const tables = readTables(merged)
  const glyphs = byBaseLetter(readCmap(tableOf(tables, "cmap")))
  tables.set("GPOS", writeKerning(new Map(kernings.flatMap((one) => [...one])), glyphs))
  return subsetFont(writeTables(tables), letters, {
    targetFormat: "woff2",
    keepFeatures: ["kern"],
    variationAxes: { wght },
  })
}

async function sourcesHash(): Promise<string> {
  const hash = createHash("sha256").update(await readFile(new URL(import.meta.url)))
  const folder = new URL("./fonts/", import.meta.url)
  for (const name of (await readdir(folder)).sort()) {
    hash.update(await readFile(new URL(name, folder)))
  }
  for (const face of FACES) {
    hash.update(await readFile(require.resolve(`${face.package}/package.json`)))
  }
  return hash.digest("hex")
}

/** Makes `src/fonts`, unless this very code made it from these very packages before. */
export async function makeFonts(): Promise<void> {
  const hash = await sourcesHash()
  const last = await readFile(MADE_FROM, "utf8").catch(() => "")
  if (last === hash && existsSync(new URL("faces.css", FOLDER))) return
  await mkdir(FOLDER, { recursive: true })
  for (const face of FACES) {
    const latin = await cut(face, {
      letters: face.letters,
      names: ["latin", "latin-ext"],
      wght: face.weights,
    })
    const both = await cut(face, {
      letters: face.letters + CYRILLIC,
      names: ["latin", "latin-ext", "cyrillic"],
      wght: face.cyrillicWeights,
    })
    await writeFile(new URL(`${face.file}.woff2`, FOLDER), latin)
    await writeFile(new URL(`${face.file}-cyrillic.woff2`, FOLDER), both)
  }
  await writeFile(new URL("faces.css", FOLDER), await fontFaces(FACES, FOLDER))
  await mkdir(new URL("./", MADE_FROM), { recursive: true })
  await writeFile(MADE_FROM, hash)
}
