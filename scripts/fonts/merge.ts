/**
 * One font out of the parts that Fontsource ships a family in (Latin, Latin Extended, Cyrillic).
 * The parts are cut from one file, so their axes and metrics agree.
 */
import { readCmap, writeCmap } from "./cmap.ts"
import { readGvar, shiftTuples, writeGvar } from "./gvar.ts"
import { type Joins, joinKerning } from "./kerning.ts"
import { moveComponents, readOutlines, readWidths, writeOutlines } from "./outlines.ts"
import { readTables, tableOf, writeTables } from "./sfnt.ts"

/** `ā` and `Ž` are kerned as `a` and `Z`. */
function accented(cmap: Map<number, number>, firstMoved: number): Joins {
  return [...cmap].flatMap(([code, glyph]): Joins => {
    const base = cmap.get(String.fromCodePoint(code).normalize("NFD").codePointAt(0) ?? code)
    return glyph >= firstMoved && base !== undefined && base < firstMoved ? [[glyph, base]] : []
  })
}

/** Takes TrueType files without `HVAR` (widths then vary by `gvar`); kerning is that of the first. */
export function mergeFonts([first, ...others]: [Buffer, ...Buffer[]]): Buffer {
  const merged = readTables(first)
  const outlines = readOutlines(merged)
  const widths = readWidths(merged)
  const gvar = readGvar(tableOf(merged, "gvar"))
  const cmap = readCmap(tableOf(merged, "cmap"))
  const firstMoved = outlines.length

  for (const other of others.map(readTables)) {
    const shift = outlines.length - 1
    const newId = (id: number) => (id === 0 ? 0 : id + shift)
    const variations = readGvar(tableOf(other, "gvar"))
    const tuples = gvar.sharedTuples.length / (gvar.axes * 2)
    outlines.push(
      ...readOutlines(other)
        .slice(1)
        .map((glyph) => moveComponents(glyph, newId)),
    )
    widths.push(...readWidths(other).slice(1))
    gvar.glyphs.push(
      ...variations.glyphs.slice(1).map((glyph) => shiftTuples(glyph, gvar.axes, tuples)),
    )
    gvar.sharedTuples = Buffer.concat([gvar.sharedTuples, variations.sharedTuples])
    for (const [code, glyph] of readCmap(tableOf(other, "cmap"))) {
      if (!cmap.has(code)) cmap.set(code, newId(glyph))
    }
    const maxp = tableOf(merged, "maxp")
    for (let field = 6; field < maxp.length; field += 2) {
      const most = Math.max(maxp.readUInt16BE(field), tableOf(other, "maxp").readUInt16BE(field))
      maxp.writeUInt16BE(most, field)
    }
  }

  tableOf(merged, "maxp").writeUInt16BE(outlines.length, 4)
  tableOf(merged, "hhea").writeUInt16BE(widths.length, 34)
  tableOf(merged, "head").writeInt16BE(1, 50)
  const { glyf, loca } = writeOutlines(outlines)
  merged.set("glyf", glyf)
  merged.set("loca", loca)
  merged.set("hmtx", Buffer.concat(widths))
  merged.set("gvar", writeGvar(gvar))
  merged.set("cmap", writeCmap(cmap))
  merged.set("GPOS", joinKerning(tableOf(merged, "GPOS"), accented(cmap, firstMoved)))
  return writeTables(merged)
}
