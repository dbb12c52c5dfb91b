/** Unsaved work, kept in this browser until it is saved or discarded. */
import { atom } from "nanostores"
import { isRecord, parseJson } from "../../json.ts"

export interface Draft<Values> {
  values: Values
  /** The version it began from; null for something new. */
  basedOn: string | null
  /** When it was last kept, as an ISO moment. */
  keptAt: string
}

/** The draft of something that is not saved yet has no id. */
export const NEW = "new"

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">

/**
 * The drafts of one kind of thing by one person. `shelf` is null where the browser keeps nothing.
 * `readValues` gives null for values that the form cannot use any more.
 */
export function createDrafts<Values>(options: {
  name: string
  userId: string
  shelf: Shelf | null
  readValues: (json: unknown) => Values | null
}) {
  const { shelf, readValues } = options
  const prefix = `draft:${options.userId}:${options.name}:`

  const keptIds = () =>
    Array.from({ length: shelf?.length ?? 0 }, (_, index) => shelf?.key(index) ?? "")
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))

  const $kept = atom<string[]>(keptIds())

  return {
    /** The ids that have a draft, `NEW` among them. */
    $kept,

    find(id: string): Draft<Values> | null {
      const draft = parseJson(shelf?.getItem(prefix + id) ?? "")
      if (!isRecord(draft) || typeof draft["keptAt"] !== "string") return null
      const values = readValues(draft["values"])
      const { basedOn, keptAt } = draft
      return values && { values, basedOn: typeof basedOn === "string" ? basedOn : null, keptAt }
    },

    /** Whether it could be kept: a browser may be full, or forbid it. */
    keep(id: string, draft: Draft<Values>): boolean {
      try {
        shelf?.setItem(prefix + id, JSON.stringify(draft))
      } catch {
        return false
      }
      if (!$kept.get().includes(id)) $kept.set([...$kept.get(), id])
      return shelf !== null
    },

    drop(id: string): void {
      shelf?.removeItem(prefix + id)
      if ($kept.get().includes(id)) $kept.set($kept.get().filter((kept) => kept !== id))
    },
  }
}

export type Drafts<Values> = ReturnType<typeof createDrafts<Values>>
