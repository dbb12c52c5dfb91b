/** Temporary folders of builds. They are inside the checkout, because bundled code imports from node_modules. */
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { getStartTime } from "../processes.ts"

/** Returns whether the process that created the folder still runs. The name contains its process id and start time. */
function isInUse(name: string): boolean {
  const [pid, recordedTime] = name.split("-")
  const startTime = getStartTime(Number(pid))
  return startTime !== null && startTime === recordedTime
}

/** Creates a folder that is removed on disposal. Also removes folders of builds that were killed. */
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

/** Returns paths relative to the folder, with slashes. */
export async function listFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
}
