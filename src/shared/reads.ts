/**
 * What pages read of the content, for whoever renders a page again only when that has changed: our host
 * (netlify/host/build/render.ts) runs the bundle that this is part of, and finds it by the global.
 */

/** The name of a list with its arguments, or with the key of what was looked up in it. */
type Read = readonly string[]

export interface Reads {
  /** Hears of each read; set by whoever listens, before anything is read. */
  onRead?: (read: Read, value: unknown) => void
  /** Called when a page reads the time with `currentTime()`. Set by the worker. */
  onTime?: () => void
  /** Reads once more; set by the content. */
  again?: (read: Read) => Promise<unknown>
  /** Forgets what was read, so that it is read anew; set by the content. */
  forget?: () => void
  /** Whether nobody waits any longer for what takes long. */
  isGivenUp?: boolean
  /** Whether what takes long is left out for now: a second look follows. */
  isEarly?: boolean
  /** Reads a file of the build before; left out where all is made anew. */
  before?: ((path: string) => Promise<string | null>) | undefined
  /** Called when an item cannot be made and is left out, with the path as in `leaveOut`. Set by the worker. */
  onLeftOut?: (path: string | null, error: unknown) => void
  /** Returns whether a file of an earlier build shows something that is no longer public. Set by the content. */
  showsWithdrawn?: (text: string) => Promise<boolean>
}

declare global {
  var contentReads: Reads | undefined
}

const reads: Reads = globalThis.contentReads ?? {}
globalThis.contentReads = reads

/** Throws when what is being made, out of very much, is not wanted any more. */
export function throwIfGivenUp(): void {
  if (reads.isGivenUp && !reads.isEarly) throw new Error("Something newer is to be built")
}

/**
 * Reports an item that is left out because it cannot be made, so that one item does not fail the lists of all.
 * `path` is that of its page, null for the page that is being rendered. Throws the error where nothing listens, as in
 * `astro dev`.
 */
export function leaveOut(path: string | null, error: unknown): void {
  if (!reads.onLeftOut) throw error
  reads.onLeftOut(path, error)
}

/** Sets how files of an earlier build are checked for content that is no longer public. */
export function checkForWithdrawn(check: (file: string) => Promise<boolean>): void {
  reads.showsWithdrawn = check
}

const forgets: (() => void)[] = []
reads.forget = () => {
  for (const forget of forgets) forget()
}

/** Reads at the first call, whatever the number of pages; in `astro dev` at every one. */
export function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  forgets.push(() => {
    value = undefined
  })
  return () => {
    if (import.meta.env.DEV) return read()
    value ??= read()
    return value
  }
}

/** The same for what a first look makes without what takes long, and a second one with it. */
export function twice<Value>(read: (isEarly: boolean) => Promise<Value>): () => Promise<Value> {
  const [early, whole] = [once(() => read(true)), once(() => read(false))]
  return () => (reads.isEarly ? early() : whole())
}

/** Whether two lists have the same things in the same order. */
export const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, i) => item === other[i])

/** Whether all is made anew, with nothing of the build before at hand. */
export const isAllNew = (): boolean => !reads.before

/** A file of the site as the build before left it; null where there is none, or nothing is to be taken from it. */
export const fileBefore = async (path: string): Promise<string | null> =>
  (await reads.before?.(path)) ?? null

/** Much that is looked up by a key: a page has read what it looked up, so there is no other way to look. */
export class LookedUp<Value> {
  readonly #name: string
  readonly #values: Map<string, Value>

  constructor(name: string, entries: Iterable<readonly [string, Value]>) {
    this.#name = name
    this.#values = new Map(entries)
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    reads.onRead?.([this.#name, key], value)
    return value
  }
}

type Lists = Record<string, (...args: never[]) => Promise<unknown>>

/** The same lists, each telling when it is read. A {@link LookedUp} has its list's name and tells by itself. */
export function told<const All extends Lists>(lists: All): All {
  reads.again = async ([name = "", ...args]) => {
    const value = await lists[name]?.(...(args as never[]))
    return value instanceof LookedUp ? value.get(args[0] ?? "") : value
  }
  const telling = Object.entries(lists).map(([name, list]) => [
    name,
    async (...args: never[]) => {
      const value = await list(...args)
      if (!(value instanceof LookedUp)) reads.onRead?.([name, ...args], value)
      return value
    },
  ])
  return Object.fromEntries(telling) as All
}
