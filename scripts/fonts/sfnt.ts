/** TrueType files as their tables. https://learn.microsoft.com/typography/opentype/spec/otff */

export type Tables = Map<string, Buffer>

/** The tables of a font file. */
export function readTables(font: Buffer): Tables {
  const tables: Tables = new Map()
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + i * 16
    const start = font.readUInt32BE(entry + 8)
    const tag = font.toString("latin1", entry, entry + 4)
    tables.set(tag, Buffer.from(font.subarray(start, start + font.readUInt32BE(entry + 12))))
  }
  return tables
}

/** A table that a font must have; throws when it has not. */
export function tableOf(tables: Tables, tag: string): Buffer {
  const table = tables.get(tag)
  if (!table) throw new Error(`The font has no table ${tag}`)
  return table
}

/** A font file of these tables. Checksums stay zero: HarfBuzz writes the file once more and sums up. */
export function writeTables(tables: Tables): Buffer {
  const tags = [...tables.keys()].sort()
  const header = Buffer.alloc(12 + tags.length * 16)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(tags.length, 4)
  const parts: Buffer[] = [header]
  let offset = header.length
  tags.forEach((tag, i) => {
    const table = tableOf(tables, tag)
    const entry = 12 + i * 16
    header.write(tag, entry, "latin1")
    header.writeUInt32BE(offset, entry + 8)
    header.writeUInt32BE(table.length, entry + 12)
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, padding)
    offset += table.length + padding.length
  })
  return Buffer.concat(parts)
}
