/** Drafts on the server, shared by all members with the right to edit an item, and the presence of these members. */
import { atom, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import { type Answer, call, type Failure } from "../../../shared/call.ts"
import { isSame } from "../../../ui/forms/editing.ts"
import type { Draft, OnServer } from "./drafts.ts"
import { type Presence, presence, type SharedDraft, sharedDraft } from "./schema.ts"

/** Returns the calls of a resource with shared drafts. `root` is the path of its routes. */
export const sharedCalls = (root: string) => ({
  /** Records that the viewer has the item open. Returns the other editors and the current versions. */
  notePresence: (id: string): Promise<Answer<Presence>> =>
    call(`${root}/${id}/presence`, {
      method: "PUT",
      payload: {},
      read: (json) => z.parse(presence, json),
    }),
  /** Records that the viewer has closed the item. */
  endPresence: (id: string): Promise<Answer<unknown>> =>
    call(`${root}/${id}/presence`, { method: "DELETE", read: () => null }),
  find: (id: string): Promise<Answer<SharedDraft>> =>
    call(`${root}/${id}/draft`, { read: (json) => z.parse(sharedDraft, json), cache: "no-store" }),
  store: (id: string, payload: object, isKeptAlive = false): Promise<Answer<SharedDraft>> =>
    call(`${root}/${id}/draft`, {
      method: "PUT",
      payload,
      isKeptAlive,
      read: (json) => z.parse(sharedDraft, json),
    }),
  /** Deletes a draft, unless it is newer than `version`. */
  drop: (id: string, version: number): Promise<Answer<unknown>> =>
    call(`${root}/${id}/draft?version=${version}`, { method: "DELETE", read: () => null }),
  /** Parses the newer draft in a refusal; null if it contains none. */
  readCurrent: (json: unknown): SharedDraft | null => z.safeParse(sharedDraft, json).data ?? null,
})

export type SharedCalls = ReturnType<typeof sharedCalls>

/** The progress of storing the typed work on the server. */
export type SharedState = "none" | "saving" | "saved" | "failed"

/** Debounce of storing the draft and the maximum delay while typing continues, in milliseconds. */
const PAUSE_MS = 2_000
const LONGEST_MS = 10_000
/** Initial and maximum delay between retries. It doubles after each failure. */
const RETRY_MS = 5_000
const RETRY_MOST_MS = 60_000
/** Maximum size of a keepalive request, which browsers finish after the page is left; they allow 64 KiB. */
const KEEPALIVE_MOST = 60_000

interface SharingOptions<Values extends object> {
  calls: SharedCalls
  id: string
  $values: ReadableAtom<Values>
  /** Returns the properties that the server stores in addition to the values. */
  about: (values: Values) => object
  /** Returns the values of a draft; null if they do not fit the form. */
  valuesIn: (draft: SharedDraft) => Values | null
  /** Returns the saved values and their version. */
  now: () => { saved: Values; basedOn: string | null }
  begun: OnServer<Values>
  /** A newer draft, which has to be merged before anything is sent. */
  newer: { draft: SharedDraft; values: Values } | null
  /** Called when `onServer()` has changed. */
  onKnown: () => void
  /** Called when the server answers again after a failure. */
  onReachable: () => void
  /** Called when another editor has stored a newer draft. Nothing is sent until `accept()`. */
  onNewer: (draft: SharedDraft, values: Values) => void
}

/** Stores `$values` on the server after each change until `end()`. */
export function startSharing<Values extends object>({
  calls,
  id,
  $values,
  about,
  valuesIn,
  now,
  begun,
  newer,
  onKnown,
  onReachable,
  onNewer,
}: SharingOptions<Values>) {
  const $shared = atom<SharedState>(begun.version > 0 ? "saved" : "none")
  const $failure = atom<Failure | null>(null)
  let { version, known, sent } = begun
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let typedAt: number | null = null
  let tries = 0
  let notBefore = 0
  /** Number of changes that this editor made on the server. */
  let changes = 0
  let isPaused = false
  let hasEnded = false

  const isUnsaved = () => !isSame($values.get(), now().saved)
  const isStored = () =>
    isUnsaved() ? known !== null && isSame($values.get(), known) : version === 0

  function take(nextVersion: number, values: Values | null): void {
    version = nextVersion
    known = values
    sent = null
    changes += 1
    onKnown()
  }

  function wait(ms: number): void {
    clearTimeout(timer)
    if (!hasEnded) timer = setTimeout(() => void send(), Math.max(ms, notBefore - Date.now()))
  }

  function fail(failure: Failure): void {
    $shared.set("failed")
    $failure.set(failure)
    tries += 1
    // A retry of the same values would fail again. The next change triggers another attempt.
    if (["forbidden", "invalid", "too_large", "not_found"].includes(failure.code)) return
    notBefore = Date.now() + (failure.retryAfter ?? 0) * 1000
    wait(Math.min(RETRY_MS * 2 ** (tries - 1), RETRY_MOST_MS))
  }

  function succeed(): void {
    if (tries > 0) onReachable()
    tries = 0
    $failure.set(null)
    $shared.set(version > 0 ? "saved" : "none")
    // Stores values that were typed during the request.
    if (!isStored()) wait(PAUSE_MS)
  }

  const body = (values: Values) => ({
    ...about(values),
    form: values,
    based_on: now().basedOn,
    version,
  })

  /** Handles a newer draft. If its values equal the editor's, for example after a lost answer, there is no conflict. */
  function meet(draft: SharedDraft, own = [sent, known, $values.get()]): void {
    const values = valuesIn(draft)
    const isMine = values && own.some((mine) => mine && isSame(mine, values))
    if (values && !isMine) pause(draft, values)
    else {
      take(draft.version, values)
      succeed()
    }
  }

  function pause(draft: SharedDraft, values: Values): void {
    isPaused = true
    clearTimeout(timer)
    $shared.set("failed")
    onNewer(draft, values)
  }

  async function storeOnce(isKeptAlive: boolean): Promise<void> {
    const values = $values.get()
    if (!isUnsaved()) {
      const answer = await calls.drop(id, version)
      if (!answer.ok) return fail(answer.failure)
      take(0, null)
      return succeed()
    }
    $shared.set("saving")
    const payload = body(values)
    const own = [sent, known, values]
    sent = values
    onKnown()
    const fits = JSON.stringify(payload).length <= KEEPALIVE_MOST
    const answer = await calls.store(id, payload, isKeptAlive && fits)
    if (answer.ok) {
      take(answer.body.version, values)
      return succeed()
    }
    const newer = answer.failure.code === "stale" ? calls.readCurrent(answer.failure.current) : null
    if (newer) meet(newer, own)
    else fail(answer.failure)
  }

  /** Sends unsent values, one request at a time. */
  async function send(): Promise<void> {
    clearTimeout(timer)
    await sending
    if (isPaused || sending) return
    if (isStored()) return
    await start()
  }

  function start(isKeptAlive = false): Promise<void> {
    typedAt = null
    sending = storeOnce(isKeptAlive).finally(() => {
      sending = null
    })
    return sending
  }

  const stopListening = $values.listen(() => {
    if (isPaused) return
    typedAt ??= Date.now()
    if (!isStored()) $shared.set("saving")
    wait(Math.min(PAUSE_MS, typedAt + LONGEST_MS - Date.now()))
  })
  if (newer) pause(newer.draft, newer.values)
  // Sends a draft that only this browser has, from an earlier visit.
  else if (!isStored()) wait(0)

  return {
    $shared,
    $failure,
    /** Returns the known state of the server's draft. */
    onServer: (): OnServer<Values> => ({ version, known, sent }),
    send,
    /** Waits for the running request and cancels the scheduled one. */
    idle: async (): Promise<void> => {
      clearTimeout(timer)
      await sending
    },
    /** Sends unsent values when the page may be left, with a keepalive request. */
    leave(): void {
      if (!isPaused && !sending && !isStored()) void start(true)
    },
    /** Ends the draft after it was saved or discarded. */
    async settle(isDiscarded = false): Promise<void> {
      await sending
      clearTimeout(timer)
      const former = version
      isPaused = false
      take(0, null)
      $failure.set(null)
      $shared.set("none")
      if (isDiscarded && former > 0) {
        const answer = await calls.drop(id, former)
        if (!answer.ok) take(former, null)
      }
      if (!isStored()) wait(isDiscarded ? 0 : PAUSE_MS)
    },
    /** Continues after a newer draft has been merged into the form. */
    accept(draft: SharedDraft, values: Values): void {
      isPaused = false
      take(draft.version, values)
      succeed()
      if (!isStored()) wait(0)
    },
    /** Updates the presence, and loads a newer draft of another editor. */
    async listen(): Promise<Presence | null> {
      const before = changes
      const answer = await calls.notePresence(id)
      if (!answer.ok || hasEnded) return null
      const { draft } = answer.body
      const isQuiet = () => before === changes && !sending && !isPaused && !hasEnded
      if (isQuiet() && draft && draft.version > version) {
        const newer = await calls.find(id)
        if (newer.ok && isQuiet()) meet(newer.body)
      } else if (isQuiet() && !draft && version > 0) take(0, null)
      return answer.body
    },
    end(): void {
      stopListening()
      clearTimeout(timer)
      // Sends first, because storing a draft records the presence again.
      void (isPaused ? Promise.resolve() : send()).then(() => calls.endPresence(id))
      hasEnded = true
    },
  }
}

interface Begun<Values> {
  /** The draft that the form starts with; null for the saved values. */
  draft: Draft<Values> | null
  /** The server's draft if the form starts with it; null for this browser's draft. */
  from: SharedDraft | null
  server: OnServer<Values>
  /** The server's draft if both drafts have different changes, which have to be merged. */
  newer: { draft: SharedDraft; values: Values } | null
}

/**
 * Chooses between this browser's draft and the server's: the one that contains the other's changes. With `isSaved` the
 * item exists, so a draft that is missing on the server was saved or discarded.
 */
export function beginWith<Values extends object>(
  local: Draft<Values> | null,
  shared: { draft: SharedDraft; values: Values } | null,
  isSaved: boolean,
): Begun<Values> {
  const { version = 0, known = null, sent = null } = local?.server ?? {}
  const nothing = { version: 0, known: null, sent: null }
  if (!shared) {
    const isSettled =
      isSaved && version > 0 && known !== null && isSame(local?.values ?? known, known)
    return { draft: isSettled ? null : local, from: null, server: nothing, newer: null }
  }
  const { draft, values } = shared
  const server = { version: draft.version, known: values, sent: null }
  const theirs = { values, basedOn: draft.based_on, storedAt: draft.saved_at }
  if (!local) return { draft: theirs, from: draft, server, newer: null }
  if (isSame(local.values, values)) return { draft: local, from: null, server, newer: null }
  const isAhead = draft.version === version || (sent && isSame(sent, values))
  if (isAhead) return { draft: local, from: null, server, newer: null }
  if (known && isSame(local.values, known))
    return { draft: theirs, from: draft, server, newer: null }
  return { draft: local, from: null, server: { version, known, sent }, newer: shared }
}
