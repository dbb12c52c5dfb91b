/** What can be told about a process by its id. */
import { readFileSync, readlinkSync } from "node:fs"
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
