/** Which glyph shows which character. */

type Cmap = Map<number, number>

function readFormat4(table: Buffer): Cmap {
  const cmap: Cmap = new Map()
  const segments = table.readUInt16BE(6) / 2
  const at = (array: number, i: number) => 14 + segments * 2 * array + (array > 0 ? 2 : 0) + i * 2
  for (let i = 0; i < segments; i++) {
    const end = table.readUInt16BE(at(0, i))
    const start = table.readUInt16BE(at(1, i))
    const delta = table.readUInt16BE(at(2, i))
    const range = table.readUInt16BE(at(3, i))
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = range === 0 ? code : table.readUInt16BE(at(3, i) + range + (code - start) * 2)
      if (glyph !== 0) cmap.set(code, (glyph + delta) & 0xffff)
    }
  }
  return cmap
}

function readFormat12(table: Buffer): Cmap {
  const cmap: Cmap = new Map()
  for (let i = 0; i < table.readUInt32BE(12); i++) {
    const group = 16 + i * 12
    const start = table.readUInt32BE(group)
    const glyph = table.readUInt32BE(group + 8)
    for (let code = start; code <= table.readUInt32BE(group + 4); code++) {
      cmap.set(code, glyph + code - start)
    }
  }
  return cmap
}

/** Glyph by code point, from a `cmap` table of format 4 or 12. */
export function readCmap(cmap: Buffer): Cmap {
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4))
    const format = table.readUInt16BE(0)
    if (format === 4) return readFormat4(table)
    if (format === 12) return readFormat12(table)
  }
  throw new Error("The font has no Unicode character map that we can read")
}

/** A `cmap` table of format 12. */
export function writeCmap(glyphs: Cmap): Buffer {
  const entries = [...glyphs].sort(([a], [b]) => a - b)
  const table = Buffer.alloc(12 + 16 + entries.length * 12)
  table.writeUInt16BE(1, 2)
  table.writeUInt16BE(3, 4)
  table.writeUInt16BE(10, 6)
  table.writeUInt32BE(12, 8)
  table.writeUInt16BE(12, 12)
  table.writeUInt32BE(table.length - 12, 16)
  table.writeUInt32BE(entries.length, 24)
  entries.forEach(([code, glyph], i) => {
    table.writeUInt32BE(code, 28 + i * 12)
    table.writeUInt32BE(code, 32 + i * 12)
    table.writeUInt32BE(glyph, 36 + i * 12)
  })
  return table
}
