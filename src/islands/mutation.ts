import type { FetcherStore } from "@nanostores/query"
import { atom, type ReadableAtom } from "nanostores"
import { readSession } from "../session/session.ts"
import type { CallResult } from "../shared/call.ts"
import { $viewer } from "./query.ts"

export interface Change<Value> {
  value: Value
  /** Name of the changed item, for the toast. */
  name: string
}

interface Options<Value, Result> {
  /** Sends the change. This call must be idempotent, because it may be repeated. */
  send: (id: string, value: Value) => Promise<CallResult<Result>>
  /** Queries with data that the change affects. */
  queries: FetcherStore[]
  updateCaches: (id: string, value: Value, result: Result) => void
  /** Called after the last of several quick changes. */
  onSettled: (change: Change<Value>, result: CallResult<Result>) => void
}

export interface Mutation<Value> {
  /** Changes that are not stored yet, by item id. */
  $pending: ReadableAtom<ReadonlyMap<string, Change<Value>>>
  /** Shows a change at once. Of the changes that wait for a call with the same id, only the last is sent. */
  mutate: (id: string, value: Value, name?: string) => Promise<void>
}

/**
 * Creates a mutation that shows changes before they are stored, and sends one call at a time for each
 * item. The mutations of @nanostores/query would drop or overlap calls.
 */
export function createMutation<Value, Result>(options: Options<Value, Result>): Mutation<Value> {
  const { send, queries, updateCaches, onSettled } = options
  const $pending = atom<ReadonlyMap<string, Change<Value>>>(new Map())
  /** Ids with a running call. A new set replaces the set when the viewer changes. */
  let running = new Set<string>()

  const update = (change: (pending: Map<string, Change<Value>>) => void) => {
    const pending = new Map($pending.get())
    change(pending)
    $pending.set(pending)
  }

  $viewer.listen((_, previousViewer) => {
    if (previousViewer === null) return
    running = new Set()
    $pending.set(new Map())
  })

  /** Waits for running reads, whose data may be older than the change. */
  const waitForReads = () =>
    Promise.allSettled(queries.map(({ value }) => value?.promise ?? Promise.resolve()))

  async function sendLatest(id: string): Promise<void> {
    const runningAtStart = running
    runningAtStart.add(id)
    for (;;) {
      const change = $pending.get().get(id)
      if (!change) return
      const result = await send(id, change.value)
      await waitForReads()
      // The set was replaced, because the viewer has changed. The result is ignored.
      if (runningAtStart !== running) return
      if (result.ok) updateCaches(id, change.value, result.body)
      // The member has changed the item again during the call.
      if ($pending.get().get(id)?.value !== change.value) continue
      runningAtStart.delete(id)
      update((pending) => pending.delete(id))
      // The server may have stored the change although the response was lost.
      if (!result.ok && navigator.onLine) for (const query of queries) query.revalidate()
      if (!result.ok && result.failure.code === "sign_in_required") void readSession()
      return onSettled(change, result)
    }
  }

  return {
    $pending,
    async mutate(id, value, name = "") {
      update((pending) => pending.set(id, { value, name }))
      if (!running.has(id)) await sendLatest(id)
    },
  }
}
