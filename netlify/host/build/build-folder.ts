/**
 * The folder that one build works in: Astro's output until it is whole, what its parts pass on to each
 * other, and Vite's caches. It is the build's alone, so that two builds of one checkout do not meet; and
 * below the checkout, since Astro moves files by renaming and its pages import from node_modules
 * (for an output folder elsewhere it uses `.astro/.prerender`, which all builds share).
 */
import { cp, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { startedAt } from "../processes.ts"
import { codeOf } from "../start-failure.ts"

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

/** Moves a folder to where another may be, also to another file system, as volumes of containers are. */
export async function moveFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await rename(from, to).catch(async (error) => {
    if (codeOf(error) !== "EXDEV") throw error
    await cp(from, to, { recursive: true })
  })
}

/** The paths of all files below a folder, relative to it, with slashes. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
}
