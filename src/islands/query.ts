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
import {
  type CallOptions,
  call,
  createFailure,
  type Failure,
  type FailureCode,
} from "../shared/call.ts"

export class CallError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** Failures after which a read is repeated once. */
const TEMPORARY_FAILURES: readonly FailureCode[] = [
  "unreachable",
  "internal",
  "database_unavailable",
]
const RETRY_DELAY_MS = 800

/** Type of an entry in the cache of @nanostores/query, which does not export this type. */
type Cached = Parameters<
  NonNullable<NonNullable<Parameters<typeof nanoquery>[0]>["cache"]>["set"]
>[1]

/** Keeps stale data when a refetch fails. */
class Cache extends Map<string, Cached> {
  override set(key: string, entry: Cached): this {
    return super.set(key, entry.error ? { ...this.get(key), ...entry } : entry)
  }
}

const cache = new Cache()

const [createFetcherStore, , { invalidateKeys, revalidateKeys, mutateCache }] = nanoquery({
  cache,
  // Without this setting, data from `mutateCache` expires after eight seconds.
  cacheLifetime: Number.POSITIVE_INFINITY,
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  // The library's retries drop stale data. `readWithRetry` retries instead.
  onErrorRetry: null,
})

export { createFetcherStore, invalidateKeys, mutateCache, revalidateKeys }

/** Calls the API. Returns the parsed response, or throws a `CallError`. */
export async function callOrThrow<Schema extends z.core.$ZodType>(
  path: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<z.output<Schema>> {
  const result = await call(path, { ...options, read: (json) => z.parse(schema, json) })
  if (!result.ok) throw new CallError(result.failure)
  return result.body
}

async function readWithRetry<Schema extends z.core.$ZodType>(path: string, schema: Schema) {
  const read = () => callOrThrow(path, schema, { cache: "no-store" })
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CallError && TEMPORARY_FAILURES.includes(error.failure.code)))
      throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    return await read()
  }
}

/** Running reads by the key of their query, which is the path. */
const runningReads = new Map<string, Promise<unknown>>()

interface QueryOptions<Data> extends CommonSettings<Data> {
  /** Whether the query fails with `sign_in_required`, without a request, while no member is logged in. */
  requiresLogin?: boolean
}

/** Creates a query. Its path is the joined `keys`. Sends no request while a key is null, undefined or false. */
export const createQuery = <Schema extends z.core.$ZodType>(
  keys: KeyInput,
  schema: Schema,
  { requiresLogin = false, ...options }: QueryOptions<z.output<Schema>> = {},
): FetcherStore<z.output<Schema>, CallError> =>
  createFetcherStore<z.output<Schema>, CallError>(keys, {
    async fetcher(...parts) {
      if (requiresLogin && needsLogin($session.get())) {
        throw new CallError(createFailure("sign_in_required").failure)
      }
      const key = parts.join("")
      const read = readWithRetry(key, schema)
      runningReads.set(key, read)
      return read.finally(() => runningReads.get(key) === read && runningReads.delete(key))
    },
    ...options,
  })

export type Loadable<Data> =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; data: Data }

const UNKNOWN_FAILURE: Failure = { code: "internal", errors: {} }

export const toFailure = (error: unknown): Failure =>
  error instanceof CallError ? error.failure : UNKNOWN_FAILURE

/** Waits for the running reads of affected keys, because a store ignores a revalidation during a read. */
async function waitForReads(isAffected: (key: string) => boolean): Promise<void> {
  await Promise.allSettled(
    [...runningReads].flatMap(([key, read]) => (isAffected(key) ? [read] : [])),
  )
  // The store handles a response in a later task.
  await new Promise((resolve) => setTimeout(resolve))
}

/** Changes the cached data of affected keys, then fetches it again. */
export async function updateCache<Schema extends z.core.$ZodType>(
  isAffected: (key: string) => boolean,
  schema: Schema,
  change: (data: z.output<Schema>, key: string) => z.output<Schema>,
): Promise<void> {
  await waitForReads(isAffected)
  for (const [key, { data }] of cache) {
    const parsed = z.safeParse(schema, data)
    if (isAffected(key) && parsed.success) mutateCache(key, change(parsed.data, key))
  }
  revalidateKeys(isAffected)
}

export function toLoadable<Data>({ data, error }: FetcherValue<Data, CallError>): Loadable<Data> {
  if (data !== undefined) return { status: "ready", data }
  return error ? { status: "failed", failure: toFailure(error) } : { status: "loading" }
}

/** Creates a store with the state of a query. Keeps the last data while the same key is read again. */
export function createLoadable<Data>(
  $query: FetcherStore<Data, CallError>,
): ReadableAtom<Loadable<Data>> {
  let lastReady: { key: unknown; data: Data } | undefined
  return computed($query, (value): Loadable<Data> => {
    const { key } = $query
    if (value.data !== undefined) lastReady = { key, data: value.data }
    else if (key === undefined || lastReady?.key !== key) lastReady = undefined
    return lastReady ? { status: "ready", data: lastReady.data } : toLoadable(value)
  })
}

/** Id of the signed-in member; empty for visitors; null until the session has been read. */
export const $viewer = atom<string | null>(null)

$session.subscribe((session) => {
  if (session.status === "loading") return
  const oldId = $viewer.get()
  $viewer.set(session.status === "signed-in" ? session.user.id : "")
  // Keys with `$viewer` change in a later task, so the cache is also cleared later. Clearing it now would fetch the
  // former member's data again.
  if (oldId !== null && oldId !== $viewer.get()) setTimeout(() => invalidateKeys(() => true))
})

/** Creates a query for data of the signed-in member. It sends no request while no member is signed in. */
export const createMemberQuery = <Schema extends z.core.$ZodType>(
  path: string,
  schema: Schema,
  options: QueryOptions<z.output<Schema>> = {},
): FetcherStore<z.output<Schema>, CallError> =>
  createQuery([computed($viewer, (viewer) => (viewer ? path : null))], schema, {
    requiresLogin: true,
    ...options,
  })

if (!import.meta.env.SSR) {
  // A page from the back-forward cache shows old data, so all data is read again.
  addEventListener("pageshow", ({ persisted }) => persisted && revalidateKeys(() => true))
  // A service worker that starts later has not stored the earlier responses, so all data is read again.
  const { serviceWorker } = navigator
  if (serviceWorker && !serviceWorker.controller) {
    const readAgain = async () => {
      await waitForReads(() => true)
      revalidateKeys(() => true)
    }
    serviceWorker.addEventListener("controllerchange", () => void readAgain(), { once: true })
  }
}
