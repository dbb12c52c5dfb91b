/**
 * Hashes of the input of a page: its properties, the content that it read, and whether it read the time. The same
 * input gives the same page.
 */
import { hash } from "node:crypto"
import type { Reads } from "../../../src/shared/reads.ts"

const digest = (text: string) => hash("sha1", text, "base64url")

const known = new WeakMap<object, string>()

/** What is shorter stands for itself: a digest for each of 50,000 pages takes its time. */
const SHORT = 100

/** Of plain data, however deep; what stands in many places is looked at once. */
export function fingerprint(value: unknown): string {
  if (typeof value === "function")
    throw new Error("A page is given a function, of which nobody knows whether it is another one")
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  const before = known.get(value)
  if (before) return before
  const entries = value instanceof Map || value instanceof Set ? [...value] : value
  const text = Array.isArray(entries)
    ? `[${entries.map(fingerprint).join()}]`
    : `{${Object.entries(entries).map(([key, inner]) => `${JSON.stringify(key)}:${fingerprint(inner)}`)}}`
  const made = text.length < SHORT ? text : digest(text)
  known.set(value, made)
  return made
}

/** What a page read. */
export interface ReadNote {
  /** By its name, the fingerprint of what was found; left out where nothing was read. */
  found?: Record<string, string>
  /** Whether the page read the time with `currentTime()`, so that it may look different now. */
  isTimely?: true
}

/** Listens to what pages read, one page at a time; from before they are loaded. */
export function listen() {
  const reads: Reads = globalThis.contentReads ?? {}
  globalThis.contentReads = reads
  let noted: Record<string, string> | null = null
  let isTimely = false
  const answers = new Map<string, string>()
  /** What is known of is answered at once: ten thousands of pages read the same. */
  const isSame = (read: ReadNote): boolean | Promise<boolean> => {
    for (const name in read.found) {
      const now = answers.get(name)
      if (now === undefined) return answer(name).then(() => isSame(read))
      if (now !== read.found[name]) return false
    }
    return true
  }
  const answer = async (name: string) =>
    answers.set(name, fingerprint(await reads.again?.(JSON.parse(name))))
  reads.onLeftOut = () => {}
  reads.onRead = (read, value) => {
    if (noted) noted[JSON.stringify(read)] = fingerprint(value)
  }
  reads.onTime = () => {
    isTimely = true
  }

  return {
    /** Makes something, and says what was read for it. */
    async during<Made>(make: () => Promise<Made>): Promise<{ made: Made; read: ReadNote }> {
      const found: Record<string, string> = {}
      noted = found
      isTimely = false
      const made = await make().finally(() => {
        noted = null
      })
      const read: ReadNote = isTimely ? { isTimely } : {}
      if (Object.keys(found).length > 0) read.found = found
      return { made, read }
    },
    /** Whether all that was read then reads the same now. */
    isSame,
    /** Has everything read anew; `before` reads a file of the build before, where there is one. */
    forget(before: Reads["before"]) {
      reads.isGivenUp = false
      reads.before = before
      reads.forget?.()
    },
    /** Begins to look at all pages, at first without what takes long. */
    look(isEarly: boolean) {
      answers.clear()
      reads.isEarly = isEarly
    },
    /** Has whatever takes long end soon; until all is read anew. */
    giveUp() {
      reads.isGivenUp = true
    },
    isGivenUp: () => reads.isGivenUp === true,
    /** Sets the function that is called with the path of each item that lists leave out, and with the error. */
    onLeftOut(report: NonNullable<Reads["onLeftOut"]>) {
      reads.onLeftOut = report
    },
    /** Returns whether a file of an earlier build shows something that is no longer public. */
    showsWithdrawn: async (text: string) => (await reads.showsWithdrawn?.(text)) ?? false,
  }
}
