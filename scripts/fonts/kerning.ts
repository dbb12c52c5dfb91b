/**
 * Kerning, read from a font and written small: one class table at one weight, for the letters we use and
 * their accented forms alike. (Unbounded's own is 10 kB of its 25, since it varies with the weight.)
 * https://learn.microsoft.com/typography/opentype/spec/gpos#lookup-type-2-pair-adjustment-positioning
 */
import { readPairs } from "./pairs.ts"

/** The distance, in units of the em, that each second letter is moved towards or from each first one. */
export type Kerning = Map<string, Map<string, number>>

/** Smaller corrections are not seen; coarser steps let letters share a class. Both in 1000ths of an em. */
const LEAST = 10
const STEP = 10

/** What a `GPOS` table of one weight says about pairs of these letters. */
export function readKerning(gpos: Buffer, glyphs: Map<string, number>): Kerning {
  const pairs = readPairs(gpos)
  const kerning: Kerning = new Map()
  for (const [first, firstId] of glyphs) {
    const row = new Map<string, number>()
    for (const [second, secondId] of glyphs) {
      const value = Math.round(pairs(firstId, secondId) / STEP) * STEP
      if (Math.abs(value) >= LEAST) row.set(second, value)
    }
    if (row.size > 0) kerning.set(first, row)
  }
  return kerning
}

/** Letters that kern alike, numbered from 1 in the order of their first appearance. */
function classes(keys: Map<string, string>): Map<string, number> {
  const ids = new Map<string, number>()
  for (const key of keys.values()) if (!ids.has(key)) ids.set(key, ids.size + 1)
  return new Map([...keys].map(([letter, key]) => [letter, ids.get(key) ?? 0]))
}

const words = (...values: number[]) => {
  const buffer = Buffer.alloc(values.length * 2)
  values.forEach((value, i) => {
    buffer.writeUInt16BE(value & 0xffff, i * 2)
  })
  return buffer
}

/** A class definition of format 2, or with `isCoverage` a coverage of format 1. */
function classDefinition(byGlyph: [glyph: number, id: number][]): Buffer {
  const sorted = [...byGlyph].sort(([a], [b]) => a - b)
  return words(2, sorted.length, ...sorted.flatMap(([glyph, id]) => [glyph, glyph, id]))
}

function coverage(glyphs: number[]): Buffer {
  return words(1, glyphs.length, ...[...glyphs].sort((a, b) => a - b))
}

/** A `GPOS` table with this kerning; `glyphs` holds the glyphs of each letter, accented ones included. */
export function writeKerning(kerning: Kerning, glyphs: Map<string, number[]>): Buffer {
  const seconds = [...new Set([...kerning.values()].flatMap((row) => [...row.keys()]))]
  const rowKey = (row: Map<string, number>) => JSON.stringify([...row])
  const columnKey = (second: string) =>
    JSON.stringify([...kerning].map(([, row]) => row.get(second) ?? 0))
  const rows = classes(new Map([...kerning].map(([first, row]) => [first, rowKey(row)])))
  const columns = classes(new Map(seconds.map((second) => [second, columnKey(second)])))
  const rowCount = Math.max(0, ...rows.values()) + 1
  const columnCount = Math.max(0, ...columns.values()) + 1

  const values = new Array<number>(rowCount * columnCount).fill(0)
  for (const [first, row] of kerning) {
    for (const [second, value] of row) {
      values[(rows.get(first) ?? 0) * columnCount + (columns.get(second) ?? 0)] = value
    }
  }
  const glyphClasses = (ids: Map<string, number>) =>
    [...ids].flatMap(([letter, id]) =>
      (glyphs.get(letter) ?? []).map((glyph): [number, number] => [glyph, id]),
    )
  const covered = coverage(glyphClasses(rows).map(([glyph]) => glyph))
  const firstClasses = classDefinition(glyphClasses(rows))
  const secondClasses = classDefinition(glyphClasses(columns))
  const start = 16 + values.length * 2
  const X_ADVANCE = 4
  const pairs = Buffer.concat([
    words(2, start, X_ADVANCE, 0, start + covered.length),
    words(start + covered.length + firstClasses.length, rowCount, columnCount, ...values),
    covered,
    firstClasses,
    secondClasses,
  ])
  const tag = (name: string) => Buffer.from(name, "latin1")
  const scripts = Buffer.concat([words(1), tag("DFLT"), words(8, 4, 0, 0, 0xffff, 1, 0)])
  const features = Buffer.concat([words(1), tag("kern"), words(8, 0, 1, 0)])
  const lookups = words(1, 4, 2, 0, 1, 8)
  const header = words(1, 0, 10, 10 + scripts.length, 10 + scripts.length + features.length)
  return Buffer.concat([header, scripts, features, lookups, pairs])
}
