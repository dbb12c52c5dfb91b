/** Unsaved work on the server, for all who may edit the same, and who of them is at it. */
import { atom, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import { type Answer, call, type Failure } from "../../../shared/call.ts"
import { isSame } from "../../../ui/forms/editing.ts"
import type { Draft, OnServer } from "./drafts.ts"
import { type Presence, presence, type SharedDraft, sharedDraft } from "./schema.ts"

/** The calls about what has such drafts; `root` is where its routes begin. */
export const sharedCalls = (root: string) => ({
  /** Notes that the viewer has it open; says who else does, and what there is of it. */
  notePresence: (id: string): Promise<Answer<Presence>> =>
    call(`${root}/${id}/presence`, {
      method: "PUT",
      payload: {},
      read: (json) => z.parse(presence, json),
    }),
  /** Notes that the viewer has closed it. */
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
  /** Drops a draft up to that version. */
  drop: (id: string, version: number): Promise<Answer<unknown>> =>
    call(`${root}/${id}/draft?version=${version}`, { method: "DELETE", read: () => null }),
  /** The newer draft out of a refusal; null when there is none in it. */
  readCurrent: (json: unknown): SharedDraft | null => z.safeParse(sharedDraft, json).data ?? null,
})

export type SharedCalls = ReturnType<typeof sharedCalls>

/** How far what is typed has come. */
export type SharedState = "none" | "saving" | "saved" | "failed"

/** How long typing may pause, and how long it may go on, before the draft is stored, in milliseconds. */
const PAUSE_MS = 2_000
const LONGEST_MS = 10_000
/** Between tries that fail; each is as long again. */
const RETRY_MS = 5_000
const RETRY_MOST_MS = 60_000
/** What a browser sends of a page that is left. */
const KEEPALIVE_MOST = 60_000

interface SharingOptions<Values extends object> {
  calls: SharedCalls
  id: string
  $values: ReadableAtom<Values>
  /** What the server needs to know of a draft beside its values. */
  about: (values: Values) => object
  /** The values in a draft; null when the form cannot use them. */
  valuesIn: (draft: SharedDraft) => Values | null
  /** What is saved by now, and which version that is. */
  now: () => { saved: Values; basedOn: string | null }
  begun: OnServer<Values>
  /** A newer one than that, which is to be settled first. */
  newer: { draft: SharedDraft; values: Values } | null
  /** What the server has is another now. */
  onKnown: () => void
  /** The server answers again after a failure. */
  onReachable: () => void
  /** Somebody stored a newer draft than what was known here: nothing is sent until it is settled. */
  onNewer: (draft: SharedDraft, values: Values) => void
}

/** Stores `$values` on the server as they change, until it is ended. */
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
  /** Counts what changes on the server by this editor. */
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
    // Typing on is another try.
    if (["forbidden", "invalid", "too_large", "not_found"].includes(failure.code)) return
    notBefore = Date.now() + (failure.retryAfter ?? 0) * 1000
    wait(Math.min(RETRY_MS * 2 ** (tries - 1), RETRY_MOST_MS))
  }

  function succeed(): void {
    if (tries > 0) onReachable()
    tries = 0
    $failure.set(null)
    $shared.set(version > 0 ? "saved" : "none")
    // More was typed meanwhile.
    if (!isStored()) wait(PAUSE_MS)
  }

  const body = (values: Values) => ({
    ...about(values),
    form: values,
    based_on: now().basedOn,
    version,
  })

  /** A draft that is newer than what was known: mine after all when it says what was sent. */
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

  /** Sends what is not there yet; one call at a time. */
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
  // What only this browser has, from an earlier time.
  else if (!isStored()) wait(0)

  return {
    $shared,
    $failure,
    /** What is known of the server's draft. */
    onServer: (): OnServer<Values> => ({ version, known, sent }),
    send,
    /** Until nothing is on its way. */
    idle: async (): Promise<void> => {
      clearTimeout(timer)
      await sending
    },
    /** The page may be left: what is on its way is sent to its end. */
    leave(): void {
      if (!isPaused && !sending && !isStored()) void start(true)
    },
    /** The draft is done with: saved, or discarded. */
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
    /** What was made of it and of a newer draft is in the form. */
    accept(draft: SharedDraft, values: Values): void {
      isPaused = false
      take(draft.version, values)
      succeed()
      if (!isStored()) wait(0)
    },
    /** Looks at what the others do; `heard` is what the server says of it. */
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
      // What is sent notes that one is there.
      void (isPaused ? Promise.resolve() : send()).then(() => calls.endPresence(id))
      hasEnded = true
    },
  }
}

interface Begun<Values> {
  /** What the form begins with; null for what is saved. */
  draft: Draft<Values> | null
  /** Whose it is; null where this browser had it. */
  from: SharedDraft | null
  server: OnServer<Values>
  /** The server's, when both have changes of their own: a person decides. */
  newer: { draft: SharedDraft; values: Values } | null
}

/**
 * Which of two drafts the form begins with: the one that goes on where the other stopped. `isSaved` says
 * whether there is something saved, so that a draft that is gone from the server was saved or discarded.
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
