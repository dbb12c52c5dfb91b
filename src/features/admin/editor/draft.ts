/** Stores the unsaved work (draft) of an open editor: in the browser, and for some resources on the server. */
import { atom, type ReadableAtom } from "nanostores"
import type { Failure } from "../../../shared/call.ts"
import { createRandomId } from "../../../shared/random-id.ts"
import { areSameValues } from "../../../ui/forms/changed-fields.ts"
import type { BufferedDraft, DraftBase, DraftBuffer } from "./buffer.ts"
import type { DraftCalls } from "./calls.ts"
import type { Presence, ServerDraft } from "./schema.ts"

/**
 * Where the unsaved work is. `none`: there is no unsaved work. `saving`: it is in the browser, and is sent to the
 * server soon.
 */
export type DraftState =
  | "none"
  | "saving"
  | "on-server"
  | "in-browser"
  /** The browser's storage is full or blocked, and the server does not have the work. */
  | "not-stored"

export interface ParsedDraft<Values> {
  draft: ServerDraft
  values: Values
}

/** Milliseconds after the last change until the work is stored in the browser. */
const BUFFER_DELAY_MS = 400
/** Milliseconds after the last change until the work is sent, and the maximum delay while the member keeps typing. */
const SEND_DELAY_MS = 2_000
const MAX_SEND_DELAY_MS = 10_000
/** Initial and maximum delay between retries in milliseconds. The delay doubles after each failure. */
const RETRY_DELAY_MS = 5_000
const MAX_RETRY_DELAY_MS = 60_000
/** Maximum size in bytes of a request that the browser finishes after the page is closed. Browsers allow 64 KiB. */
const MAX_KEEPALIVE_BYTES = 60_000
/** Codes of failures that schedule no retry. */
const FINAL_FAILURES: ReadonlySet<string> = new Set([
  "forbidden",
  "invalid",
  "too_large",
  "not_found",
])

/** The draft that an editor starts with. `base` is the server's draft that `draft` continues. */
interface InitialDraft<Values> {
  draft: Pick<BufferedDraft<Values>, "values" | "basedOn" | "storedAt"> | null
  /** The server's draft if `draft` has the same values, otherwise null. */
  serverDraft: ServerDraft | null
  base: DraftBase<Values>
  /** Another version of the draft on the server, which the member has to merge. */
  newerDraft: ParsedDraft<Values> | null
}

/** Chooses the draft that an editor starts with: the unconfirmed draft in the browser, or the draft on the server. */
export function chooseDraft<Values extends object>(
  buffered: BufferedDraft<Values> | null,
  onServer: ParsedDraft<Values> | null,
): InitialDraft<Values> {
  if (!onServer) {
    return {
      draft: buffered,
      serverDraft: null,
      base: { version: 0, values: null },
      newerDraft: null,
    }
  }
  const { draft, values } = onServer
  const base = { version: draft.version, values }
  if (!buffered || areSameValues(buffered.values, values)) {
    const stored = { values, basedOn: draft.based_on, storedAt: draft.saved_at }
    return { draft: stored, serverDraft: draft, base, newerDraft: null }
  }
  const bufferedBase = buffered.base ?? { version: 0, values: null }
  return bufferedBase.version === draft.version
    ? { draft: buffered, serverDraft: null, base, newerDraft: null }
    : { draft: buffered, serverDraft: null, base: bufferedBase, newerDraft: onServer }
}

interface DraftOptions<Values extends object> {
  buffer: DraftBuffer<Values>
  server: DraftCalls | null
  id: string
  $values: ReadableAtom<Values>
  /** Returns the id of the draft, and the values and version of the saved item. */
  getCurrent: () => { draftId: string; saved: Values; basedOn: string | null }
  /** Returns the values that decide which members may see the draft. */
  getAccessFields: (values: Values) => object
  /** Returns the form's values in a draft. Returns null if the draft does not fit the form. */
  parseValues: (draft: ServerDraft) => Values | null
  initial: InitialDraft<Values>
  /** Called when the server responds again after failures. */
  onReachable: () => void
  /** Called when the server has a newer draft. Nothing is sent until the member merges, saves or discards. */
  onNewerDraft: (newerDraft: ParsedDraft<Values>, base: Values | null) => void
}

