/**
 * Records the content that a page reads. The render worker does not share modules with the site's bundle, so both use
 * the global `contentTracker`.
 */

/** Identifies a read: the name of a query, followed by its arguments or by the key of a lookup. */
type ReadKey = readonly string[]

/** The render worker sets the fields up to `readPrevious`. The site's bundle sets the fields below it. */
export interface ContentTracker {
  onRead?: (key: ReadKey, value: unknown) => void
  onClockRead?: () => void
  onLeftOut?: (path: string | null, error: unknown) => void
  /** Whether a newer build has been requested. The second pass then stops. */
  isCancelled?: boolean
  /** A build renders urgent changes in a first pass, and slow parts in a second pass. */
  isFirstPass?: boolean
  /** Reads a file of the previous build. Undefined in a full build. */
  readPrevious?: ((path: string) => Promise<string | null>) | undefined
  repeatRead?: (key: ReadKey) => Promise<unknown>
  reset?: () => void
  /** Returns whether a file of an earlier build has content that is no longer public. */
  hasNonPublicContent?: (text: string) => Promise<boolean>
}

declare global {
  var contentTracker: ContentTracker | undefined
}

globalThis.contentTracker ??= {}
const tracker = globalThis.contentTracker

/** Cancels the second pass with an error if a newer build has been requested. Does not cancel the first pass. */
export function throwIfCancelled(): void {
  if (tracker.isCancelled && !tracker.isFirstPass) throw new Error("A newer build is waiting")
}

/** Reports an item that fails to render and is left out. A null path is the current page. Throws outside builds. */
export function reportLeftOut(path: string | null, error: unknown): void {
  if (!tracker.onLeftOut) throw error
  tracker.onLeftOut(path, error)
}

export function setNonPublicCheck(check: (file: string) => Promise<boolean>): void {
  tracker.hasNonPublicContent = check
}

const resets: (() => void)[] = []
tracker.reset = () => {
  for (const reset of resets) reset()
}

/** Caches a result until the next build. `astro dev` does not cache. */
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

/** Caches a result separately for each pass, because the first pass leaves out slow parts. */
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

/** A map that records each lookup. It cannot be iterated: a page would then depend on all entries. */
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

/** Wraps queries so that each call is recorded. If a query returns a {@link TrackedMap}, only lookups are recorded. */
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
