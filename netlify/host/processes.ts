import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { platform } from "node:process"
import { getErrorCode } from "./start-failure.ts"

/** Position of the start time in /proc/PID/stat. Position 0 is the field after the program's name. */
const START_TIME_FIELD = 19

/**
 * Returns the start time of a process in clock ticks since the system start. Returns null if there is no such process,
 * and an empty string on other systems than Linux.
 */
export function getStartTime(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (getErrorCode(error) !== "EPERM") return null
  }
  if (platform !== "linux") return ""
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // Leaves out the first fields, because the program's name in parentheses may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    // Z is the state of a zombie process, and X of a dead process.
    const hasEnded = fields[0] === "Z" || fields[0] === "X"
    return hasEnded ? null : (fields[START_TIME_FIELD] ?? "")
  } catch {
    return null
  }
}

/** Returns null if the folder is unknown, for example on other systems than Linux. */
export function readWorkingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

const readName = (pid: number): string | null => {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim()
  } catch {
    return null
  }
}

/** Returns the ids of processes with this name and working folder. Works only on Linux. */
export const findProcesses = (folder: string, name: string): number[] =>
  platform === "linux"
    ? readdirSync("/proc")
        .map(Number)
        .filter((pid) => pid && readName(pid) === name && readWorkingFolder(pid) === folder)
    : []

/** A terminal, npm and the start script each forward the same Ctrl-C. All these signals arrive within this time. */
const SAME_PRESS_MS = 1_000

/** Calls `stop` at the first signal, and `force` at a signal that arrives more than a second later. */
export function onStopSignal(stop: () => void, force: () => void): void {
  let firstSignalAt: number | null = null
  const receive = () => {
    const now = performance.now()
    if (firstSignalAt === null) {
      firstSignalAt = now
      stop()
    } else if (now - firstSignalAt > SAME_PRESS_MS) force()
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, receive)
}
