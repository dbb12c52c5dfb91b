/** Calls `use`. Returns undefined if `use` throws, because the browser's storage may be blocked or full. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Stores a value in the local storage. If the value is null or empty, removes the stored value. */
export const storeValue = (key: string, value: string | null): void =>
  withStorage(() => (value ? localStorage.setItem(key, value) : localStorage.removeItem(key)))
