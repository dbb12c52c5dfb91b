/** Optimistic updates: changes that are shown before the server confirms them. */
import type { FetcherStore } from "@nanostores/query"
import { atom, type ReadableAtom } from "nanostores"
import { readSession } from "../session/session.ts"
import type { Answer } from "../shared/call.ts"
import { $viewer } from "./query.ts"

export interface Change<Value> {
  value: Value
  /** Name of the changed item, for toasts. */
  name: string
}

interface Options<Value, Result> {
  /** Sends a change. The call must be idempotent. */
  send: (id: string, value: Value) => Promise<Answer<Result>>
  /** Queries that show the changed items. */
  queries: FetcherStore[]
  /** Writes the confirmed change into the caches of the queries. */
  updateCaches: (id: string, value: Value, result: Result) => void
  /** Called with the result of the last of several quick changes. */
  onSettled: (change: Change<Value>, answer: Answer<Result>) => void
}

export interface Mutation<Value> {
  /** Unconfirmed changes by id. */
  $pending: ReadableAtom<ReadonlyMap<string, Change<Value>>>
  /** Shows a change at once and sends it after the running call for the same id. The last change counts. */
  mutate: (id: string, value: Value, name?: string) => Promise<void>
}

/**
 * Creates optimistic updates of one kind, with one call at a time for each id. A failed change is rolled back. The
 * mutator stores of @nanostores/query cannot do this: a second call is either dropped or can overtake the first.
 */
export function createMutation<Value, Result>(options: Options<Value, Result>): Mutation<Value> {
  const { send, queries, updateCaches, onSettled } = options
  const $pending = atom<ReadonlyMap<string, Change<Value>>>(new Map())
  /** The ids with a running call. */
  let running = new Set<string>()

  const update = (change: (pending: Map<string, Change<Value>>) => void) => {
    const pending = new Map($pending.get())
    change(pending)
    $pending.set(pending)
  }

  // Drops the changes of a member who left.
  $viewer.listen((_, former) => {
    if (former === null) return
    running = new Set()
    $pending.set(new Map())
  })

  /** Waits for running reads, because they may return data from before the change. */
  const settledReads = () =>
    Promise.allSettled(queries.map(({ value }) => value?.promise ?? Promise.resolve()))

  async function settle(id: string): Promise<void> {
    const started = running
    started.add(id)
    for (;;) {
      const change = $pending.get().get(id)
      if (!change) return
      const answer = await send(id, change.value)
      await settledReads()
      // The member has left meanwhile: the set was replaced.
      if (started !== running) return
      if (answer.ok) updateCaches(id, change.value, answer.body)
      if ($pending.get().get(id)?.value !== change.value) continue
      started.delete(id)
      update((pending) => pending.delete(id))
      // The server may have stored the change although its answer was lost.
      if (!answer.ok && navigator.onLine) for (const query of queries) query.revalidate()
      // The session has expired.
      if (!answer.ok && answer.failure.code === "sign_in_required") void readSession()
      return onSettled(change, answer)
    }
  }

  return {
    $pending,
    async mutate(id, value, name = "") {
      update((pending) => pending.set(id, { value, name }))
      if (!running.has(id)) await settle(id)
    },
  }
}
