/** The pairs of a `GPOS` table, from a font of one weight. */

const PAIR = 2
const EXTENSION = 9
const X_ADVANCE = 4

/** The distance between two glyphs; undefined when the table leaves the pair to the next one. */
type Pairs = (first: number, second: number) => number | undefined

const range = (start: number, end: number) =>
  Array.from({ length: end - start + 1 }, (_, i) => start + i)

function readCoverage(table: Buffer): Map<number, number> {
  const count = table.readUInt16BE(2)
  const word = (at: number) => table.readUInt16BE(at)
  const glyphs =
    word(0) === 1
      ? Array.from({ length: count }, (_, i) => word(4 + i * 2))
      : Array.from({ length: count }, (_, i) => range(word(4 + i * 6), word(6 + i * 6))).flat()
  return new Map(glyphs.map((glyph, i) => [glyph, i]))
}

function readClasses(table: Buffer): Map<number, number> {
  const word = (at: number) => table.readUInt16BE(at)
  if (word(0) === 1) {
    return new Map(Array.from({ length: word(4) }, (_, i) => [word(2) + i, word(6 + i * 2)]))
  }
  return new Map(
    Array.from({ length: word(2) }, (_, i) =>
      range(word(4 + i * 6), word(6 + i * 6)).map((glyph): [number, number] => [
        glyph,
        word(8 + i * 6),
      ]),
    ).flat(),
  )
}

const bits = (value: number) => value.toString(2).replaceAll("0", "").length

function readSubtable(table: Buffer): Pairs {
  const word = (at: number) => table.readUInt16BE(at)
  const firstFormat = word(4)
  const size = (bits(firstFormat) + bits(word(6))) * 2
  const place = bits(firstFormat & (X_ADVANCE - 1)) * 2
  const value = (at: number) => (firstFormat & X_ADVANCE ? table.readInt16BE(at + place) : 0)
  const covered = readCoverage(table.subarray(word(2)))

  if (word(0) === 1) {
    return (first, second) => {
      const index = covered.get(first)
      if (index === undefined) return undefined
      const set = word(10 + index * 2)
      for (let i = 0; i < word(set); i++) {
        const pair = set + 2 + i * (2 + size)
        if (word(pair) === second) return value(pair + 2)
      }
      return undefined
    }
  }
  const firstClasses = readClasses(table.subarray(word(8)))
  const secondClasses = readClasses(table.subarray(word(10)))
  const columns = word(14)
  return (first, second) => {
    if (!covered.has(first)) return undefined
    const row = firstClasses.get(first) ?? 0
    return value(16 + (row * columns + (secondClasses.get(second) ?? 0)) * size)
  }
}

function readLookup(gpos: Buffer, lookup: number): Pairs[] {
  const type = gpos.readUInt16BE(lookup)
  return Array.from({ length: gpos.readUInt16BE(lookup + 4) }, (_, i) => {
    const start = lookup + gpos.readUInt16BE(lookup + 6 + i * 2)
    if (type === PAIR) return [readSubtable(gpos.subarray(start))]
    const isPair = type === EXTENSION && gpos.readUInt16BE(start + 2) === PAIR
    return isPair ? [readSubtable(gpos.subarray(start + gpos.readUInt32BE(start + 4)))] : []
  }).flat()
}

/** The distance between two glyphs by all lookups of a `GPOS` table, in units of the em. */
export function readPairs(gpos: Buffer): (first: number, second: number) => number {
  const list = gpos.readUInt16BE(8)
  const lookups = Array.from({ length: gpos.readUInt16BE(list) }, (_, i) =>
    readLookup(gpos, list + gpos.readUInt16BE(list + 2 + i * 2)),
  )
  const byLookup = (subtables: Pairs[], first: number, second: number) => {
    for (const subtable of subtables) {
      const value = subtable(first, second)
      if (value !== undefined) return value
    }
    return 0
  }
  return (first, second) =>
    lookups.reduce((sum, subtables) => sum + byLookup(subtables, first, second), 0)
}
