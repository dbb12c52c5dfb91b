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

/** Stands for the id of something that is not saved yet. */
export const NEW = "new"

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">

type Tab = Pick<Storage, "getItem" | "setItem">

const isOfSomethingNew = (id: string) => id.startsWith(`${NEW}:`)

/** The id for new things that this tab keeps: two tabs must not write over each other's. */
function tabsId(tab: Tab | null, key: string): string {
  const known = tab?.getItem(key)
  if (known) return known
  // `crypto.randomUUID` is missing on plain HTTP, and nobody gains by guessing this.
  const id = `${NEW}:${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
  try {
    tab?.setItem(key, id)
  } catch {
    // Then a reload begins another one, and this one is still found as unfinished.
  }
  return id
}

/**
 * The drafts of one kind of thing by one person. `shelf` is null where the browser keeps nothing, and
 * `tab` is what it keeps for this tab alone.
 * `readValues` gives null for values that the form cannot use any more.
 */
export function createDrafts<Values>(options: {
  name: string
  userId: string
  shelf: Shelf | null
  tab: Tab | null
  readValues: (json: unknown) => Values | null
}) {
  const { shelf, readValues } = options
  const prefix = `draft:${options.userId}:${options.name}:`

  const newId = tabsId(options.tab, `new-${prefix}`)

  const keptIds = () =>
    Array.from({ length: shelf?.length ?? 0 }, (_, index) => shelf?.key(index) ?? "")
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))

  const $kept = atom<string[]>(keptIds())

  const drafts = {
    /** The ids that have a draft, those of new things among them. */
    $kept,

    /** What this tab keeps something new under. */
    newId,

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

    /**
     * Makes an unfinished new thing of another tab this tab's own, unless it has one. Should the other
     * tab still be open, it goes on with its own copy.
     */
    takeUnfinished(): void {
      const kept = $kept.get()
      const id = kept.find(isOfSomethingNew)
      if (!id || kept.includes(newId)) return
      const draft = drafts.find(id)
      if (!draft || drafts.keep(newId, draft)) drafts.drop(id)
    },
  }
  return drafts
}

/** Whether something new was begun and not finished, by the ids that have a draft. */
export const hasUnfinished = (kept: string[]): boolean => kept.some(isOfSomethingNew)

export type Drafts<Values> = ReturnType<typeof createDrafts<Values>>
