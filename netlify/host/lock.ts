/** One host per data folder. */
import { randomUUID } from "node:crypto"
import { link, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { startedAt } from "./processes.ts"
import { codeOf, StartFailure } from "./start-failure.ts"

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
  await writeFile(draft, JSON.stringify(mine))
  try {
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
