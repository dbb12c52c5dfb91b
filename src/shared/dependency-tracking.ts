/**
 * Tracks the content that a page reads, so that an incremental build renders a page again only if this content has
 * changed. The render worker (netlify/host/build/render-worker.ts) loads this file separately from the bundle. Both
 * share one object on `globalThis`.
 */

/** Name of a query, followed by its arguments or by the key of a lookup. */
type ReadKey = readonly string[]

export interface ContentTracker {
  /** Called for each read while a page renders. Set by the worker. */
  onRead?: (key: ReadKey, value: unknown) => void
  /** Called when a page reads the time with `currentTime()`. Set by the worker. */
  onClockRead?: () => void
  /** Called when an item cannot be rendered and is left out (`reportLeftOut`). Set by the worker. */
  onLeftOut?: (path: string | null, error: unknown) => void
  /** True when a newer build is waiting, so that slow work stops. Set by the worker. */
  isCancelled?: boolean
  /** True during the first pass, which skips slow work. Set by the worker. */
  isFirstPass?: boolean
  /** Reads a file of the previous build. Undefined in a full build. Set by the worker. */
  readPrevious?: ((path: string) => Promise<string | null>) | undefined
  /** Repeats a recorded read. Set by the content module. */
  repeatRead?: (key: ReadKey) => Promise<unknown>
  /** Drops all memoized queries. Set by the content module. */
  reset?: () => void
  /** Returns whether a file of an earlier build contains content that is no longer public. Set by the content module. */
  hasNonPublicContent?: (text: string) => Promise<boolean>
}

declare global {
  var contentTracker: ContentTracker | undefined
}

globalThis.contentTracker ??= {}
const tracker = globalThis.contentTracker

/** Throws if a newer build is waiting, so that slow work stops. Never throws in the first pass. */
export function throwIfCancelled(): void {
  if (tracker.isCancelled && !tracker.isFirstPass) throw new Error("A newer build is waiting")
}

/**
 * Reports an item that cannot be rendered, so that the build continues without it. `path` is the item's page; null means
 * the page that is being rendered. Outside builds, such as in `astro dev`, this throws the error.
 */
export function reportLeftOut(path: string | null, error: unknown): void {
  if (!tracker.onLeftOut) throw error
  tracker.onLeftOut(path, error)
}

/** Sets the function that checks files of an earlier build for content that is no longer public. */
export function setNonPublicCheck(check: (file: string) => Promise<boolean>): void {
  tracker.hasNonPublicContent = check
}

const resets: (() => void)[] = []
tracker.reset = () => {
  for (const reset of resets) reset()
}

/** Caches a query's result until the build ends. `astro dev` runs the query on every request. */
export function memoize<Value>(query: () => Promise<Value>): () => Promise<Value> {
  let result: Promise<Value> | undefined
  resets.push(() => {
    result = undefined
  })
  return () => {
    if (import.meta.env.DEV) return query()
    result ??= query()
    return result
  }
}

/** Caches a query's result separately for each pass, because the first pass leaves out slow parts. */
export function memoizePerPass<Value>(
  query: (isFirstPass: boolean) => Promise<Value>,
): () => Promise<Value> {
  const [firstPass, secondPass] = [memoize(() => query(true)), memoize(() => query(false))]
  return () => (tracker.isFirstPass ? firstPass() : secondPass())
}

export const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i])

export const readPreviousFile = async (path: string): Promise<string | null> =>
  (await tracker.readPrevious?.(path)) ?? null

/**
 * A map whose lookups are recorded as dependencies of the page. It cannot be iterated, because the page would then depend
 * on all entries.
 */
export class TrackedMap<Value> {
  readonly #name: string
  readonly #entries: Map<string, Value>

  constructor(name: string, entries: Iterable<readonly [string, Value]>) {
    this.#name = name
    this.#entries = new Map(entries)
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    tracker.onRead?.([this.#name, key], value)
    return value
  }
}

type Queries = Record<string, (...args: never[]) => Promise<unknown>>

/** Wraps queries so that each call is recorded. For a {@link TrackedMap}, its lookups are recorded instead. */
export function trackReads<const All extends Queries>(queries: All): All {
  tracker.repeatRead = async ([name = "", ...args]) => {
    const value = await queries[name]?.(...(args as never[]))
    return value instanceof TrackedMap ? value.get(args[0] ?? "") : value
  }
  const tracked = Object.entries(queries).map(([name, query]) => [
    name,
    async (...args: never[]) => {
      const value = await query(...args)
      if (!(value instanceof TrackedMap)) tracker.onRead?.([name, ...args], value)
      return value
    },
  ])
  return Object.fromEntries(tracked) as All
}
