import { readSnapshot } from "../../../db/dump.ts"
import { getBytes, listFiles } from "../../lib/pictures/storage.ts"
import { type ArchiveWriter, writeArchive } from "./archive.ts"

/** Folders in the archive: uploaded files by name, and rows by table. */
export const FILES = "files/"
export const TABLES = "tables/"

/** Adds the files whose names are not in `added`, and adds their names to `added`. Returns their number. */
async function addFiles(archive: ArchiveWriter, added: Set<string>): Promise<number> {
  let count = 0
  for (const name of await listFiles("")) {
    if (added.has(name)) continue
    added.add(name)
    // A missing file was deleted in the meantime. The rows are read later, so none of them uses it.
    const bytes = await getBytes(name)
    if (!bytes) continue
    await archive.add(FILES + name, bytes)
    count += 1
  }
  return count
}

/**
 * Backs up a running site. Returns the numbers of files and rows. Uploaded files never change, so they are added in two
 * steps: first all existing files, then the files that were uploaded in the meantime, while the database snapshot
 * blocks writes. So the backup contains every file that a row uses.
 */
export async function backUp(ownerUrl: string, file: string) {
  const added = new Set<string>()
  const rows: Record<string, number> = {}
  let files = 0
  await writeArchive(file, async (archive) => {
    const addNew = async () => {
      files += await addFiles(archive, added)
    }
    await addNew()
    return readSnapshot(ownerUrl, addNew, async ({ copyRows, ...contents }) => {
      for (const table of contents.tables) {
        const stream = copyRows(table)
        await archive.addStream(TABLES + table.name, stream)
        rows[table.name] = stream.rowCount
      }
      return { contents, rows }
    })
  })
  return { files, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
}