/** Stores `$values` after each change until `dispose()` is called. Deletes the draft if there is no unsaved work. */
export function startDraft<Values extends object>(options: DraftOptions<Values>) {
  const { buffer, server, id, $values, getCurrent, getAccessFields, parseValues, initial } = options
  const $state = atom<DraftState>("none")
  const $failure = atom<Failure | null>(null)
  const writer = createRandomId()
  /** Version and values of the draft that the server has confirmed. */
  let { version, values: confirmed } = initial.base
  /** Values of the last request, until the server has confirmed them. */
  let sent: Values | null = null
  let isBuffered = true
  let bufferTimer: ReturnType<typeof setTimeout> | undefined
  let sendTimer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let firstUnsentChangeAt: number | null = null
  let failureCount = 0
  /** Earliest time of the next request, in milliseconds. */
  let retryNotBefore = 0
  /** Number of changes of `confirmed`. A response is outdated if this number has changed since its request. */
  let confirmations = 0
  /** Whether sending pauses, because the member has to merge a newer draft first. */
  let isPaused = false
  let isDisposed = false

  const isUnsaved = () => !areSameValues($values.get(), getCurrent().saved)
  /** Returns whether the server is up to date: its draft equals the form, or neither has unsaved work. */
  const isConfirmed = () =>
    isUnsaved() ? confirmed !== null && areSameValues($values.get(), confirmed) : version === 0

  function getState(): DraftState {
    if (!isUnsaved()) return "none"
    if (server && isConfirmed()) return "on-server"
    if (!isBuffered) return "not-stored"
    return server && !isPaused && !$failure.get() ? "saving" : "in-browser"
  }

  const updateState = () => $state.set(getState())

  /** Stores unsaved work in the browser. Drops the browser's copy if the work is saved or on the server. */
  function flush(): void {
    clearTimeout(bufferTimer)
    const { draftId, basedOn } = getCurrent()
    if (!isUnsaved() || (server && isConfirmed())) buffer.drop(draftId, writer)
    else {
      const storedAt = new Date().toISOString()
      const base = server ? { version, values: confirmed } : undefined
      const draft = { values: $values.get(), basedOn, storedAt, base }
      isBuffered = buffer.store(draftId, writer, draft)
    }
    updateState()
  }

  function setConfirmed(nextVersion: number, values: Values | null): void {
    version = nextVersion
    confirmed = values
    sent = null
    confirmations += 1
    flush()
  }

  function sendAfter(ms: number): void {
    clearTimeout(sendTimer)
    if (!server || isDisposed || isPaused) return
    sendTimer = setTimeout(() => void send(), Math.max(ms, retryNotBefore - Date.now()))
  }

  function fail(failure: Failure): void {
    $failure.set(failure)
    updateState()
    failureCount += 1
    if (FINAL_FAILURES.has(failure.code)) return
    retryNotBefore = Date.now() + (failure.retryAfter ?? 0) * 1000
    sendAfter(Math.min(RETRY_DELAY_MS * 2 ** (failureCount - 1), MAX_RETRY_DELAY_MS))
  }

  function succeed(nextVersion: number, values: Values | null): void {
    $failure.set(null)
    setConfirmed(nextVersion, values)
    if (failureCount > 0) options.onReachable()
    failureCount = 0
    if (!isConfirmed()) sendAfter(SEND_DELAY_MS)
  }

  function pause(newerDraft: ParsedDraft<Values>): void {
    isPaused = true
    clearTimeout(sendTimer)
    updateState()
    options.onNewerDraft(newerDraft, confirmed)
  }

  /**
   * Pauses until the member merges the newer draft. Instead continues from that draft if it does not fit the form, or
   * if this editor has sent it and the response was lost.
   */
  function handleNewerDraft(
    draft: ServerDraft,
    ownValues = [sent, confirmed, $values.get()],
  ): void {
    const values = parseValues(draft)
    const isMine = values && ownValues.some((own) => own && areSameValues(own, values))
    if (values && !isMine) pause({ draft, values })
    else succeed(draft.version, values)
  }

  /** Sends the work, or deletes the server's draft if there is no unsaved work. */
  async function storeOnce(calls: DraftCalls, isKeptAlive: boolean): Promise<void> {
    const values = $values.get()
    if (!isUnsaved()) {
      const result = await calls.drop(id, version)
      return result.ok ? succeed(0, null) : fail(result.failure)
    }
    const { basedOn } = getCurrent()
    const payload = { ...getAccessFields(values), form: values, based_on: basedOn, version }
    const ownValues = [sent, confirmed, values]
    sent = values
    flush()
    const byteCount = new TextEncoder().encode(JSON.stringify(payload)).length
    const result = await calls.store(id, payload, {
      isKeptAlive: isKeptAlive && byteCount <= MAX_KEEPALIVE_BYTES,
    })
    if (result.ok) return succeed(result.body.version, values)
    const { code, current: currentDraft } = result.failure
    const newerDraft = code === "stale" ? calls.readCurrent(currentDraft) : null
    if (newerDraft) handleNewerDraft(newerDraft, ownValues)
    else fail(result.failure)
  }

  function startSending(calls: DraftCalls, { isKeptAlive = false } = {}): Promise<void> {
    firstUnsentChangeAt = null
    sending = storeOnce(calls, isKeptAlive).finally(() => {
      sending = null
    })
    return sending
  }

  async function send(): Promise<void> {
    clearTimeout(sendTimer)
    await sending
    if (server && !isPaused && !sending && !isConfirmed()) await startSending(server)
  }

  /** Treats the server's draft as deleted. Returns its former version. */
  async function resetVersion(): Promise<number> {
    await sending
    clearTimeout(sendTimer)
    const formerVersion = version
    isPaused = false
    $failure.set(null)
    setConfirmed(0, null)
    return formerVersion
  }

  const stopListening = $values.listen(() => {
    clearTimeout(bufferTimer)
    bufferTimer = setTimeout(flush, BUFFER_DELAY_MS)
    firstUnsentChangeAt ??= Date.now()
    if (server) updateState()
    sendAfter(Math.min(SEND_DELAY_MS, firstUnsentChangeAt + MAX_SEND_DELAY_MS - Date.now()))
  })
  flush()
  if (initial.newerDraft) pause(initial.newerDraft)
  else if (!isConfirmed()) sendAfter(0)

  return {
    $state,
    $failure,
    getVersion: () => version,
    /** Returns the values of the server's draft that the form continues. Null if the server has no draft. */
    getConfirmedValues: () => confirmed,
    isDisposed: () => isDisposed,
    flush,
    send,
    dropBuffered: (): void => buffer.drop(getCurrent().draftId, writer),
    waitForPendingRequest: async (): Promise<void> => {
      clearTimeout(sendTimer)
      await sending
    },
    /** Stores the draft in the browser, and sends it with a request that continues after the page is closed. */
    leave(): void {
      flush()
      if (server && !isPaused && !sending && !isConfirmed())
        void startSending(server, { isKeptAlive: true })
    },
    /** Called after a save, because the server deletes the draft when it saves the item. */
    async markServerDraftDeleted(): Promise<void> {
      await resetVersion()
      if (!isConfirmed()) sendAfter(SEND_DELAY_MS)
    },
    async deleteServerDraft(): Promise<void> {
      const formerVersion = await resetVersion()
      if (server && formerVersion > 0) {
        const result = await server.drop(id, formerVersion)
        if (!result.ok) setConfirmed(formerVersion, null)
      }
      if (!isConfirmed()) sendAfter(0)
    },
    /** Continues after a merge: the server's newer draft becomes the base. */
    accept({ draft, values }: ParsedDraft<Values>): void {
      isPaused = false
      succeed(draft.version, values)
      if (!isConfirmed()) sendAfter(0)
    },
    /** Reports that the member edits the item, and handles a newer draft. Returns null if the first request fails. */
    async pollPresence(): Promise<Presence | null> {
      const confirmationsBefore = confirmations
      const result = await server?.reportPresence(id)
      if (!server || !result?.ok || isDisposed) return null
      const { draft } = result.body
      const isUnchanged = () =>
        confirmationsBefore === confirmations && !sending && !isPaused && !isDisposed
      if (isUnchanged() && draft && draft.version > version) {
        const findResult = await server.find(id)
        if (findResult.ok && isUnchanged()) handleNewerDraft(findResult.body)
      } else if (isUnchanged() && !draft && version > 0) setConfirmed(0, null)
      return result.body
    },
    dispose(): void {
      flush()
      stopListening()
      clearTimeout(sendTimer)
      // The draft is sent first, because the server adds the sender of a draft to the editors of the item.
      if (server) void send().then(() => server.endPresence(id))
      isDisposed = true
    },
  }
}
