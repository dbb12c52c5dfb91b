/** Returns undefined if `use` throws, because storage may be blocked or full. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
