/** Reading from our functions and changing what was read, for islands: the one cache of a page. */
import {
  type CommonSettings,
  type FetcherStore,
  type FetcherValue,
  type KeyInput,
  nanoquery,
} from "@nanostores/query"
import { atom, computed, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import { $session, needsLogin } from "../session/session.ts"
import { call, type Failure, type FailureCode, failed } from "../shared/call.ts"

/** What a query or a mutation throws, and a store has as its `error`. */
export class CallError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** Failures that may be over a moment later. */
const PASSING: readonly FailureCode[] = ["unreachable", "internal", "database_unavailable"]
const RETRY_AFTER_MS = 800

type Cached = Parameters<
  NonNullable<NonNullable<Parameters<typeof nanoquery>[0]>["cache"]>["set"]
>[1]

/** What was read before stays when reading it anew fails. */
class Cache extends Map<string, Cached> {
  override set(key: string, entry: Cached): this {
    return super.set(key, entry.error ? { ...this.get(key), ...entry } : entry)
  }
}

const cache = new Cache()

const [createFetcherStore, createMutatorStore, { invalidateKeys, revalidateKeys, mutateCache }] =
  nanoquery({
    cache,
    // Else what a mutation wrote expires after eight seconds, and the next reading anew shows a skeleton.
    cacheLifetime: Number.POSITIVE_INFINITY,
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    // Its way of trying again drops what was read before.
    onErrorRetry: null,
  })

export { createFetcherStore, createMutatorStore, invalidateKeys, mutateCache, revalidateKeys }

/** The body of a call's answer, read by its schema; throws a `CallError` where there is none. */
export async function callFor<Schema extends z.core.$ZodType>(
  path: string,
  schema: Schema,
  options: Omit<Parameters<typeof call>[1], "read"> = {},
): Promise<z.output<Schema>> {
  const answer = await call(path, { ...options, read: (json) => z.parse(schema, json) })
  if (!answer.ok) throw new CallError(answer.failure)
  return answer.body
}

/** The same, tried once more where that may help. */
async function readFor<Schema extends z.core.$ZodType>(path: string, schema: Schema) {
  const read = () => callFor(path, schema, { cache: "no-store" })
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CallError && PASSING.includes(error.failure.code))) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    return await read()
  }
}

/** The reads that are under way, by their keys. */
const reads = new Map<string, Promise<unknown>>()

interface QueryOptions<Data> extends CommonSettings<Data> {
  /** Whether strangers are refused: nobody asks for them. */
  isForMembers?: boolean
}

/** A store of what a GET of the joined keys answers; keys that are stores make it follow them, null stops it. */
export const createQuery = <Schema extends z.core.$ZodType>(
  keys: KeyInput,
  schema: Schema,
  { isForMembers = false, ...options }: QueryOptions<z.output<Schema>> = {},
): FetcherStore<z.output<Schema>, CallError> =>
  createFetcherStore<z.output<Schema>, CallError>(keys, {
    async fetcher(...parts) {
      if (isForMembers && needsLogin($session.get())) {
        throw new CallError(failed("sign_in_required").failure)
      }
      const key = parts.join("")
      const read = readFor(key, schema)
      reads.set(key, read)
      return read.finally(() => reads.get(key) === read && reads.delete(key))
    },
    ...options,
  })

export type Loadable<Data> =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; data: Data }

const UNKNOWN: Failure = { code: "internal", errors: {} }

export const failureOf = (error: unknown): Failure =>
  error instanceof CallError ? error.failure : UNKNOWN

/** Waits for the running reads, because a store ignores a revalidation while it is reading. */
async function settled(isMeant: (key: string) => boolean): Promise<void> {
  await Promise.allSettled([...reads].flatMap(([key, read]) => (isMeant(key) ? [read] : [])))
  // The store processes an answer in a later task.
  await new Promise((resolve) => setTimeout(resolve))
}

/**
 * Changes what is known under each key of these that the schema reads, and reads them anew. A read under way
 * began before the change: it is waited for, since it would undo it, and pass for the one that follows.
 */
export async function updateCache<Schema extends z.core.$ZodType>(
  isMeant: (key: string) => boolean,
  schema: Schema,
  change: (data: z.output<Schema>, key: string) => z.output<Schema>,
): Promise<void> {
  await settled(isMeant)
  for (const [key, { data }] of cache) {
    const known = z.safeParse(schema, data)
    if (isMeant(key) && known.success) mutateCache(key, change(known.data, key))
  }
  revalidateKeys(isMeant)
}

/** What a query has come to. */
export function loadableOf<Data>({ data, error }: FetcherValue<Data, CallError>): Loadable<Data> {
  if (data !== undefined) return { status: "ready", data }
  return error ? { status: "failed", failure: failureOf(error) } : { status: "loading" }
}

/** As {@link loadableOf}, as a store. What is shown stays while it is read anew, and when that fails. */
export function loadable<Data>(
  $query: FetcherStore<Data, CallError>,
): ReadableAtom<Loadable<Data>> {
  let shown: { key: unknown; data: Data } | undefined
  return computed($query, (value): Loadable<Data> => {
    const { key } = $query
    if (value.data !== undefined) shown = { key, data: value.data }
    else if (key === undefined || shown?.key !== key) shown = undefined
    return shown ? { status: "ready", data: shown.data } : loadableOf(value)
  })
}

/** The id of the member who is here, empty for nobody, null until it is known. */
export const $viewer = atom<string | null>(null)

$session.subscribe((session) => {
  if (session.status === "loading") return
  const former = $viewer.get()
  $viewer.set(session.status === "signed-in" ? session.user.id : "")
  // What one member was told is nothing for the next. Keys that follow the viewer change in a task of their
  // own: any earlier, what was for the former would be asked for once more.
  if (former !== null && former !== $viewer.get()) setTimeout(() => invalidateKeys(() => true))
})

if (!import.meta.env.SSR) {
  // A page from the back-forward cache still shows the data from when it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && revalidateKeys(() => true))
  // Reads again after the service worker takes control, because earlier answers were not stored for offline use.
  const { serviceWorker } = navigator
  if (serviceWorker && !serviceWorker.controller) {
    const readAgain = async () => {
      await settled(() => true)
      revalidateKeys(() => true)
    }
    serviceWorker.addEventListener("controllerchange", () => void readAgain(), { once: true })
  }
}
