/**
 * Stores drafts (unsaved work) in the browser. A draft id is the id of a saved item, or `new:` and the id of a new
 * item.
 */
import { atom } from "nanostores"
import * as z from "zod/mini"
import { parseJson } from "../../../shared/json.ts"

export interface BufferedDraft<Values> {
  values: Values
  /** `updated_at` of the saved version that the draft changes; null for a new item. */
  basedOn: string | null
  storedAt: string
  /** The server's draft that this draft continues. Undefined for resources without drafts on the server. */
  base?: DraftBase<Values> | undefined
}

/** A version of the draft on the server. Version 0 means that the server has no draft. */
export interface DraftBase<Values> {
  version: number
  values: Values | null
}

/** Copy of a draft that one open editor has stored. `writer` is the random id of that editor. */
export type DraftCopy<Values> = BufferedDraft<Values> & { writer: string }

const NEW_ITEM_PREFIX = "new"

type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">

export const isNewItemId = (draftId: string) => draftId.startsWith(`${NEW_ITEM_PREFIX}:`)

export const getIdOfNewItem = (draftId: string): string => draftId.slice(NEW_ITEM_PREFIX.length + 1)

export const getDraftIdOfNewItem = (id: string): string => `${NEW_ITEM_PREFIX}:${id}`

interface BufferOptions<Values> {
  name: string
  userId: string
  /** Schema of the form's values. Stored drafts that do not match it, such as drafts of an older form, are ignored. */
  values: z.core.$ZodType<Values>
}

/** Creates the buffer for a member's drafts of one resource. `storage` is null if the browser blocks local storage. */
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
    /** Returns all copies of a draft that match the schema, the latest first. Each editor stores its own copy. */
    listCopies,
    find: (id: string): DraftCopy<Values> | null => listCopies(id)[0] ?? null,

    /** Stores an editor's copy of a draft. Returns false if the browser cannot store it. */
    store(id: string, writer: string, draft: BufferedDraft<Values>): boolean {
      try {
        storage?.setItem(createKey(id, writer), JSON.stringify(draft))
      } catch {
        return false
      }
      updateIds()
      return storage !== null
    },

    /** Removes the copy of the editor `writer`. Without `writer`, removes all copies of the draft. */
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
