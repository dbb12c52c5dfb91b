/**
 * Cuts the two typefaces down to the letters of the five languages: one file per face for the Latin
 * languages, one with Latin and Cyrillic for Russian pages; and writes their @font-face rules.
 */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import subsetFont from "subset-font"
import { fontFaces } from "./fonts/faces.ts"
import { CYRILLIC, LATIN } from "./fonts/letters.ts"
import { mergeFonts } from "./fonts/merge.ts"

const FOLDER = new URL("../src/fonts/", import.meta.url)
const MADE_FROM = new URL("../.cache/fonts.txt", import.meta.url)
const require = createRequire(import.meta.url)

export interface Face {
  family: "Unbounded" | "Onest"
  package: string
  file: string
  weights: { min: number; max: number }
  /** The weight that most of its text is set in. */
  usual: number
}

export const FACES: Face[] = [
  {
    family: "Unbounded",
    package: "@fontsource-variable/unbounded",
    file: "unbounded",
    weights: { min: 500, max: 800 },
    usual: 700,
  },
  {
    family: "Onest",
    package: "@fontsource-variable/onest",
    file: "onest",
    weights: { min: 400, max: 700 },
    usual: 400,
  },
]

const part = (face: Face, name: string) =>
  readFile(require.resolve(`${face.package}/files/${face.file}-${name}-wght-normal.woff2`))

const options = { targetFormat: "truetype", dropTables: ["HVAR", "MVAR", "STAT", "gasp", "prep"] }

async function cut(face: Face, letters: string): Promise<Buffer> {
  const names = ["latin", "latin-ext", ...(letters.includes("я") ? ["cyrillic"] : [])]
  const [latin, ...others] = await Promise.all(names.map((name) => part(face, name)))
  if (!latin) throw new Error(`${face.package} has no Latin part`)
  const merged = mergeFonts([
    await subsetFont(latin, letters, { ...options, keepFeatures: ["kern"] }),
    ...(await Promise.all(
      others.map((other) => subsetFont(other, letters, { ...options, keepFeatures: [] })),
    )),
  ])
  return subsetFont(merged, letters, {
    targetFormat: "woff2",
    keepFeatures: ["kern"],
    variationAxes: { wght: face.weights },
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
    await writeFile(new URL(`${face.file}.woff2`, FOLDER), await cut(face, LATIN))
    await writeFile(
      new URL(`${face.file}-cyrillic.woff2`, FOLDER),
      await cut(face, LATIN + CYRILLIC),
    )
  }
  await writeFile(new URL("faces.css", FOLDER), await fontFaces(FACES, FOLDER))
  await mkdir(new URL("./", MADE_FROM), { recursive: true })
  await writeFile(MADE_FROM, hash)
}
