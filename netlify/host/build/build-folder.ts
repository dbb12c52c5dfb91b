/**
 * The folder that Astro works in: its output until it is whole, what its parts pass on to each other, and
 * Vite's caches. It is one bundling's alone, so that two of one checkout do not meet; and below the checkout,
 * since what is bundled imports from node_modules (for an output folder elsewhere Astro uses
 * `.astro/.prerender`, which all builds share).
 */
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { startedAt } from "../processes.ts"

const foldersOf = (root: string) => join(root, ".cache/builds")

// A process id alone is not enough: after a restart of the machine it may be somebody else's.
function isHeld(name: string): boolean {
  const [pid, started] = name.split("-")
  const running = startedAt(Number(pid))
  return running !== null && running === started
}

async function removeLeftovers(folders: string): Promise<void> {
  for (const name of await readdir(folders)) {
    if (!isHeld(name)) await rm(join(folders, name), { recursive: true, force: true })
  }
}

/** Makes a folder that is removed with the scope; those of processes that are gone are removed first. */
export async function makeBuildFolder(root: string): Promise<AsyncDisposable & { path: string }> {
  const folders = foldersOf(root)
  await mkdir(folders, { recursive: true })
  await removeLeftovers(folders)
  const path = await mkdtemp(join(folders, `${process.pid}-${startedAt(process.pid)}-`))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** The paths of all files below a folder, relative to it, with slashes. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
}
