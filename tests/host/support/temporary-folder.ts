import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"

export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daina-test-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a data folder that the operating system's user who runs Postgres can enter. */
export async function makeTemporaryDataFolder(): Promise<string> {
  const folder = await makeTemporaryFolder()
  await chmod(folder, 0o711)
  return folder
}

export async function startSleeper(): Promise<ChildProcess & { pid: number }> {
  const child = spawn("sleep", ["60"])
  await once(child, "spawn")
  onTestFinished(() => void child.kill("SIGKILL"))
  return Object.assign(child, { pid: child.pid ?? 0 })
}
