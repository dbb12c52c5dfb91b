/** Uses the browser's storage. Returns undefined when the browser blocks storage, it is full, or its data is invalid. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
