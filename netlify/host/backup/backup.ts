/** Everything that cannot be made again, database and members' files, in one file. */
import { readSnapshot } from "../../../db/dump.ts"
import { getBytes, listFiles } from "../../lib/pictures/storage.ts"
import { type Writing, writeArchive } from "./archive.ts"

/** The folder of the archive that a member's file is in, by its own name; and that of a table's rows. */
export const FILES = "files/"
export const TABLES = "tables/"

/** Adds the files that are not known yet, and knows them from then on. */
async function addFiles(archive: Writing, known: Set<string>): Promise<number> {
  let count = 0
  for (const name of await listFiles("")) {
    if (known.has(name)) continue
    known.add(name)
    // One that goes while they are listed is none that the rows below name.
    const bytes = await getBytes(name)
    if (!bytes) continue
    await archive.add(FILES + name, bytes)
    count += 1
  }
  return count
}

/**
 * Backs a running site up; returns how much it is. Files have names of their own and never change, and go after
 * the rows that name them: what came while the first were added is added while nobody can change a row.
 */
export async function backUp(ownerUrl: string, file: string) {
  const known = new Set<string>()
  const rows: Record<string, number> = {}
  let files = 0
  await writeArchive(file, async (archive) => {
    const addNew = async () => {
      files += await addFiles(archive, known)
    }
    await addNew()
    return readSnapshot(ownerUrl, addNew, async ({ rowsOf, ...contents }) => {
      for (const table of contents.tables) {
        const stream = rowsOf(table)
        await archive.addStream(TABLES + table.name, stream)
        rows[table.name] = stream.rowCount
      }
      return { contents, rows }
    })
  })
  return { files, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
}
