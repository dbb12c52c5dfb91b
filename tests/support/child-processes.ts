import { readdirSync, readFileSync } from "node:fs"

export const isLinux = process.platform === "linux"
export const MB = 1_000_000

const readFileOrEmpty = (path: string) => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    // The process may have ended.
    return ""
  }
}

/** Returns the ids of this process's children; [] on other systems than Linux. */
export const listChildProcesses = (): string[] =>
  isLinux
    ? readdirSync("/proc/self/task").flatMap((task) =>
        readFileOrEmpty(`/proc/self/task/${task}/children`).split(" ").filter(Boolean),
      )
    : []

/** Returns the peak resident memory (VmHWM) of a process in MB; 0 when it has ended. */
export function getPeakMemory(pid: string): number {
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(readFileOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0)
  return Math.round((kilobytes * 1024) / MB)
}

/** Reads the memory of the child processes every 5 ms. The returned function stops this and returns the peak in MB. */
export function watchChildren() {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, ...listChildProcesses().map(getPeakMemory))
  }, 5)
  return () => {
    clearInterval(timer)
    return peak
  }
}
