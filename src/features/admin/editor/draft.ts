/** Unsaved work of an open editor. The browser stores the draft until the server has confirmed it. */
import { atom, type ReadableAtom } from "nanostores"
import type { Failure } from "../../../shared/call.ts"
import { areSameValues } from "../../../ui/forms/changed-fields.ts"
import { type BufferedDraft, createRandomId, type DraftBase, type DraftBuffer } from "./buffer.ts"
import type { DraftCalls } from "./calls.ts"
import type { Presence, ServerDraft } from "./schema.ts"

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
const BUFFER_MS = 400
/** Milliseconds after the last change until the work is sent, and the maximum while typing continues. */
const PAUSE_MS = 2_000
const MAX_PAUSE_MS = 10_000
/** Initial and maximum delay between retries in milliseconds. The delay doubles after each failure. */
const RETRY_MS = 5_000
const MAX_RETRY_MS = 60_000
/** Maximum size in bytes of a request that outlives the page. Browsers allow 64 KiB. */
const MAX_KEEPALIVE = 60_000
/** Failures after which the same values are not sent again. The next change is sent. */
const FINAL_FAILURES: ReadonlySet<string> = new Set([
  "forbidden",
  "invalid",
  "too_large",
  "not_found",
])

interface InitialDraft<Values> {
  draft: Pick<BufferedDraft<Values>, "values" | "basedOn" | "storedAt"> | null
  serverDraft: ServerDraft | null
  base: DraftBase<Values>
  newer: ParsedDraft<Values> | null
}

/** Chooses between the draft in the browser, which the server has not confirmed, and the draft on the server. */
export function chooseDraft<Values extends object>(
  buffered: BufferedDraft<Values> | null,
  onServer: ParsedDraft<Values> | null,
): InitialDraft<Values> {
  if (!onServer) {
    return { draft: buffered, serverDraft: null, base: { version: 0, values: null }, newer: null }
  }
  const { draft, values } = onServer
  const base = { version: draft.version, values }
  if (!buffered || areSameValues(buffered.values, values)) {
    const stored = { values, basedOn: draft.based_on, storedAt: draft.saved_at }
    return { draft: stored, serverDraft: draft, base, newer: null }
  }
  const bufferedBase = buffered.base ?? { version: 0, values: null }
  return bufferedBase.version === draft.version
    ? { draft: buffered, serverDraft: null, base, newer: null }
    : { draft: buffered, serverDraft: null, base: bufferedBase, newer: onServer }
}

interface DraftOptions<Values extends object> {
  buffer: DraftBuffer<Values>
  server: DraftCalls | null
  id: string
  $values: ReadableAtom<Values>
  current: () => { draftId: string; saved: Values; basedOn: string | null }
  accessFields: (values: Values) => object
  valuesIn: (draft: ServerDraft) => Values | null
  initial: InitialDraft<Values>
  onReachable: () => void
  /** Called when another editor has stored a newer draft. Nothing is sent until `accept()` is called. */
  onNewer: (newer: ParsedDraft<Values>, base: Values | null) => void
}

