/** Calls `use`, which accesses the browser's storage. Returns undefined if `use` throws: storage may be blocked or full. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
