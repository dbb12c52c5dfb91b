/**
 * One font out of the parts that Fontsource ships a family in (Latin, Latin Extended, Cyrillic).
 * The parts are cut from one file, so their axes and metrics agree.
 */
import { readCmap, writeCmap } from "./cmap.ts"
import { readGvar, shiftTuples, type Variations, writeGvar } from "./gvar.ts"
import { moveComponents, readOutlines, readWidths, writeOutlines } from "./outlines.ts"
import { readTables, type Tables, tableOf, writeTables } from "./sfnt.ts"

interface Glyphs {
  outlines: Buffer[]
  widths: Buffer[]
  gvar: Variations
}

const readGlyphs = (tables: Tables): Glyphs => ({
  outlines: readOutlines(tables),
  widths: readWidths(tables),
  gvar: readGvar(tableOf(tables, "gvar")),
})

/** Adds the glyphs of another part, but for its first (the sign for what is missing). */
function addGlyphs(merged: Glyphs, part: Glyphs, newId: (id: number) => number): void {
  const tuples = merged.gvar.sharedTuples.length / (merged.gvar.axes * 2)
  const shift = (glyph: Buffer) => shiftTuples(glyph, merged.gvar.axes, tuples)
  merged.outlines.push(...part.outlines.slice(1).map((one) => moveComponents(one, newId)))
  merged.widths.push(...part.widths.slice(1))
  merged.gvar.glyphs.push(...part.gvar.glyphs.slice(1).map(shift))
  merged.gvar.sharedTuples = Buffer.concat([merged.gvar.sharedTuples, part.gvar.sharedTuples])
}

/** Takes TrueType files without `HVAR` (widths then vary by `gvar`); they lose their kerning. */
export function mergeFonts([first, ...others]: Buffer[]): Buffer {
  if (!first) throw new Error("There is no font to merge")
  const tables = readTables(first)
  const merged = readGlyphs(tables)
  const cmap = readCmap(tableOf(tables, "cmap"))
  const maxp = tableOf(tables, "maxp")

  for (const other of others.map(readTables)) {
    const shift = merged.outlines.length - 1
    const newId = (id: number) => (id === 0 ? 0 : id + shift)
    addGlyphs(merged, readGlyphs(other), newId)
    for (const [code, glyph] of readCmap(tableOf(other, "cmap"))) {
      if (!cmap.has(code)) cmap.set(code, newId(glyph))
    }
    for (let field = 6; field < maxp.length; field += 2) {
      const most = Math.max(maxp.readUInt16BE(field), tableOf(other, "maxp").readUInt16BE(field))
      maxp.writeUInt16BE(most, field)
    }
  }

  maxp.writeUInt16BE(merged.outlines.length, 4)
  tableOf(tables, "hhea").writeUInt16BE(merged.widths.length, 34)
  tableOf(tables, "head").writeInt16BE(1, 50)
  const { glyf, loca } = writeOutlines(merged.outlines)
  tables.set("glyf", glyf)
  tables.set("loca", loca)
  tables.set("hmtx", Buffer.concat(merged.widths))
  tables.set("gvar", writeGvar(merged.gvar))
  tables.set("cmap", writeCmap(cmap))
  return writeTables(tables)
}
