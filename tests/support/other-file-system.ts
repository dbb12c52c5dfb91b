import { access, constants, stat } from "node:fs/promises"
import { homedir } from "node:os"

const CANDIDATE_FOLDERS = ["/dev/shm", "/run", "/var/tmp", "/tmp", homedir()]

/** Returns a writable folder on another file system than the checkout; null when there is none. */
export async function findOtherFileSystem(): Promise<string | null> {
  const { dev: checkoutDevice } = await stat(".")
  for (const folder of CANDIDATE_FOLDERS) {
    const isOther = await stat(folder).then(
      ({ dev }) => dev !== checkoutDevice,
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
