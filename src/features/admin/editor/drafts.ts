/** Unsaved work, stored in this browser until it is saved or discarded. */
import { atom, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import { parseJson } from "../../../shared/json.ts"
import { isSame } from "../../../ui/forms/editing.ts"

export interface Draft<Values> {
  values: Values
  /** The saved version that the draft is based on; null for a new item. */
  basedOn: string | null
  /** When it was last stored, as an ISO moment. */
  storedAt: string
  /** Id of the open editor that stored the draft. */
  writer?: string | undefined
  /** The state of the draft on the server, for resources with shared drafts. */
  server?: OnServer<Values> | undefined
}

/** The state of a shared draft on the server, as far as the editor knows. */
export interface OnServer<Values> {
  /** The last version that the editor stored or loaded; 0 without a draft. */
  version: number
  /** The values of that version, the common base of the editor's values and a newer draft. */
  known: Values | null
  /** The values that were sent last and may not have arrived. */
  sent: Values | null
}

/** The id of an unsaved item in addresses, and the prefix of its draft id. */
export const NEW = "new"

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">

type Tab = Pick<Storage, "getItem" | "setItem">

/** Returns whether a draft id belongs to an unsaved item. */
export const isOfSomethingNew = (id: string) => id.startsWith(`${NEW}:`)

/** Returns whether one of the draft ids belongs to an unsaved item. */
export const hasUnfinished = (ids: string[]): boolean => ids.some(isOfSomethingNew)

/** Returns the future id of an unsaved item from its draft id. */
export const idOfNew = (draftId: string): string => draftId.slice(NEW.length + 1)

/** Returns the draft id of an unsaved item. */
export const draftIdOfNew = (id: string): string => `${NEW}:${id}`

/** Returns a UUID of version 4. `crypto.randomUUID` does not exist on plain HTTP. */
const randomId = (): string =>
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })

interface DraftsOptions<Values> {
  name: string
  userId: string
  /** The schema of the values. Drafts that do not match, for example from an older form, are ignored. */
  values: z.core.$ZodType<Values>
}

/**
 * Returns a member's drafts of one resource. `shelf` is the local storage, null if the browser forbids it; `tab` is the
 * session storage.
 */
export function createDrafts<Values>({
  name,
  userId,
  values,
  shelf,
  tab,
}: DraftsOptions<Values> & { shelf: Shelf | null; tab: Tab | null }) {
  const prefix = `draft:${userId}:${name}:`
  const stored = z.object({
    values,
    basedOn: z.nullable(z.string()),
    storedAt: z.string(),
    writer: z.optional(z.string()),
    server: z.optional(
      z.object({ version: z.number(), known: z.nullable(values), sent: z.nullable(values) }),
    ),
  })
  const newKey = `new-${prefix}`
  const knownNewId = tab?.getItem(newKey)
  let newId = ""

  function setNewId(id: string): void {
    newId = id
    try {
      tab?.setItem(newKey, id)
    } catch {
      // After a reload the tab starts another item; this one is still listed as unfinished.
    }
  }

  // Each tab has its own id, so that tabs do not overwrite each other's unsaved items.
  const renew = () => setNewId(draftIdOfNew(randomId()))
  if (knownNewId) newId = knownNewId
  else renew()

  const $ids = atom<string[]>(
    Array.from({ length: shelf?.length ?? 0 }, (_, index) => shelf?.key(index) ?? "")
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length)),
  )

  function find(id: string): Draft<Values> | null {
    return stored.safeParse(parseJson(shelf?.getItem(prefix + id) ?? "")).data ?? null
  }

  /** Stores a draft. Returns false if the storage is full or forbidden. */
  function store(id: string, draft: Draft<Values>): boolean {
    try {
      shelf?.setItem(prefix + id, JSON.stringify(draft))
    } catch {
      return false
    }
    if (!$ids.get().includes(id)) $ids.set([...$ids.get(), id])
    return shelf !== null
  }

  function drop(id: string): void {
    shelf?.removeItem(prefix + id)
    if ($ids.get().includes(id)) $ids.set($ids.get().filter((known) => known !== id))
  }

  return {
    /** The ids of all drafts, including those of unsaved items. */
    $ids,
    /** The draft id of this tab's unsaved item. */
    get newId() {
      return newId
    },
    /** Chooses another id for the next unsaved item. */
    renew,
    find,
    store,
    drop,
    /** Returns the ids of drafts of the same item that other tabs stored separately. */
    beside: (id: string): string[] => $ids.get().filter((other) => other.startsWith(`${id}~`)),

    /** Takes over an unsaved item of another tab, unless this tab has one. */
    takeUnfinished(): void {
      const ids = $ids.get()
      const id = ids.find(isOfSomethingNew)
      if (id && !ids.includes(newId)) setNewId(id)
    },
  }
}

export type Drafts<Values> = ReturnType<typeof createDrafts<Values>>

/** Returns a storage of the browser; null if it is forbidden. */
function storageOf(kind: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return window[kind]
  } catch {
    return null
  }
}

/** Returns the drafts in this browser's storage. */
export const browserDrafts = <Values>(options: DraftsOptions<Values>): Drafts<Values> =>
  createDrafts({ ...options, shelf: storageOf("localStorage"), tab: storageOf("sessionStorage") })

/** Debounce of storing the draft, in milliseconds. */
const STORE_AFTER_MS = 400

/** Whether unsaved work is stored in this browser. */
export type DraftState = "none" | "stored" | "not-stored"

interface AutosaveOptions<Values extends object> {
  drafts: Drafts<Values>
  $values: ReadableAtom<Values>
  /** Whether the form started with a draft. */
  isRestored: boolean
  /** Returns the current draft id, the saved values and their version. */
  now: () => Pick<Draft<Values>, "basedOn" | "server"> & { id: string; saved: Values }
}

/**
 * Stores `$values` after each change until `end()`. Drops the draft when nothing is unsaved. If another tab has stored
 * a draft of the same item, this tab's draft is stored under a separate id.
 */
export function startAutosave<Values extends object>({
  drafts,
  $values,
  isRestored,
  now,
}: AutosaveOptions<Values>) {
  const $draft = atom<DraftState>(isRestored ? "stored" : "none")
  const writer = randomId()
  const taken = drafts.find(now().id)?.storedAt
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false

  const isOthers = (draft: Draft<Values> | null) =>
    draft !== null && draft.writer !== writer && draft.storedAt !== taken
  const beside = (id: string) => `${id}~${writer}`

  /** Drops this editor's drafts of the item. */
  function drop(id = now().id): void {
    if (!isOthers(drafts.find(id))) drafts.drop(id)
    drafts.drop(beside(id))
  }

  function flush(): void {
    clearTimeout(timer)
    if (hasEnded) return
    const { id, saved, basedOn, server } = now()
    const values = $values.get()
    if (isSame(values, saved)) {
      drop(id)
      $draft.set("none")
    } else {
      const draft = { values, basedOn, storedAt: new Date().toISOString(), writer, server }
      const place = isOthers(drafts.find(id)) ? beside(id) : id
      $draft.set(drafts.store(place, draft) ? "stored" : "not-stored")
    }
  }

  const stopListening = $values.listen(() => {
    clearTimeout(timer)
    timer = setTimeout(flush, STORE_AFTER_MS)
  })

  return {
    $draft,
    flush,
    drop,
    hasEnded: () => hasEnded,
    /** Stops storing. Unsaved work stays as a draft. */
    end(): void {
      flush()
      stopListening()
      hasEnded = true
    },
  }
}
