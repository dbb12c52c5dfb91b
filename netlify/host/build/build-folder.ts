/**
 * The temporary folder of one `astro build`, for output and caches. It is inside the checkout, because bundled code
 * imports from node_modules. All builds of a checkout would share Astro's default folder.
 */
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { getStartTime } from "../processes.ts"

/** The name of a folder contains the id and the start time of the process that created it. */
function isInUse(name: string): boolean {
  const [pid, started] = name.split("-")
  const running = getStartTime(Number(pid))
  return running !== null && running === started
}

/** Creates a folder that is removed at the end of its scope. Also removes folders of builds that were killed. */
export async function createBuildFolder(root: string): Promise<AsyncDisposable & { path: string }> {
  const folders = join(root, ".cache/builds")
  await mkdir(folders, { recursive: true })
  for (const name of await readdir(folders)) {
    if (!isInUse(name)) await rm(join(folders, name), { recursive: true, force: true })
  }
  const path = await mkdtemp(join(folders, `${process.pid}-${getStartTime(process.pid)}-`))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Returns the paths of all files in a folder and its subfolders, relative to the folder and with slashes. */
export async function listFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
}
