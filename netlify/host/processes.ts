import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { platform } from "node:process"
import { getErrorCode } from "./start-failure.ts"

/** Returns clock ticks, an empty string on systems other than Linux, and null without such a process. */
export function getStartTime(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (getErrorCode(error) !== "EPERM") return null
  }
  if (platform !== "linux") return ""
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The program's name in parentheses may contain spaces. The start time is the twentieth field after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const hasEnded = fields[0] === "Z" || fields[0] === "X"
    return hasEnded ? null : (fields[19] ?? "")
  } catch {
    return null
  }
}

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

/** Works only on Linux. */
export const findProcesses = (folder: string, name: string): number[] =>
  platform === "linux"
    ? readdirSync("/proc")
        .map(Number)
        .filter((pid) => pid && readName(pid) === name && readWorkingFolder(pid) === folder)
    : []

/** A terminal, npm and the start script each forward the same Ctrl-C within this time. */
const SAME_PRESS_MS = 1_000

/** Calls `force` at a second press. */
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
