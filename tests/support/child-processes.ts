/** The child processes of this process, on Linux. */
import { readdirSync, readFileSync } from "node:fs"

export const isLinux = process.platform === "linux"
export const MB = 1_000_000

const readIfThere = (path: string) => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    // A thread or a process that has just ended.
    return ""
  }
}

/** Returns the ids of this process's children. */
export const childProcesses = (): string[] =>
  isLinux
    ? readdirSync("/proc/self/task").flatMap((task) =>
        readIfThere(`/proc/self/task/${task}/children`).split(" ").filter(Boolean),
      )
    : []

/** Returns the most memory that a process has had, in MB; 0 for one that is gone. */
export function peakMemory(pid: string): number {
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0)
  return Math.round((kilobytes * 1024) / MB)
}

/** Watches the children until the returned function is called, which gives the most memory that one has had, in MB. */
export function watchChildren() {
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, ...childProcesses().map(peakMemory))
  }, 5)
  return () => {
    clearInterval(watching)
    return peak
  }
}
