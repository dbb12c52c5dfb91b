/**
 * The browser's buffer of unsaved work. Resources with drafts on the server buffer only work that the server has not
 * confirmed yet; other resources keep their drafts here until they are saved or discarded.
 */
import { atom } from "nanostores"
import * as z from "zod/mini"
import { parseJson } from "../../../shared/json.ts"

export interface BufferedDraft<Values> {
  values: Values
  /** The saved version that the draft is based on; null for a new item. */
  basedOn: string | null
  /** When the draft was last stored, as an ISO moment. */
  storedAt: string
  /** The server's draft that this one continues, for resources with drafts on the server. */
  base?: DraftBase<Values> | undefined
}

/** A version of the server's draft; version 0 without a draft. */
export interface DraftBase<Values> {
  version: number
  values: Values | null
}

/** A buffered draft with the id of the editor that stored it. */
export type DraftCopy<Values> = BufferedDraft<Values> & { writer: string }

/** Prefix of the draft ids of new items, which are also their ids in URLs. */
const NEW = "new"

type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">

/** Returns whether a draft id belongs to a new item. */
export const isNewItemId = (draftId: string) => draftId.startsWith(`${NEW}:`)

/** Returns the future id of a new item from its draft id. */
export const idOfNew = (draftId: string): string => draftId.slice(NEW.length + 1)

/** Returns the draft id of a new item. */
export const draftIdOfNew = (id: string): string => `${NEW}:${id}`

/** Returns a UUID of version 4. `crypto.randomUUID` does not exist on plain HTTP. */
export const randomId = (): string =>
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })

interface BufferOptions<Values> {
  name: string
  userId: string
  /** The schema of the values. Drafts that do not match, for example from an older form, are ignored. */
  values: z.core.$ZodType<Values>
}

/**
 * Returns a member's buffer for one resource. `storage` is the local storage, null if the browser forbids it. Each open
 * editor writes a separate copy, so that tabs do not overwrite each other.
 */
export function createBuffer<Values>({
  name,
  userId,
  values,
  storage,
}: BufferOptions<Values> & { storage: BrowserStorage | null }) {
  const prefix = `draft:${userId}:${name}:`
  const storedDraft = z.object({
    values,
    basedOn: z.nullable(z.string()),
    storedAt: z.string(),
    base: z.optional(z.object({ version: z.number(), values: z.nullable(values) })),
  })
  const keyOf = (id: string, writer: string) => `${prefix}${id}~${writer}`

  /** Returns the keys of the resource's drafts, without the prefix and split into draft id and writer. */
  const entries = () =>
    Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "")
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const [id = "", writer = ""] = key.slice(prefix.length).split("~")
        return { id, writer }
      })

  const idsNow = () => [...new Set(entries().map(({ id }) => id))]
  const $ids = atom<string[]>(idsNow())

  function updateIds(): void {
    const ids = idsNow()
    if (ids.join() !== $ids.get().join()) $ids.set(ids)
  }

  /** Returns the copies of a draft, the latest first. */
  const copies = (draftId: string): DraftCopy<Values>[] =>
    entries()
      .filter(({ id }) => id === draftId)
      .flatMap(({ id, writer }) => {
        const text = storage?.getItem(keyOf(id, writer)) ?? ""
        const draft = storedDraft.safeParse(parseJson(text)).data
        return draft ? [{ ...draft, writer }] : []
      })
      .sort((a, b) => b.storedAt.localeCompare(a.storedAt))

  return {
    /** The ids of all drafts, including those of new items. */
    $ids,
    copies,
    /** Returns the latest copy of a draft; null if there is none. */
    find: (id: string): DraftCopy<Values> | null => copies(id)[0] ?? null,

    /** Stores a copy. Returns false if the storage is full or forbidden. */
    store(id: string, writer: string, draft: BufferedDraft<Values>): boolean {
      try {
        storage?.setItem(keyOf(id, writer), JSON.stringify(draft))
      } catch {
        return false
      }
      updateIds()
      return storage !== null
    },

    /** Drops a writer's copy, or all copies. */
    drop(draftId: string, writer?: string): void {
      for (const entry of entries()) {
        if (entry.id !== draftId || entry.writer !== (writer ?? entry.writer)) continue
        storage?.removeItem(keyOf(draftId, entry.writer))
      }
      updateIds()
    },
  }
}

export type DraftBuffer<Values> = ReturnType<typeof createBuffer<Values>>

/** Returns the local storage; null if the browser forbids it. */
function browserStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** Returns the buffer in this browser's storage. */
export const browserBuffer = <Values>(options: BufferOptions<Values>): DraftBuffer<Values> =>
  createBuffer({ ...options, storage: browserStorage() })
