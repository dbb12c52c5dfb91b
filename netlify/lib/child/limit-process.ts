import { once } from "node:events"
import { constants, setPriority } from "node:os"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"

export interface ProcessLimits {
  /** Resident memory in bytes, including Node itself. */
  memoryMaxBytes: number
  /** Milliseconds of processor time since the start of the process. */
  cpuMaxMs: number
}

const CHECK_INTERVAL_MS = 10

function killIfOverLimit({ memoryMaxBytes, cpuMaxMs }: ProcessLimits): void {
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1000
  // In a worker thread, process.exit() would end only the thread.
  if (process.memoryUsage.rss() > memoryMaxBytes || cpuMs > cpuMaxMs) {
    process.kill(process.pid, "SIGKILL")
  }
}

/** Kills this process when it exceeds the limits. A worker thread checks, because work may block the main thread. */
export async function limitProcess(limits: ProcessLimits): Promise<void> {
  // Ignores Ctrl-C, which a terminal also sends to this process. The host lets running work finish.
  process.on("SIGINT", () => {})
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A sandbox may forbid this call.
  }
  const watcher = new Worker(import.meta.filename, { workerData: limits })
  await once(watcher, "message")
  watcher.unref()
}

if (!isMainThread) {
  killIfOverLimit(workerData)
  setInterval(killIfOverLimit, CHECK_INTERVAL_MS, workerData)
  parentPort?.postMessage("watching")
}
