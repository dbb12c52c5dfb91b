/** Outlines and widths by glyph: `glyf`, `loca`, `hmtx`. */
import { type Tables, tableOf } from "./sfnt.ts"

const ARGS_ARE_WORDS = 0x0001
const HAS_SCALE = 0x0008
const MORE_COMPONENTS = 0x0020
const HAS_TWO_SCALES = 0x0040
const HAS_MATRIX = 0x0080

export const glyphCount = (tables: Tables) => tableOf(tables, "maxp").readUInt16BE(4)

export function readOutlines(tables: Tables): Buffer[] {
  const isLong = tableOf(tables, "head").readInt16BE(50) === 1
  const loca = tableOf(tables, "loca")
  const glyf = tableOf(tables, "glyf")
  const offset = (i: number) => (isLong ? loca.readUInt32BE(i * 4) : loca.readUInt16BE(i * 2) * 2)
  return Array.from({ length: glyphCount(tables) }, (_, i) =>
    Buffer.from(glyf.subarray(offset(i), offset(i + 1))),
  )
}

/** Advance width and left side bearing (4 bytes) by glyph. */
export function readWidths(tables: Tables): Buffer[] {
  const hmtx = tableOf(tables, "hmtx")
  const full = tableOf(tables, "hhea").readUInt16BE(34)
  return Array.from({ length: glyphCount(tables) }, (_, i) => {
    if (i < full) return hmtx.subarray(i * 4, i * 4 + 4)
    const advance = hmtx.subarray((full - 1) * 4, (full - 1) * 4 + 2)
    const bearing = full * 4 + (i - full) * 2
    return Buffer.concat([advance, hmtx.subarray(bearing, bearing + 2)])
  })
}

/** Where a composite glyph names its parts; nowhere for other outlines. */
function componentPlaces(outline: Buffer): number[] {
  const places: number[] = []
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return places
  for (let at = 10, flags = MORE_COMPONENTS; flags & MORE_COMPONENTS; ) {
    flags = outline.readUInt16BE(at)
    places.push(at + 2)
    at += 4 + (flags & ARGS_ARE_WORDS ? 4 : 2)
    at += flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0
  }
  return places
}

/** A composite glyph whose parts have moved to `newId(old)`; other outlines as they are. */
export function moveComponents(outline: Buffer, newId: (id: number) => number): Buffer {
  for (const place of componentPlaces(outline)) {
    outline.writeUInt16BE(newId(outline.readUInt16BE(place)), place)
  }
  return outline
}

/** `glyf` and a long `loca`. */
export function writeOutlines(outlines: Buffer[]): { glyf: Buffer; loca: Buffer } {
  const loca = Buffer.alloc((outlines.length + 1) * 4)
  let offset = 0
  const padded = outlines.map((outline, i) => {
    const length = Math.ceil(outline.length / 4) * 4
    offset += length
    loca.writeUInt32BE(offset, (i + 1) * 4)
    return Buffer.concat([outline], length)
  })
  return { glyf: Buffer.concat(padded), loca }
}
