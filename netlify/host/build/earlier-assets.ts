/**
 * Keeps hashed files of earlier builds,
 * because a browser tab with an older page still loads them by their old names.
 */
import { copyFile, mkdir, rename, rm, stat, utimes } from "node:fs/promises"
import { dirname, join } from "node:path"
import { getErrorCode } from "../start-failure.ts"
import { listFilesIn } from "./build-folder.ts"
import { getPathInSite, hashContent, type ManifestEntry, type SiteFiles } from "./site-files.ts"

/** File names in this folder contain a hash of the content. */
export const HASHED_FILES_PREFIX = "/_astro/"

/** Files that no site has used for this time are deleted. */
const MAX_UNUSED_MS = 7 * 24 * 60 * 60 * 1000

/** Hashed files by the path in their URL, which has a leading slash. The property `path` is the path on the disk. */
export type Assets = ReadonlyMap<string, ManifestEntry & { path: string }>

async function copyIfMissing(from: string, to: string, now: Date): Promise<void> {
  try {
    await utimes(to, now, now)
  } catch (error) {
    if (getErrorCode(error) !== "ENOENT") throw error
    await mkdir(dirname(to), { recursive: true })
    // Copies to another name first, so that an incomplete file is not served if the process is killed.
    await copyFile(from, `${to}.draft`)
    await utimes(`${to}.draft`, now, now)
    await rename(`${to}.draft`, to)
  }
}

/**
 * Copies the hashed files of a site to the folder. Returns all files in the folder. The modification time of a file is
 * the last time at which the host began to serve a site with this file.
 */
export async function keepAssets(
  folder: string,
  site: SiteFiles,
  now = new Date(),
): Promise<Assets> {
  for (const path of site.manifest.keys()) {
    if (path.startsWith(HASHED_FILES_PREFIX))
      await copyIfMissing(getPathInSite(site, path), join(folder, path), now)
  }
  const assets = new Map<string, ManifestEntry & { path: string }>()
  for (const name of await listFilesIn(folder).catch(() => [])) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (now.getTime() - mtimeMs > MAX_UNUSED_MS) await rm(file, { force: true })
    else assets.set(`/${name}`, { path: file, hash: hashContent(Buffer.from(name)) })
  }
  return assets
}
