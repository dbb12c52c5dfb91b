/** Restarts Postgres after it ends. Calls `onFailure` if it ends again within a minute or cannot be started. */
import type { ChildProcess } from "node:child_process"
import { getReason } from "../start-failure.ts"

interface Options {
  start(): Promise<ChildProcess>
  /** Returns the reason for `onFailure`. `ending` has the signal or the exit code. */
  explain(ending: string): Promise<string>
  onFailure(reason: string): void
  minUptimeMs?: number
}

export type Restarts = ReturnType<typeof restartAfterCrash>

/** If a restarted Postgres ends within this time, it is not restarted again. */
const MIN_UPTIME_MS = 60_000

export function restartAfterCrash(
  firstProcess: ChildProcess,
  { start, explain, onFailure, minUptimeMs = MIN_UPTIME_MS }: Options,
) {
  let currentProcess = firstProcess
  let restarting = Promise.resolve()
  let isStopped = false
  let restartedAt = Number.NEGATIVE_INFINITY

  const restart = async ({ signalCode, exitCode }: ChildProcess) => {
    const ending = `it ended with ${signalCode ?? `code ${exitCode}`}`
    if (performance.now() - restartedAt < minUptimeMs) return onFailure(await explain(ending))
    console.error(`The database has stopped: ${ending}. It is restarted; pages stay online.`)
    restartedAt = performance.now()
    try {
      watch(await start())
      console.log("The database is back.")
    } catch (error) {
      onFailure(getReason(error))
    }
  }

  const watch = (postgres: ChildProcess) => {
    currentProcess = postgres
    const onExit = () => {
      if (!isStopped) restarting = restart(postgres)
    }
    if (postgres.exitCode !== null || postgres.signalCode !== null) onExit()
    else postgres.once("exit", onExit)
  }

  watch(firstProcess)
  return {
    async stop(): Promise<void> {
      isStopped = true
      await restarting
    },
    current: () => currentProcess,
  }
}