/** Stores `$values` after each change until `dispose()` is called. Deletes the draft if there is no unsaved work. */
export function startDraft<Values extends object>(options: DraftOptions<Values>) {
  const { buffer, server, id, $values, current, accessFields, valuesIn, initial } = options
  const $state = atom<DraftState>("none")
  const $failure = atom<Failure | null>(null)
  const writer = createRandomId()
  let { version, values: confirmed } = initial.base
  let sent: Values | null = null
  let isBuffered = true
  let bufferTimer: ReturnType<typeof setTimeout> | undefined
  let sendTimer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let typedAt: number | null = null
  let tries = 0
  let retryNotBefore = 0
  let ownChanges = 0
  let isPaused = false
  let isDisposed = false

  const isUnsaved = () => !areSameValues($values.get(), current().saved)
  /** Returns whether the server's draft equals the form, or whether both have no unsaved work. */
  const isConfirmed = () =>
    isUnsaved() ? confirmed !== null && areSameValues($values.get(), confirmed) : version === 0

  function getState(): DraftState {
    if (!isUnsaved()) return "none"
    if (server && isConfirmed()) return "on-server"
    if (!isBuffered) return "not-stored"
    return server && !isPaused && !$failure.get() ? "saving" : "in-browser"
  }

  const updateState = () => $state.set(getState())

  function flush(): void {
    clearTimeout(bufferTimer)
    const { draftId, basedOn } = current()
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
    ownChanges += 1
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
    tries += 1
    if (FINAL_FAILURES.has(failure.code)) return
    retryNotBefore = Date.now() + (failure.retryAfter ?? 0) * 1000
    sendAfter(Math.min(RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS))
  }

  function succeed(nextVersion: number, values: Values | null): void {
    $failure.set(null)
    setConfirmed(nextVersion, values)
    if (tries > 0) options.onReachable()
    tries = 0
    if (!isConfirmed()) sendAfter(PAUSE_MS)
  }

  function pause(newer: ParsedDraft<Values>): void {
    isPaused = true
    clearTimeout(sendTimer)
    updateState()
    options.onNewer(newer, confirmed)
  }

  /** There is no conflict if the newer draft is the editor's own, for example after a lost response. */
  function handleNewer(draft: ServerDraft, ownVersions = [sent, confirmed, $values.get()]): void {
    const values = valuesIn(draft)
    const isMine =
      values && ownVersions.some((version) => version && areSameValues(version, values))
    if (values && !isMine) pause({ draft, values })
    else succeed(draft.version, values)
  }

  async function storeOnce(calls: DraftCalls, isKeptAlive: boolean): Promise<void> {
    const values = $values.get()
    if (!isUnsaved()) {
      const result = await calls.drop(id, version)
      return result.ok ? succeed(0, null) : fail(result.failure)
    }
    const payload = { ...accessFields(values), form: values, based_on: current().basedOn, version }
    const ownVersions = [sent, confirmed, values]
    sent = values
    flush()
    const fitsKeepalive = JSON.stringify(payload).length <= MAX_KEEPALIVE
    const result = await calls.store(id, payload, isKeptAlive && fitsKeepalive)
    if (result.ok) return succeed(result.body.version, values)
    const newer = result.failure.code === "stale" ? calls.readCurrent(result.failure.current) : null
    if (newer) handleNewer(newer, ownVersions)
    else fail(result.failure)
  }

  function startSending(calls: DraftCalls, isKeptAlive = false): Promise<void> {
    typedAt = null
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
    bufferTimer = setTimeout(flush, BUFFER_MS)
    typedAt ??= Date.now()
    if (server) updateState()
    sendAfter(Math.min(PAUSE_MS, typedAt + MAX_PAUSE_MS - Date.now()))
  })
  flush()
  if (initial.newer) pause(initial.newer)
  else if (!isConfirmed()) sendAfter(0)

  return {
    $state,
    $failure,
    version: () => version,
    /** Returns the values that both the form and the server's next draft are based on. */
    base: () => confirmed,
    isDisposed: () => isDisposed,
    flush,
    send,
    dropBuffered: (): void => buffer.drop(current().draftId, writer),
    waitForPendingRequest: async (): Promise<void> => {
      clearTimeout(sendTimer)
      await sending
    },
    leave(): void {
      flush()
      if (server && !isPaused && !sending && !isConfirmed()) void startSending(server, true)
    },
    async forgetServerDraft(): Promise<void> {
      await resetVersion()
      if (!isConfirmed()) sendAfter(PAUSE_MS)
    },
    async deleteServerDraft(): Promise<void> {
      const formerVersion = await resetVersion()
      if (server && formerVersion > 0) {
        const result = await server.drop(id, formerVersion)
        if (!result.ok) setConfirmed(formerVersion, null)
      }
      if (!isConfirmed()) sendAfter(0)
    },
    accept({ draft, values }: ParsedDraft<Values>): void {
      isPaused = false
      succeed(draft.version, values)
      if (!isConfirmed()) sendAfter(0)
    },
    async pollPresence(): Promise<Presence | null> {
      const before = ownChanges
      const result = await server?.notePresence(id)
      if (!server || !result?.ok || isDisposed) return null
      const { draft } = result.body
      const isUnchanged = () => before === ownChanges && !sending && !isPaused && !isDisposed
      if (isUnchanged() && draft && draft.version > version) {
        const newer = await server.find(id)
        if (newer.ok && isUnchanged()) handleNewer(newer.body)
      } else if (isUnchanged() && !draft && version > 0) setConfirmed(0, null)
      return result.body
    },
    dispose(): void {
      flush()
      stopListening()
      clearTimeout(sendTimer)
      // The draft is sent first, because storing a draft starts the presence again.
      if (server) void send().then(() => server.endPresence(id))
      isDisposed = true
    },
  }
}
