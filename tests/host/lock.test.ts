/** Tests of the file `host.lock` in a data folder, which prevents that two hosts use the folder at the same time. */
import { once } from "node:events"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { lockDataFolder } from "../../netlify/host/data-folder.ts"
import { getStartTime } from "../../netlify/host/processes.ts"
import { makeTemporaryFolder, startSleeper } from "./support/temporary-folder.ts"

/** Larger than any process id. */
const UNUSED_PID = 2 ** 22 + 1
const ADDRESS = "http://127.0.0.1:4321"

/** Writes the lock of another host. `started` is the start time of its process, which shows whether the id was reused. */
const writeLock = (folder: string, holder: { pid: number; started: string | null }) =>
  writeFile(join(folder, "host.lock"), JSON.stringify({ id: "x", address: ADDRESS, ...holder }))

test("taking a held lock fails, and the error names the process and address of the holder", async () => {
  const folder = await makeTemporaryFolder()
  const { pid } = await startSleeper()
  await writeLock(folder, { pid, started: getStartTime(pid) })
  const refusal = lockDataFolder(folder, "http://127.0.0.1:9999")
  await expect(refusal).rejects.toThrow(`process ${pid} at ${ADDRESS}`)
  expect(await readFile(join(folder, "host.lock"), "utf8")).toContain(`"pid":${pid}`)
})

test("the lock of a killed process is replaced", async () => {
  const folder = await makeTemporaryFolder()
  const otherProcess = await startSleeper()
  await writeLock(folder, { pid: otherProcess.pid, started: getStartTime(otherProcess.pid) })
  otherProcess.kill("SIGKILL")
  await once(otherProcess, "exit")
  const lock = await lockDataFolder(folder, ADDRESS)
  await lock.release()
})

test.runIf(process.platform === "linux")(
  "a lock whose process id was reused is replaced",
  async () => {
    const folder = await makeTemporaryFolder()
    const { pid } = await startSleeper()
    await writeLock(folder, { pid, started: "1" })
    await lockDataFolder(folder, ADDRESS)
  },
)

test("an unreadable lock is replaced", async () => {
  const folder = await makeTemporaryFolder()
  await writeFile(join(folder, "host.lock"), "{")
  await lockDataFolder(folder, ADDRESS)
})

test("only one of several concurrent starts replaces a stale lock", async () => {
  const folder = await makeTemporaryFolder()
  await writeLock(folder, { pid: UNUSED_PID, started: null })
  const starts = Array.from({ length: 5 }, () => lockDataFolder(folder, ADDRESS))
  const results = await Promise.allSettled(starts)
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
})

test("a released lock can be taken again", async () => {
  const folder = await makeTemporaryFolder()
  const lock = await lockDataFolder(folder, ADDRESS)
  await expect(lockDataFolder(folder, ADDRESS)).rejects.toThrow("already running")
  await lock.release()
  await lockDataFolder(folder, ADDRESS)
})
