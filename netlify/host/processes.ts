/** Processes: what can be told about one by its id, and the signals that end this one. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { platform } from "node:process"
import { codeOf } from "./start-failure.ts"

/**
 * When the process started, in the kernel's ticks: with the id it names one process for good. An empty
 * string where the system does not tell; null when there is no such process.
 */
export function startedAt(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== "EPERM") return null
  }
  if (platform !== "linux") return ""
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name in parentheses may hold spaces; the start is field 22, the twentieth after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const isGone = fields[0] === "Z" || fields[0] === "X"
    return isGone ? null : (fields[19] ?? "")
  } catch {
    return null
  }
}

/** The folder a process works in, or null where that cannot be seen. */
export function workingFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

const nameOf = (pid: number): string | null => {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim()
  } catch {
    return null
  }
}

/** The processes of that name that work in that folder; none where the system does not tell. */
export const processesIn = (folder: string, name: string): number[] =>
  platform === "linux"
    ? readdirSync("/proc")
        .map(Number)
        .filter((pid) => pid && nameOf(pid) === name && workingFolderOf(pid) === folder)
    : []

/** A terminal, npm and the start script each pass one Ctrl-C on; only a later one means impatience. */
const SAME_PRESS_MS = 1_000

/** Calls `stop` at the first signal and `force` at a second press. */
export function onStopSignal(stop: () => void, force: () => void): void {
  let first: number | null = null
  const hear = () => {
    const now = performance.now()
    if (first === null) {
      first = now
      stop()
    } else if (now - first > SAME_PRESS_MS) force()
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, hear)
}
