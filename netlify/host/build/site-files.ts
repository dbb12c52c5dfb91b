import { hash } from "node:crypto"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { z } from "zod"
import { getErrorCode } from "../start-failure.ts"

const ManifestEntry = z.object({
  hash: z.string(),
  /** Folder of the file inside the sites folder, such as `12/dist`. Undefined if the whole site is in one folder. */
  from: z.string().optional(),
})
export type ManifestEntry = z.infer<typeof ManifestEntry>

/** The files of a site by path. A map of 60,000 entries is copied much faster than an object. */
export type Manifest = Map<string, ManifestEntry>

export const Manifest = z
  .record(z.string(), ManifestEntry)
  .transform((entries): Manifest => new Map(Object.entries(entries)))

export interface SiteFiles {
  folder: string
  manifest: Manifest
}

export const getPathInSite = ({ folder, manifest }: SiteFiles, path: string): string =>
  getPathOfEntry(folder, path, manifest.get(path))

/** Returns the path on the disk. `folder` has the files of entries without `from`. */
export const getPathOfEntry = (folder: string, path: string, entry?: ManifestEntry): string =>
  join(entry?.from === undefined ? folder : join(folder, "../..", entry.from), path)

export const hashContent = (content: Buffer) => hash("sha256", content).slice(0, 20)

/** Returns a function that writes a file, and the file's parent folders, into the folder. */
export function createFileWriter(folder: string) {
  const createdFolders = new Map<string, Promise<unknown>>()
  return async (path: string, content: Buffer): Promise<ManifestEntry> => {
    const file = join(folder, path)
    const parent = dirname(file)
    const creation = createdFolders.get(parent) ?? mkdir(parent, { recursive: true })
    createdFolders.set(parent, creation)
    await creation
    // The host may be reading an existing file, so it is replaced in one step.
    await writeFile(file, content, { flag: "wx" }).catch(async (error) => {
      if (getErrorCode(error) !== "EEXIST") throw error
      await writeFile(`${file}.draft`, content)
      await rename(`${file}.draft`, file)
    })
    return { hash: hashContent(content) }
  }
}
