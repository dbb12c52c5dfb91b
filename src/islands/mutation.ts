/** Changes that are shown before the server has them. */
import type { FetcherStore } from "@nanostores/query"
import { atom, type ReadableAtom } from "nanostores"
import type { Answer } from "../shared/call.ts"
import { $viewer } from "./query.ts"

export interface Change<Value> {
  value: Value
  /** Of what is changed, to be toasted. */
  name: string
}

interface Options<Value, Result> {
  /** An idempotent call, kept alive when the page is left. */
  send: (id: string, value: Value) => Promise<Answer<Result>>
  /** The reads that show what it changes. */
  queries: FetcherStore[]
  /** Writes what the server has now into their caches. */
  store: (id: string, value: Value, result: Result) => void
  /** What came of the last one of quick changes. */
  onSettled: (change: Change<Value>, answer: Answer<Result>) => void
}

export interface Mutation<Value> {
  /** What is wanted, by id, until the server has it or says no. */
  $pending: ReadableAtom<ReadonlyMap<string, Change<Value>>>
  /** Shows it at once. It waits for the end of a call for the same id; the last change counts. */
  mutate: (id: string, value: Value, name?: string) => Promise<void>
}

/**
 * Optimistic changes of one kind: one call at a time for each id, and what fails is taken back. The
 * library's own mutator stores either drop a second call or let it overtake the first.
 */
export function createMutation<Value, Result>(options: Options<Value, Result>): Mutation<Value> {
  const { send, queries, store, onSettled } = options
  const $pending = atom<ReadonlyMap<string, Change<Value>>>(new Map())
  let running = new Set<string>()

  const update = (change: (pending: Map<string, Change<Value>>) => void) => {
    const pending = new Map($pending.get())
    change(pending)
    $pending.set(pending)
  }

  // Whoever comes next has nothing to do with what the former member changed.
  $viewer.listen((_, former) => {
    if (former === null) return
    running = new Set()
    $pending.set(new Map())
  })

  /** A read that began before a change was stored would undo it if it ended later. */
  const endOfReads = () =>
    Promise.allSettled(queries.map(({ value }) => value?.promise ?? Promise.resolve()))

  async function settle(id: string): Promise<void> {
    const mine = running
    mine.add(id)
    for (;;) {
      const change = $pending.get().get(id)
      if (!change) return
      const answer = await send(id, change.value)
      await endOfReads()
      if (mine !== running) return
      if (answer.ok) store(id, change.value, answer.body)
      if ($pending.get().get(id)?.value !== change.value) continue
      mine.delete(id)
      update((pending) => pending.delete(id))
      // The answer may have been lost where the change was not.
      if (!answer.ok && navigator.onLine) for (const query of queries) query.revalidate()
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
