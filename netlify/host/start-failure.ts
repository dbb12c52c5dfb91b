/** A reason not to start, in one paragraph: which step, why, and what to do about it. */
export class StartFailure extends Error {
  override name = "StartFailure"
}

/** The message of anything thrown. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The code of a system error (`ENOENT`, `EACCES` …), or undefined. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined

/** A disk that takes no more, as the system and as Postgres say it. */
const DISK_FULL = ["ENOSPC", "EDQUOT", "53100"]

/** What a person can act on, where we know it; anything else as it is. */
export function explained(error: unknown, dataDir: string): unknown {
  if (error instanceof StartFailure || !DISK_FULL.includes(codeOf(error) ?? "")) return error
  return new StartFailure(
    `The disk is full (${reasonOf(error)}). Free some room on the one that holds ${dataDir}, then start again; what was stored is still there.`,
    { cause: error },
  )
}
