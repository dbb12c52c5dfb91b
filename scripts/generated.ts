import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const CACHE_FOLDER = fileURLToPath(new URL("../.cache/", import.meta.url))

interface GeneratedFiles {
  name: string
  /** Hash of the sources from which the files are generated. */
  hash: string
  targetFolder: URL
  /** Path of a generated file in `targetFolder`. If it is missing, all files are generated again. */
  sentinel: string
  writeFiles(folder: URL): Promise<void>
}

/**
 * Generates the files if the hash has changed since the last call. The files are written to a temporary folder and
 * renamed, because another build may be copying the old files.
 */
export async function generate({
  name,
  hash,
  targetFolder,
  sentinel,
  writeFiles,
}: GeneratedFiles): Promise<void> {
  const hashFile = join(CACHE_FOLDER, `${name}.txt`)
  const lastHash = await readFile(hashFile, "utf8").catch(() => "")
  if (lastHash === hash && existsSync(new URL(sentinel, targetFolder))) return
  await mkdir(CACHE_FOLDER, { recursive: true })
  const draft = await mkdtemp(join(CACHE_FOLDER, `${name}-`))
  try {
    await writeFiles(pathToFileURL(`${draft}/`))
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const target = join(fileURLToPath(targetFolder), file.slice(draft.length))
      await mkdir(dirname(target), { recursive: true })
      await rename(file, target)
    }
    await writeFile(hashFile, hash)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
