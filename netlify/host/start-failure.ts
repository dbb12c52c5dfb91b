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
