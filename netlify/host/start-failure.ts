/** A failed start. The message contains the failed step, the reason and the remedy. */
export class StartFailure extends Error {
  override name = "StartFailure"
}

export const getReason = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Returns the code of a system error (`ENOENT`, `EACCES` …), or undefined. */
export const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined

/** Codes of a full disk: from the system and from Postgres. */
const DISK_FULL = ["ENOSPC", "EDQUOT", "53100"]

/** Turns the error of a full disk into a {@link StartFailure}. Returns other errors unchanged. */
export function explainError(error: unknown, dataDir: string): unknown {
  if (error instanceof StartFailure || !DISK_FULL.includes(getErrorCode(error) ?? "")) return error
  return new StartFailure(
    `The disk is full (${getReason(error)}). Free space on the disk with ${dataDir}, then start again. No stored data is lost.`,
    { cause: error },
  )
}
