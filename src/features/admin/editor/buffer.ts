/** Stores drafts (unsaved work) in the browser, by draft id: the item's id, or `new:` with the id of a new item. */
import { atom } from "nanostores"
import * as z from "zod/mini"
import { parseJson } from "../../../shared/json.ts"

export interface BufferedDraft<Values> {
  values: Values
  /** `updated_at` of the saved version that the draft changes; null for a new item. */
  basedOn: string | null
  storedAt: string
  /** The server's draft that this draft continues. Only for resources with drafts on the server. */
  base?: DraftBase<Values> | undefined
}

/** A version of the draft on the server. With version 0, the server has no draft. */
export interface DraftBase<Values> {
  version: number
  values: Values | null
}

/** The draft of one open editor. `writer` is the random id of the editor. */
export type DraftCopy<Values> = BufferedDraft<Values> & { writer: string }

const NEW_ITEM_PREFIX = "new"

type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">

export const isNewItemId = (draftId: string) => draftId.startsWith(`${NEW_ITEM_PREFIX}:`)

export const getIdOfNewItem = (draftId: string): string => draftId.slice(NEW_ITEM_PREFIX.length + 1)

export const getDraftIdOfNewItem = (id: string): string => `${NEW_ITEM_PREFIX}:${id}`

interface BufferOptions<Values> {
  name: string
  userId: string
  /** Schema of the values. A draft of an older form may not match, and is ignored. */
  values: z.core.$ZodType<Values>
}

/** Creates a member's buffer. `storage` is null if the browser blocks local storage. */
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
  const createKey = (id: string, writer: string) => `${prefix}${id}~${writer}`

  const listEntries = () =>
    Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "")
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const [id = "", writer = ""] = key.slice(prefix.length).split("~")
        return { id, writer }
      })

  const listIds = () => [...new Set(listEntries().map(({ id }) => id))]
  const $ids = atom<string[]>(listIds())

  function updateIds(): void {
    const ids = listIds()
    if (ids.join() !== $ids.get().join()) $ids.set(ids)
  }

  const listCopies = (draftId: string): DraftCopy<Values>[] =>
    listEntries()
      .filter(({ id }) => id === draftId)
      .flatMap(({ id, writer }) => {
        const text = storage?.getItem(createKey(id, writer)) ?? ""
        const draft = storedDraft.safeParse(parseJson(text)).data
        return draft ? [{ ...draft, writer }] : []
      })
      .sort((a, b) => b.storedAt.localeCompare(a.storedAt))

  return {
    $ids,
    /** Lists the copies of a draft that fit the form, the latest first. Each editor stores its own copy. */
    listCopies,
    find: (id: string): DraftCopy<Values> | null => listCopies(id)[0] ?? null,

    /** Returns false if the browser cannot store the draft. */
    store(id: string, writer: string, draft: BufferedDraft<Values>): boolean {
      try {
        storage?.setItem(createKey(id, writer), JSON.stringify(draft))
      } catch {
        return false
      }
      updateIds()
      return storage !== null
    },

    /** Removes the copy of an editor, or all copies. */
    drop(draftId: string, writer?: string): void {
      for (const entry of listEntries()) {
        if (entry.id !== draftId || (writer && entry.writer !== writer)) continue
        storage?.removeItem(createKey(draftId, entry.writer))
      }
      updateIds()
    },
  }
}

export type DraftBuffer<Values> = ReturnType<typeof createBuffer<Values>>

function getBrowserStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

export const createBrowserBuffer = <Values>(options: BufferOptions<Values>): DraftBuffer<Values> =>
  createBuffer({ ...options, storage: getBrowserStorage() })
