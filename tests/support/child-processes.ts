import { readdirSync, readFileSync } from "node:fs"

export const isLinux = process.platform === "linux"
export const MB = 1_000_000

const readIfThere = (path: string) => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    // The process may have ended.
    return ""
  }
}

export const listChildProcesses = (): string[] =>
  isLinux
    ? readdirSync("/proc/self/task").flatMap((task) =>
        readIfThere(`/proc/self/task/${task}/children`).split(" ").filter(Boolean),
      )
    : []

/** Returns the peak resident memory (VmHWM) of a process in MB; 0 when it has ended. */
export function getPeakMemory(pid: string): number {
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0)
  return Math.round((kilobytes * 1024) / MB)
}

/** Returns a function that stops watching and returns the children's peak memory in MB. */
export function watchChildren() {
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, ...listChildProcesses().map(getPeakMemory))
  }, 5)
  return () => {
    clearInterval(watching)
    return peak
  }
}
