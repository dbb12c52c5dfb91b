/** Tests that a crashed database is restarted. The program `sleep` replaces Postgres. */
import type { ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { restartAfterCrash } from "../../netlify/host/postgres/restarts.ts"
import { startSleeper } from "./support/temporary-folder.ts"

beforeEach(() => {
  for (const method of ["log", "error"] as const) {
    vi.spyOn(console, method).mockImplementation(() => {})
  }
  return () => void vi.restoreAllMocks()
})

/** Starts a `sleep` process that is restarted after a crash. `killAndWait` kills the process and waits for the restart. */
async function watchSleeper({
  restart = startSleeper as () => Promise<ChildProcess>,
  minUptimeMs = 60_000,
} = {}) {
  const start = vi.fn(restart)
  const onFailure = vi.fn<(reason: string) => void>()
  const restarts = restartAfterCrash(await startSleeper(), {
    ...{ start, onFailure, minUptimeMs },
    explain: async (ending) => ending,
  })
  onTestFinished(restarts.stop)
  const killAndWait = async () => {
    const killed = restarts.current()
    killed.kill("SIGKILL")
    await vi.waitFor(() => expect(restarts.current()).not.toBe(killed))
  }
  return { start, onFailure, restarts, killAndWait }
}

test("a killed database is restarted", async () => {
  const { start, onFailure, restarts, killAndWait } = await watchSleeper()
  await killAndWait()
  expect(start).toHaveBeenCalledOnce()
  expect(restarts.current().exitCode).toBeNull()
  expect(onFailure).not.toHaveBeenCalled()
})

test("a failed restart is reported with its reason", async () => {
  const { onFailure, restarts } = await watchSleeper({
    restart: () => Promise.reject(new Error("no space left")),
  })
  restarts.current().kill("SIGKILL")
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith("no space left"))
})

test("a database that crashes again soon after a restart is not restarted", async () => {
  const { start, onFailure, restarts, killAndWait } = await watchSleeper()
  await killAndWait()
  restarts.current().kill("SIGKILL")
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith("it ended with SIGKILL"))
  expect(start).toHaveBeenCalledOnce()
})

test("a database that ran for the minimum time after a restart is restarted again", async () => {
  const { onFailure, killAndWait } = await watchSleeper({ minUptimeMs: 0 })
  for (let crash = 0; crash < 3; crash += 1) await killAndWait()
  expect(onFailure).not.toHaveBeenCalled()
})

test("a database that the host stops is not restarted", async () => {
  const { start, restarts } = await watchSleeper()
  await restarts.stop()
  restarts.current().kill("SIGKILL")
  await sleep(50)
  expect(start).not.toHaveBeenCalled()
})
