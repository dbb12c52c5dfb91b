/** The folder that holds everything worth keeping, for one host at a time. */
import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { access, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { startedAt } from "./processes.ts"
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

const Holder = z.object({
  id: z.string(),
  pid: z.number(),
  started: z.string().nullable(),
  address: z.string(),
})
type Holder = z.infer<typeof Holder>

/** Long enough for another start that saw the same stale lock to have written its own. */
const SETTLE_MS = 1_000

async function holderOf(path: string): Promise<Holder | null> {
  try {
    return Holder.parse(JSON.parse(await readFile(path, "utf8")))
  } catch {
    return null
  }
}

// A process id alone is not enough: after a restart of the machine it may be somebody else's.
const isHeld = ({ pid, started }: Holder) => {
  const running = startedAt(pid)
  return running !== null && (started === null || running === "" || running === started)
}

const FILE = "host.lock"

/** The process that holds the folder's lock now, and its address; null when nobody does. */
export async function lockHolder(folder: string): Promise<Pick<Holder, "pid" | "address"> | null> {
  const holder = await holderOf(join(folder, FILE))
  return holder && isHeld(holder) ? holder : null
}

export interface Lock {
  release(): Promise<void>
}

/**
 * Takes the folder's lock for this process; a lock whose holder is gone is taken over.
 * Throws {@link StartFailure} with the holder's process and address when it is held.
 */
export async function takeLock(folder: string, address: string): Promise<Lock> {
  const path = join(folder, FILE)
  const mine: Holder = {
    id: randomUUID(),
    pid: process.pid,
    started: startedAt(process.pid) || null,
    address,
  }
  const draft = `${path}.${mine.id}`
  try {
    await writeFile(draft, JSON.stringify(mine))
    await link(draft, path).catch(async (error) => {
      if (codeOf(error) !== "EEXIST") throw error
      const other = await holderOf(path)
      if (other && isHeld(other)) return
      await rename(draft, path)
      await sleep(SETTLE_MS)
    })
  } finally {
    await rm(draft, { force: true })
  }
  const holder = await holderOf(path)
  if (holder?.id !== mine.id) {
    throw new StartFailure(
      `Daina is already running on ${folder}: process ${holder?.pid ?? "unknown"} at ${holder?.address ?? "an unknown address"}. Use that one, stop it first, or start with another DATA_DIR and PORT.`,
    )
  }
  return {
    release: async () => {
      const current = await holderOf(path)
      if (current?.id === mine.id) await rm(path, { force: true })
    },
  }
}
