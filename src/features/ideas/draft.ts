/** What is being written, kept in the tab: a reload or a failed send loses nothing of it. */
import { isRecord, parseJson } from "../../json.ts"

const KEPT_UNDER = "daina:suggestion"

export interface Draft {
  /** Made once for a suggestion: a second try of the same one is known as such. */
  id: string
  /** In milliseconds since 1970. */
  openedAt: number
  values: Record<string, string>
}

export const newDraft = (): Draft => ({
  id: crypto.randomUUID(),
  openedAt: Date.now(),
  values: {},
})

const isValues = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === "string")

/** The draft in a text, null for anything that is none. */
export function parseDraft(text: string | null): Draft | null {
  const kept = parseJson(text ?? "")
  if (!isRecord(kept) || !isValues(kept.values)) return null
  const { id, openedAt, values } = kept
  return typeof id === "string" && typeof openedAt === "number" ? { id, openedAt, values } : null
}

/** The kept draft, or a new one. */
export function readDraft(): Draft {
  try {
    return parseDraft(sessionStorage.getItem(KEPT_UNDER)) ?? newDraft()
  } catch {
    return newDraft()
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEPT_UNDER, JSON.stringify(draft))
  } catch {
    // Without storage a reload loses it, and nothing else.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEPT_UNDER)
  } catch {
    // There is none.
  }
}
