/** When a process that ended is started again, and when not: with `sleep` for Postgres. */
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { RESTARTS, restartWhenEnded } from "../../netlify/host/postgres/restarts.ts"
import { sleeper } from "./support/temporary-folder.ts"

const original = { ...RESTARTS }
beforeEach(() => {
  Object.assign(RESTARTS, { delaysMs: [1, 1, 1, 1, 1] })
  for (const method of ["log", "error"] as const) {
    vi.spyOn(console, method).mockImplementation(() => {})
  }
})
afterEach(() => {
  Object.assign(RESTARTS, original)
  vi.restoreAllMocks()
})

async function watched(start: () => Promise<ChildProcess> = sleeper) {
  const starting = vi.fn(start)
  const giveUp = vi.fn<(reason: string) => void>()
  const restarts = restartWhenEnded(await sleeper(), {
    start: starting,
    explain: async (ending) => ending,
    giveUp,
  })
  onTestFinished(restarts.stop)
  /** Kills what runs, and waits until something else does. */
  const killAndWait = async () => {
    const killed = restarts.current()
    killed.kill("SIGKILL")
    await vi.waitFor(() => expect(restarts.current()).not.toBe(killed))
  }
  return { starting, giveUp, restarts, killAndWait }
}

test("what ended by itself is started again", async () => {
  const { starting, giveUp, restarts, killAndWait } = await watched()
  await killAndWait()
  expect(starting).toHaveBeenCalledOnce()
  expect(restarts.current().exitCode).toBeNull()
  expect(giveUp).not.toHaveBeenCalled()
})

test("five failures in a row are the end, with the reason of the last", async () => {
  let tries = 0
  const { starting, giveUp, restarts } = await watched(async () => {
    tries += 1
    throw new Error(`try ${tries} failed`)
  })
  restarts.current().kill("SIGKILL")
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledExactlyOnceWith("try 5 failed"))
  expect(starting).toHaveBeenCalledTimes(5)
})

test("so is starting five times only to crash again", async () => {
  const { starting, giveUp, restarts, killAndWait } = await watched()
  for (let crash = 0; crash < 5; crash += 1) await killAndWait()
  restarts.current().kill("SIGKILL")
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledExactlyOnceWith("it ended with SIGKILL"))
  expect(starting).toHaveBeenCalledTimes(5)
})

test("one that was well for a while may fail five times more", async () => {
  RESTARTS.wellAfterMs = 0
  const { giveUp, killAndWait } = await watched()
  for (let crash = 0; crash < 8; crash += 1) await killAndWait()
  expect(giveUp).not.toHaveBeenCalled()
})

test("an end that the host wants is none, nor is one while it waits to try again", async () => {
  const wanted = await watched()
  await wanted.restarts.stop()
  wanted.restarts.current().kill("SIGKILL")

  RESTARTS.delaysMs = [60_000]
  const waiting = await watched()
  waiting.restarts.current().kill("SIGKILL")
  await once(waiting.restarts.current(), "exit")
  await waiting.restarts.stop()

  await sleep(50)
  expect(wanted.starting).not.toHaveBeenCalled()
  expect(waiting.starting).not.toHaveBeenCalled()
})

test.skipIf(process.platform === "win32")("one that hangs is left alone", async () => {
  const { starting, restarts } = await watched()
  restarts.current().kill("SIGSTOP")
  await sleep(50)
  expect(starting).not.toHaveBeenCalled()
})
