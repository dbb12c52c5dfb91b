/** Calls `use`. Returns undefined if `use` throws, because the browser's storage may be blocked or full. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
