/** The @font-face rules, with fallbacks that take the same room, so that nothing moves when fonts arrive. */
import { readFile } from "node:fs/promises"
import subsetFont from "subset-font"
import type { Face } from "../fonts.ts"
import { readCmap } from "./cmap.ts"
import { readWidths } from "./outlines.ts"
import { readTables, tableOf } from "./sfnt.ts"

/**
 * How often letters come per thousand in running English text, space included: Project Gutenberg
 * counts as used by Lewand, "Cryptological Mathematics" (2000), with one space per 5.1 letters.
 */
const FREQUENCIES: Record<string, number> = {
  " ": 164,
  e: 106,
  t: 76,
  a: 68,
  o: 63,
  i: 58,
  n: 56,
  s: 53,
  h: 51,
  r: 50,
  d: 36,
  l: 34,
  c: 23,
  u: 23,
  m: 20,
  w: 20,
  f: 19,
  g: 17,
  y: 17,
  p: 16,
  b: 12,
  v: 8,
  k: 6,
  j: 1,
  x: 1,
  q: 1,
  z: 1,
}

/** Arial's widths in 2048ths of an em (from its hmtx table); bold is Arial Bold. */
const ARIAL = {
  regular: {
    " ": 569,
    e: 1139,
    t: 569,
    a: 1139,
    o: 1139,
    i: 455,
    n: 1139,
    s: 1024,
    h: 1139,
    r: 682,
    d: 1139,
    l: 455,
    c: 1024,
    u: 1139,
    m: 1706,
    w: 1479,
    f: 569,
    g: 1139,
    y: 1024,
    p: 1139,
    b: 1139,
    v: 1024,
    k: 1024,
    j: 455,
    x: 1024,
    q: 1139,
    z: 1024,
  } satisfies Record<string, number>,
  bold: {
    " ": 569,
    e: 1139,
    t: 682,
    a: 1139,
    o: 1251,
    i: 569,
    n: 1251,
    s: 1139,
    h: 1251,
    r: 797,
    d: 1251,
    l: 569,
    c: 1139,
    u: 1251,
    m: 1821,
    w: 1593,
    f: 682,
    g: 1251,
    y: 1139,
    p: 1251,
    b: 1251,
    v: 1139,
    k: 1139,
    j: 569,
    x: 1139,
    q: 1251,
    z: 1024,
  } satisfies Record<string, number>,
}

const average = (widths: (letter: string) => number): number => {
  const letters = Object.entries(FREQUENCIES)
  const total = letters.reduce((sum, [, share]) => sum + share, 0)
  return letters.reduce((sum, [letter, share]) => sum + widths(letter) * share, 0) / total
}

async function measure(face: Face, file: Buffer) {
  const letters = Object.keys(FREQUENCIES).join("")
  const font = await subsetFont(file, letters, {
    targetFormat: "truetype",
    variationAxes: { wght: face.usual },
  })
  const tables = readTables(font)
  const em = tableOf(tables, "head").readUInt16BE(18)
  const hhea = tableOf(tables, "hhea")
  const widths = readWidths(tables)
  const cmap = readCmap(tableOf(tables, "cmap"))
  const width = (letter: string) =>
    (widths[cmap.get(letter.codePointAt(0) ?? 0) ?? 0]?.readUInt16BE(0) ?? 0) / em
  return {
    width: average(width),
    ascent: hhea.readInt16BE(4) / em,
    descent: -hhea.readInt16BE(6) / em,
    gap: hhea.readInt16BE(8) / em,
  }
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

async function rules(face: Face, folder: URL): Promise<string> {
  const own = await measure(face, await readFile(new URL(`${face.file}.woff2`, folder)))
  const isBold = face.usual >= 600
  const arial: Record<string, number> = isBold ? ARIAL.bold : ARIAL.regular
  const size = own.width / average((letter) => (arial[letter] ?? 0) / 2048)
  const weights = `${face.weights.min} ${face.weights.max}`
  const locals = isBold
    ? ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "LiberationSans-Bold"]
    : ["Arial", "ArialMT", "Liberation Sans", "LiberationSans"]
  const file = (family: string, name: string) => `@font-face {
  font-family: "${family}";
  src: url("./${name}.woff2") format("woff2");
  font-weight: ${weights};
  font-display: swap;
}`
  return [
    file(face.family, face.file),
    file(`${face.family} Cyrillic`, `${face.file}-cyrillic`),
    `@font-face {
  font-family: "${face.family} Fallback";
  src: ${locals.map((name) => `local("${name}")`).join(", ")};
  font-weight: ${weights};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(own.ascent / size)};
  descent-override: ${percent(own.descent / size)};
  line-gap-override: ${percent(own.gap / size)};
}`,
  ].join("\n")
}

/** The style sheet of all faces, whose files lie beside it. */
export const fontFaces = async (faces: Face[], folder: URL): Promise<string> =>
  `${(await Promise.all(faces.map((face) => rules(face, folder)))).join("\n")}\n`
