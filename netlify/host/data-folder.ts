/** The folder that holds everything worth keeping. */
import { constants } from "node:fs"
import { access, mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { codeOf, StartFailure } from "./start-failure.ts"

const WHY: Record<string, string> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is a file",
  ENOENT: "no folder can be made there",
  EEXIST: "there is a file of that name",
}

// Not mkdir's own `recursive`: it never returns for a folder that cannot be made under /proc.
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const parent = dirname(folder)
    const isThere = (path: string) =>
      stat(path).then(
        (found) => found.isDirectory(),
        () => false,
      )
    if (codeOf(error) === "EEXIST" && (await isThere(folder))) return
    if (codeOf(error) !== "ENOENT" || (await isThere(parent))) throw error
    await makeFolder(parent)
    await mkdir(folder)
  }
}

/** Makes sure that the folder is there and can be written; throws {@link StartFailure}. */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = codeOf(error) ?? "unknown"
    throw new StartFailure(
      `The data folder ${folder} cannot be used: ${WHY[code] ?? code}. Make it writable, or start with DATA_DIR=/another/folder.`,
    )
  }
}
