import { access, constants, stat } from "node:fs/promises"
import { homedir } from "node:os"

const CANDIDATES = ["/dev/shm", "/run", "/var/tmp", "/tmp", homedir()]

/** Returns a writable folder on another file system than the checkout; null when there is none. */
export async function findOtherFileSystem(): Promise<string | null> {
  const { dev } = await stat(".")
  for (const folder of CANDIDATES) {
    const isOther = await stat(folder).then(
      (found) => found.dev !== dev,
      () => false,
    )
    if (!isOther) continue
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    )
    if (isWritable) return folder
  }
  return null
}
