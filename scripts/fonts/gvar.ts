/** How outlines vary: the `gvar` table. https://learn.microsoft.com/typography/opentype/spec/gvar */

const LONG_OFFSETS = 1
const EMBEDDED_PEAK = 0x8000
const INTERMEDIATE = 0x4000
const INDEX = 0x0fff
const COUNT = 0x0fff

export interface Variations {
  axes: number
  sharedTuples: Buffer
  /** By glyph. */
  glyphs: Buffer[]
}

export function readGvar(table: Buffer): Variations {
  const axes = table.readUInt16BE(4)
  const tuples = table.readUInt32BE(8)
  const isLong = (table.readUInt16BE(14) & LONG_OFFSETS) !== 0
  const data = table.readUInt32BE(16)
  const offset = (i: number) =>
    data + (isLong ? table.readUInt32BE(20 + i * 4) : table.readUInt16BE(20 + i * 2) * 2)
  return {
    axes,
    sharedTuples: table.subarray(tuples, tuples + table.readUInt16BE(6) * axes * 2),
    glyphs: Array.from({ length: table.readUInt16BE(12) }, (_, i) =>
      Buffer.from(table.subarray(offset(i), offset(i + 1))),
    ),
  }
}

/** Calls back with the place of each tuple's index that refers to the shared tuples. */
function eachSharedIndex(glyph: Buffer, axes: number, visit: (place: number) => void): void {
  let header = 4
  for (let i = 0; glyph.length > 0 && i < (glyph.readUInt16BE(0) & COUNT); i++) {
    const index = glyph.readUInt16BE(header + 2)
    const hasPeak = (index & EMBEDDED_PEAK) !== 0
    if (!hasPeak) visit(header + 2)
    header += 4 + (hasPeak ? axes * 2 : 0) + (index & INTERMEDIATE ? axes * 4 : 0)
  }
}

/** A glyph's variations when its font's shared tuples stand `shift` places later. */
export function shiftTuples(glyph: Buffer, axes: number, shift: number): Buffer {
  const shifted = Buffer.from(glyph)
  eachSharedIndex(glyph, axes, (place) => {
    const index = glyph.readUInt16BE(place)
    shifted.writeUInt16BE((index & ~INDEX) | ((index & INDEX) + shift), place)
  })
  return shifted
}

export function writeGvar({ axes, sharedTuples, glyphs }: Variations): Buffer {
  const header = Buffer.alloc(20 + (glyphs.length + 1) * 4)
  header.writeUInt16BE(1, 0)
  header.writeUInt16BE(axes, 4)
  header.writeUInt16BE(sharedTuples.length / (axes * 2), 6)
  header.writeUInt32BE(header.length, 8)
  header.writeUInt16BE(glyphs.length, 12)
  header.writeUInt16BE(LONG_OFFSETS, 14)
  header.writeUInt32BE(header.length + sharedTuples.length, 16)
  let offset = 0
  glyphs.forEach((glyph, i) => {
    offset += glyph.length
    header.writeUInt32BE(offset, 20 + (i + 1) * 4)
  })
  return Buffer.concat([header, sharedTuples, ...glyphs])
}
