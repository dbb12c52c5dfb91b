import { readSnapshot } from "../../../db/dump.ts"
import { getBytes, listFiles } from "../../lib/pictures/storage.ts"
import { type ArchiveWriter, writeArchive } from "./archive.ts"

export const FILES = "files/"
export const TABLES = "tables/"

/** Adds the names of new files to `addedNames`. Returns their number. */
async function addFiles(archive: ArchiveWriter, addedNames: Set<string>): Promise<number> {
  let count = 0
  for (const name of await listFiles("")) {
    if (addedNames.has(name)) continue
    addedNames.add(name)
    // The file was deleted meanwhile. The rows are read later, so none of them uses the file.
    const bytes = await getBytes(name)
    if (!bytes) continue
    await archive.add(FILES + name, bytes)
    count += 1
  }
  return count
}

/** Files never change, so the writes are blocked only while files that are new since the first pass are added. */
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
        await archive.addStream(TABLES + table.name, stream)
        rows[table.name] = stream.rowCount
      }
      return { contents, rows }
    })
  })
  return { files, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
}
