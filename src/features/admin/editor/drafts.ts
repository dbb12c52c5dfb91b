/** Unsaved work, stored in this browser until it is saved or discarded. */
import { atom, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import { parseJson } from "../../../shared/json.ts"
import { isSame } from "../../../ui/forms/editing.ts"

export interface Draft<Values> {
  values: Values
  /** The version it began from; null for something new. */
  basedOn: string | null
  /** When it was last stored, as an ISO moment. */
  storedAt: string
  /** Which of the open editors stored it. */
  writer?: string | undefined
  /** What of it the server has, where drafts are there as well. */
  server?: OnServer<Values> | undefined
}

/** What an editor knows of the draft on the server. */
export interface OnServer<Values> {
  /** The one that it stored or took over last; 0 for none. */
  version: number
  /** That version's values: what mine and a newer one both began from. */
  known: Values | null
  /** What was sent last, which may not have arrived. */
  sent: Values | null
}

/** Stands for the id of something that is not saved yet. */
export const NEW = "new"

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">

type Tab = Pick<Storage, "getItem" | "setItem">

/** Whether what a draft is stored under is of something new. */
export const isOfSomethingNew = (id: string) => id.startsWith(`${NEW}:`)

/** Whether something new was begun and not finished, by the ids that have a draft. */
export const hasUnfinished = (ids: string[]): boolean => ids.some(isOfSomethingNew)

/** The id that something new will have, by what its draft is stored under. */
export const idOfNew = (draftId: string): string => draftId.slice(NEW.length + 1)

/** What the draft of something new is stored under. */
export const draftIdOfNew = (id: string): string => `${NEW}:${id}`

/** A UUID of version 4. `crypto.randomUUID` is missing on plain HTTP. */
const randomId = (): string =>
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })

interface DraftsOptions<Values> {
  name: string
  userId: string
  /** A draft of other values, maybe by an older version of the form, is none. */
  values: z.core.$ZodType<Values>
}

/**
 * The drafts of one kind of thing by one person. `shelf` is null where the browser stores nothing, and
 * `tab` is what it stores for this tab alone.
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
      // Then a reload begins another one, and this one is still found as unfinished.
    }
  }

  // Two tabs must not write over each other's new things.
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

  /** Whether it could be stored: a browser may be full, or forbid it. */
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
    /** The ids that have a draft, those of new things among them. */
    $ids,
    /** What this tab stores something new under. */
    get newId() {
      return newId
    },
    /** What was new has been saved: the next one has another id. */
    renew,
    find,
    store,
    drop,
    /** Where other tabs have stored drafts of the same. */
    beside: (id: string): string[] => $ids.get().filter((other) => other.startsWith(`${id}~`)),

    /** Makes an unfinished new thing of another tab this tab's own, unless it has one. */
    takeUnfinished(): void {
      const ids = $ids.get()
      const id = ids.find(isOfSomethingNew)
      if (id && !ids.includes(newId)) setNewId(id)
    },
  }
}

export type Drafts<Values> = ReturnType<typeof createDrafts<Values>>

/** Null where it is forbidden. */
function storageOf(kind: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return window[kind]
  } catch {
    return null
  }
}

/** The drafts in the storage of this browser. */
export const browserDrafts = <Values>(options: DraftsOptions<Values>): Drafts<Values> =>
  createDrafts({ ...options, shelf: storageOf("localStorage"), tab: storageOf("sessionStorage") })

/** How long typing may pause before the draft is stored, in milliseconds. */
const STORE_AFTER_MS = 400

/** Whether unsaved work would survive this page. */
export type DraftState = "none" | "stored" | "not-stored"

interface AutosaveOptions<Values extends object> {
  drafts: Drafts<Values>
  $values: ReadableAtom<Values>
  /** Whether the form began with a draft. */
  isRestored: boolean
  /** What it is stored under, what is saved, and which version that is, by now. */
  now: () => Pick<Draft<Values>, "basedOn" | "server"> & { id: string; saved: Values }
}

/**
 * Stores `$values` as they change, until it is ended; drops the draft when nothing is unsaved. Where another
 * tab has stored the same meanwhile, this one's is stored beside it.
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

  /** Drops what is this editor's own. */
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
    /** Unsaved work stays as a draft. */
    end(): void {
      flush()
      stopListening()
      hasEnded = true
    },
  }
}
