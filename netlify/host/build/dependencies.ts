/** Records what each page reads while it is rendered, and compares these reads with the content of the next build. */
import type { ContentTracker } from "../../../src/shared/dependency-tracking.ts"
import { hashInput } from "./input-hash.ts"

export interface Dependencies {
  /** Hashes of the content that was read. The key is the name and the arguments of the read as JSON. */
  reads?: Record<string, string>
  /** Set if the page reads the time with `currentTime()`. Such a page changes even if no content changes. */
  readsClock?: true
}

export type DependencyRecorder = ReturnType<typeof recordDependencies>

/** Starts recording. Must be called before the bundle is loaded. Pages are rendered one at a time. */
export function recordDependencies() {
  globalThis.contentTracker ??= {}
  const tracker: ContentTracker = globalThis.contentTracker
  let reads: Record<string, string> | null = null
  let readsClock = false
  const current = new Map<string, string>()

  tracker.onLeftOut = () => {}
  tracker.onRead = (key, value) => {
    if (reads) reads[JSON.stringify(key)] = hashInput(value)
  }
  tracker.onClockRead = () => {
    readsClock = true
  }

  /**
   * Returns whether all reads give the same content as in the previous build. Returns a promise only if a read is new
   * in this pass.
   */
  const isUnchanged = (dependencies: Dependencies): boolean | Promise<boolean> => {
    for (const read in dependencies.reads) {
      const hash = current.get(read)
      if (hash === undefined) return repeatRead(read).then(() => isUnchanged(dependencies))
      if (hash !== dependencies.reads[read]) return false
    }
    return true
  }
  const repeatRead = async (read: string) =>
    current.set(read, hashInput(await tracker.repeatRead?.(JSON.parse(read))))

  return {
    isUnchanged,
    async record<Result>(render: () => Promise<Result>) {
      const found: Record<string, string> = {}
      reads = found
      readsClock = false
      const result = await render().finally(() => {
        reads = null
      })
      const dependencies: Dependencies = readsClock ? { readsClock } : {}
      if (Object.keys(found).length > 0) dependencies.reads = found
      return { result, dependencies }
    },
    /** Deletes all content that was read. `readPrevious` reads a file of the previous build, if there is one. */
    startBuild(readPrevious: ContentTracker["readPrevious"]) {
      tracker.isCancelled = false
      tracker.readPrevious = readPrevious
      tracker.reset?.()
    },
    startPass(isFirstPass: boolean) {
      current.clear()
      tracker.isFirstPass = isFirstPass
    },
    cancelSecondPass() {
      tracker.isCancelled = true
    },
    isCancelled: () => tracker.isCancelled === true && !tracker.isFirstPass,
    onLeftOut(report: NonNullable<ContentTracker["onLeftOut"]>) {
      tracker.onLeftOut = report
    },
    /** Returns whether a file of an earlier build shows content that is no longer public. */
    hasNonPublicContent: async (text: string) =>
      (await tracker.hasNonPublicContent?.(text)) ?? false,
  }
}
