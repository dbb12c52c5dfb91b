/** Records which content a page reads, and checks whether this content has changed since the last build. */
import type { ContentTracker } from "../../../src/shared/dependency-tracking.ts"
import { hashInput } from "./input-hash.ts"

export interface Dependencies {
  /** Hashes of the content that the page reads, by query. A key is JSON with the query's name and arguments. */
  reads?: Record<string, string>
  /** Set if the page calls `currentTime()`, so that it changes without new content. */
  readsClock?: true
}

export type DependencyRecorder = ReturnType<typeof recordDependencies>

/** Must be called before the bundle is loaded. Pages are rendered one at a time. */
export function recordDependencies() {
  globalThis.contentTracker ??= {}
  const tracker: ContentTracker = globalThis.contentTracker
  let reads: Record<string, string> | null = null
  let readsClock = false
  const currentHashes = new Map<string, string>()

  tracker.onLeftOut = () => {}
  tracker.onRead = (key, value) => {
    if (reads) reads[JSON.stringify(key)] = hashInput(value)
  }
  tracker.onClockRead = () => {
    readsClock = true
  }

  /** Returns a promise only if a query must be repeated, because this pass has not hashed its result yet. */
  const isUnchanged = (dependencies: Dependencies): boolean | Promise<boolean> => {
    for (const read in dependencies.reads) {
      const hash = currentHashes.get(read)
      if (hash === undefined) return repeatRead(read).then(() => isUnchanged(dependencies))
      if (hash !== dependencies.reads[read]) return false
    }
    return true
  }
  const repeatRead = async (read: string) =>
    currentHashes.set(read, hashInput(await tracker.repeatRead?.(JSON.parse(read))))

  return {
    isUnchanged,
    /** Returns the result of `render` and the dependencies of the rendered page. */
    async record<Result>(render: () => Promise<Result>) {
      const recordedReads: Record<string, string> = {}
      reads = recordedReads
      readsClock = false
      const result = await render().finally(() => {
        reads = null
      })
      const dependencies: Dependencies = readsClock ? { readsClock } : {}
      if (Object.keys(recordedReads).length > 0) dependencies.reads = recordedReads
      return { result, dependencies }
    },
    startBuild(readPrevious: ContentTracker["readPrevious"]) {
      tracker.isCancelled = false
      tracker.readPrevious = readPrevious
      tracker.reset?.()
    },
    startPass({ isFirst }: { isFirst: boolean }) {
      currentHashes.clear()
      tracker.isFirstPass = isFirst
    },
    cancelSecondPass() {
      tracker.isCancelled = true
    },
    isCancelled: () => tracker.isCancelled === true && !tracker.isFirstPass,
    /** Calls `report` for each item that a page leaves out because of an error. */
    onLeftOut(report: NonNullable<ContentTracker["onLeftOut"]>) {
      tracker.onLeftOut = report
    },
    hasNonPublicContent: async (text: string) =>
      (await tracker.hasNonPublicContent?.(text)) ?? false,
  }
}
