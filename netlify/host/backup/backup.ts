import { readSnapshot } from "../../../db/dump.ts"
import { getBytes, listFiles } from "../../lib/pictures/storage.ts"
import { type ArchiveWriter, writeArchive } from "./archive.ts"

export const FILES_PREFIX = "files/"
export const TABLES_PREFIX = "tables/"

/**
 * Adds the stored files whose names are not in `addedNames` to the archive, and adds their names to `addedNames`.
 * Returns the number of added files.
 */
async function addFiles(archive: ArchiveWriter, addedNames: Set<string>): Promise<number> {
  let count = 0
  for (const name of await listFiles("")) {
    if (addedNames.has(name)) continue
    const bytes = await getBytes(name)
    // Skips a file that was deleted after the listing. The snapshot of the rows is newer, so no row refers to the file.
    if (!bytes) continue
    addedNames.add(name)
    await archive.add(FILES_PREFIX + name, bytes)
    count += 1
  }
  return count
}

/**
 * Writes an archive of all uploaded files and all rows. Most files are added before the database is blocked for writes,
 * because files never change. The files that were uploaded in the meantime are added during the block.
 */
export async function backUp(ownerUrl: string, file: string) {
  const addedNames = new Set<string>()
  const rows: Record<string, number> = {}
  let files = 0
  await writeArchive(file, async (archive) => {
    const addNewFiles = async () => {
      files += await addFiles(archive, addedNames)
    }
    await addNewFiles()
    return readSnapshot(ownerUrl, addNewFiles, async ({ copyRows, ...contents }) => {
      for (const table of contents.tables) {
        const stream = copyRows(table)
        await archive.addStream(TABLES_PREFIX + table.name, stream)
        rows[table.name] = stream.rowCount
      }
      return { contents, rows }
    })
  })
  return { files, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
}
