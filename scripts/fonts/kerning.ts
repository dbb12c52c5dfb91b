/**
 * Kerning for letters that came from another file: each is kerned as its base letter, by joining its
 * classes. https://learn.microsoft.com/typography/opentype/spec/gpos#pair-adjustment-positioning-subtable
 */

const PAIR = 2
const EXTENSION = 9

/** Joined glyph by base glyph; joined ids are higher than all base ids. */
export type Joins = [joined: number, base: number][]

function readCoverage(table: Buffer): number[] {
  const count = table.readUInt16BE(2)
  if (table.readUInt16BE(0) === 1) {
    return Array.from({ length: count }, (_, i) => table.readUInt16BE(4 + i * 2))
  }
  return Array.from({ length: count }, (_, i) => {
    const start = table.readUInt16BE(4 + i * 6)
    const end = table.readUInt16BE(6 + i * 6)
    return Array.from({ length: end - start + 1 }, (_, j) => start + j)
  }).flat()
}

function writeCoverage(glyphs: number[]): Buffer {
  const table = Buffer.alloc(4 + glyphs.length * 2)
  table.writeUInt16BE(1, 0)
  table.writeUInt16BE(glyphs.length, 2)
  glyphs.forEach((glyph, i) => {
    table.writeUInt16BE(glyph, 4 + i * 2)
  })
  return table
}

function readClasses(table: Buffer): Map<number, number> {
  const classes = new Map<number, number>()
  if (table.readUInt16BE(0) === 1) {
    const start = table.readUInt16BE(2)
    for (let i = 0; i < table.readUInt16BE(4); i++) {
      classes.set(start + i, table.readUInt16BE(6 + i * 2))
    }
    return classes
  }
  for (let i = 0; i < table.readUInt16BE(2); i++) {
    const range = 4 + i * 6
    for (let g = table.readUInt16BE(range); g <= table.readUInt16BE(range + 2); g++) {
      classes.set(g, table.readUInt16BE(range + 4))
    }
  }
  return classes
}

function writeClasses(classes: Map<number, number>): Buffer {
  const entries = [...classes].sort(([a], [b]) => a - b)
  const table = Buffer.alloc(4 + entries.length * 6)
  table.writeUInt16BE(2, 0)
  table.writeUInt16BE(entries.length, 2)
  entries.forEach(([glyph, id], i) => {
    table.writeUInt16BE(glyph, 4 + i * 6)
    table.writeUInt16BE(glyph, 6 + i * 6)
    table.writeUInt16BE(id, 8 + i * 6)
  })
  return table
}

function joinClasses(table: Buffer, joins: Joins): Buffer {
  const classes = readClasses(table)
  for (const [joined, base] of joins) {
    const id = classes.get(base)
    if (id !== undefined) classes.set(joined, id)
  }
  return writeClasses(classes)
}

/** Where the class-based pair subtables start. */
function classPairs(gpos: Buffer): number[] {
  const list = gpos.readUInt16BE(8)
  const found: number[] = []
  for (let i = 0; i < gpos.readUInt16BE(list); i++) {
    const lookup = list + gpos.readUInt16BE(list + 2 + i * 2)
    const type = gpos.readUInt16BE(lookup)
    for (let j = 0; j < gpos.readUInt16BE(lookup + 4); j++) {
      const start = lookup + gpos.readUInt16BE(lookup + 6 + j * 2)
      const isPair = type === PAIR || (type === EXTENSION && gpos.readUInt16BE(start + 2) === PAIR)
      if (!isPair) continue
      const pair = type === PAIR ? start : start + gpos.readUInt32BE(start + 4)
      if (gpos.readUInt16BE(pair) === 2) found.push(pair)
    }
  }
  return found
}

/** A `GPOS` table in which the joined glyphs kern as their base glyphs do. */
export function joinKerning(gpos: Buffer, joins: Joins): Buffer {
  const parts = [gpos]
  let end = gpos.length
  for (const pair of classPairs(gpos)) {
    const at = (field: number) => gpos.subarray(pair + gpos.readUInt16BE(pair + field))
    const covered = readCoverage(at(2))
    const coverage = [...covered, ...joins.filter(([, b]) => covered.includes(b)).map(([j]) => j)]
    const tables: [number, Buffer][] = [
      [2, writeCoverage(coverage)],
      [8, joinClasses(at(8), joins)],
      [10, joinClasses(at(10), joins)],
    ]
    for (const [field, table] of tables) {
      gpos.writeUInt16BE(end - pair, pair + field)
      parts.push(table)
      end += table.length
    }
  }
  return Buffer.concat(parts)
}
