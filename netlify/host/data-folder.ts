/** The data folder and its lock. Only one host at a time may use the folder. */
import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { access, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { getStartTime } from "./processes.ts"
import { getErrorCode, StartFailure } from "./start-failure.ts"

const FAILURE_REASONS: Record<string, string> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is a file",
  ENOENT: "no folder can be created there",
  EEXIST: "there is a file of that name",
}

/** Creates the folder if needed. Throws {@link StartFailure} if the folder is not writable. */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = getErrorCode(error) ?? "unknown"
    throw new StartFailure(
      `The data folder ${folder} cannot be used: ${FAILURE_REASONS[code] ?? code}. Make it writable, or start with DATA_DIR=/another/folder.`,
    )
  }
}

const Holder = z.object({
  id: z.string(),
  pid: z.number(),
  /** See getStartTime(). Null if unknown. */
  started: z.string().nullable(),
  /** The URL of the site, or the task of the process. */
  address: z.string(),
})
type Holder = z.infer<typeof Holder>

/**
 * Time to wait after replacing a stale lock. By then, all processes that started at the same time have replaced it, and
 * the last one of them holds the lock.
 */
const SETTLE_MS = 1_000

async function readHolder(path: string): Promise<Holder | null> {
  try {
    return Holder.parse(JSON.parse(await readFile(path, "utf8")))
  } catch {
    return null
  }
}

/** Returns whether the process of the lock still runs. A later process with the same id has another start time. */
const isHeld = ({ pid, started }: Holder) => {
  const startTime = getStartTime(pid)
  return startTime !== null && (started === null || startTime === "" || startTime === started)
}

const LOCK_FILE = "host.lock"

export async function findLockHolder(
  folder: string,
): Promise<Pick<Holder, "pid" | "address"> | null> {
  const holder = await readHolder(join(folder, LOCK_FILE))
  return holder && isHeld(holder) ? holder : null
}

/** Replaces a stale lock. Throws {@link StartFailure} if another process has locked the folder. */
export async function lockDataFolder(folder: string, address: string) {
  const path = join(folder, LOCK_FILE)
  const thisProcess: Holder = {
    id: randomUUID(),
    pid: process.pid,
    started: getStartTime(process.pid) || null,
    address,
  }
  const draft = `${path}.${thisProcess.id}`
  try {
    await writeFile(draft, JSON.stringify(thisProcess))
    await link(draft, path).catch(async (error) => {
      if (getErrorCode(error) !== "EEXIST") throw error
      const currentHolder = await readHolder(path)
      if (currentHolder && isHeld(currentHolder)) return
      await rename(draft, path)
      await sleep(SETTLE_MS)
    })
  } finally {
    await rm(draft, { force: true })
  }
  const holder = await readHolder(path)
  if (holder?.id !== thisProcess.id) {
    throw new StartFailure(
      `Daina is already running on ${folder}: process ${holder?.pid ?? "unknown"} at ${holder?.address ?? "an unknown address"}. Use that one, stop it first, or start with another DATA_DIR and PORT.`,
    )
  }
  return {
    release: async (): Promise<void> => {
      const current = await readHolder(path)
      if (current?.id === thisProcess.id) await rm(path, { force: true })
    },
  }
}
