/** Drafts in the storage of this browser. */
import { createDrafts } from "./drafts.ts"

/** Null where it is forbidden. */
function storageOf(kind: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return window[kind]
  } catch {
    return null
  }
}

/** The drafts of one kind of thing by one person; `readValues` gives null for what cannot be used. */
export const browserDrafts = <Values>(options: {
  name: string
  userId: string
  readValues: (json: unknown) => Values | null
}) =>
  createDrafts({
    ...options,
    shelf: storageOf("localStorage"),
    tab: storageOf("sessionStorage"),
  })
