/** A start or a script failed for an expected reason. The message has the failed step, the reason and the remedy. */
export class StartFailure extends Error {
  override name = "StartFailure"
}

export const getReason = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

export const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined

/** Error codes of the system and of Postgres. */
const DISK_FULL_CODES = ["ENOSPC", "EDQUOT", "53100"]

/** Returns a {@link StartFailure} if the disk is full, otherwise the unchanged error. */
export function explainError(error: unknown, dataDir: string): unknown {
  if (error instanceof StartFailure || !DISK_FULL_CODES.includes(getErrorCode(error) ?? ""))
    return error
  return new StartFailure(
    `The disk is full (${getReason(error)}). Free space on the disk with ${dataDir}, then start again. No stored data is lost.`,
    { cause: error },
  )
}
