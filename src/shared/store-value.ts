import { withStorage } from "./storage.ts"

/** Stores a value in the local storage. If the value is null or empty, removes the stored value. */
export const storeValue = (key: string, value: string | null): void =>
  withStorage(() => (value ? localStorage.setItem(key, value) : localStorage.removeItem(key)))
