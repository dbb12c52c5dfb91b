/** Starts a Postgres again that ended by itself: killed, stopped by somebody, out of disk. */
import type { ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { reasonOf } from "../start-failure.ts"

export const RESTARTS = {
  /** The wait before each try, as many as there may be in a row: what a kill leaves behind is gone in a moment, a disk is emptied by a person. */
  delaysMs: [250, 1_000, 5_000, 20_000, 60_000],
  /** Up for so long, it counts as well again: one that starts only to crash must come to an end, too. */
  wellAfterMs: 60_000,
}

interface Options {
  /** Starts it anew; rejects with what keeps it from starting. */
  start(): Promise<ChildProcess>
  /** Says more about an end that nobody asked for. */
  explain(ending: string): Promise<string>
  /** Is told why when all tries are used up; nothing is started after that. */
  giveUp(reason: string): void
}

export interface Restarts {
  /** Starts it no more; resolves when a try under way is over. */
  stop(): Promise<void>
  /** The process that runs now, or did last. */
  current(): ChildProcess
}

const endingOf = ({ signalCode, exitCode }: ChildProcess) =>
  signalCode ? `it ended with ${signalCode}` : `it ended with code ${exitCode}`

/** Watches it from now on. One that hangs has not ended. */
export function restartWhenEnded(
  first: ChildProcess,
  { start, explain, giveUp }: Options,
): Restarts {
  const stopping = new AbortController()
  const { signal } = stopping
  const { delaysMs, wellAfterMs } = RESTARTS
  let current = first
  let restarting = Promise.resolve()
  let tries = 0

  const restart = async (reasonOfEnd: string) => {
    let reason = reasonOfEnd
    while (!signal.aborted) {
      const delay = delaysMs[tries]
      if (delay === undefined) return giveUp(reason)
      tries += 1
      await sleep(delay, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        watch(await start())
        console.log("The database is back.")
        return
      } catch (error) {
        reason = reasonOf(error)
        console.error(
          `The database could not be started again, try ${tries} of ${delaysMs.length}.`,
        )
      }
    }
  }

  const watch = (postgres: ChildProcess) => {
    current = postgres
    const began = performance.now()
    const hear = async () => {
      if (signal.aborted) return
      if (performance.now() - began >= wellAfterMs) tries = 0
      const ending = endingOf(postgres)
      console.error(`The database is gone: ${ending}. It is started again; pages are still served.`)
      await restart(await explain(ending))
    }
    const listen = () => {
      restarting = hear()
    }
    if (postgres.exitCode !== null || postgres.signalCode !== null) listen()
    else postgres.once("exit", listen)
  }

  watch(first)
  return {
    async stop() {
      stopping.abort()
      await restarting
    },
    current: () => current,
  }
}
