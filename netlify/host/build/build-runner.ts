/** Runs one build at a time: records its progress and swaps the served site for the new one. */
import type { Db } from "../../../db/client.ts"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { getReason, StartFailure } from "../start-failure.ts"
import { type BuildRecord, openBuildRecord } from "./build-record.ts"
import {
  type BuildOptions,
  buildSite,
  cancelSecondPass,
  stopWorker,
  type WorkerSlot,
  warmUpWorker,
} from "./build-site.ts"
import type { LiveSite } from "./live-site.ts"
import { type BuiltSite, createNextFolder, removeBuild, writeSiteKey } from "./sites.ts"

interface Options {
  root: string
  /** The served site, which builds replace. */
  live: LiveSite
  /** The folder of generated pictures, kept between builds. */
  pictures: string
  /** The state of the source code, see createSourceKey() in source-key.ts. */
  source: string
  /** The key for the address and the database, see createSiteKey() in database.ts. */
  siteKey: string
  siteUrl: string
  databaseUrl: string
  db: Db
  /** Aborts a running build when the host stops. */
  signal: AbortSignal
}

/** Logs the first pages that could not be rendered; the admin area lists them. */
function logFailedPages({ count, pages }: BuiltSite["failed"]): void {
  if (count === 0) return
  const first = pages.slice(0, 5).map(({ path, reason }) => `\n  ${path}: ${reason}`)
  console.error(
    `${count} pages could not be rendered. Their earlier version stays, or they are missing. Correct or unpublish their content; the admin area lists all of them.${first.join("")}`,
  )
}

const formatSeconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

export function createBuildRunner(options: Options) {
  const { root, live, pictures, source, siteKey, siteUrl, databaseUrl, db, signal } = options
  const { sites } = live
  let isFullDue = false
  const worker: WorkerSlot = { idle: null }
  signal.addEventListener("abort", () => stopWorker(worker))

  /** Returns the content version of the served site; 0 before the first build. */
  const getVersion = () => live.current()?.built.version ?? 0

  /** Returns the served site if the next build can reuse its pages, which needs the same source code. */
  const getPreviousSite = () => {
    const built = live.current()?.built
    return built?.source === source ? built : undefined
  }

  const warmUp = ({ number }: BuiltSite) => {
    if (worker.idle) return
    const options = { root, sites, pictures, source, siteUrl, databaseUrl, signal }
    // The next build gets the same error and reports it.
    warmUpWorker(worker, number, options).catch(() => {})
  }

  const buildAndSwap = async (
    record: BuildRecord,
    options: Pick<BuildOptions, "previous" | "isFull">,
  ) => {
    const before = live.current()
    const number = await createNextFolder(sites)
    try {
      await writeSiteKey(sites, number, siteKey)
      return await buildSite({
        ...{ root, sites, number, source, siteUrl, databaseUrl, pictures, signal, ...options },
        onProgress: record.progress,
        async onSite(built) {
          // Stored before the swap: editors who see the new version look up which pages are missing in it.
          await record.failedPages(built.failed)
          await live.show(built)
        },
        worker,
      })
    } catch (error) {
      live.goBack(before)
      await removeBuild(sites, number)
      throw error
    }
  }

  /**
   * Builds and serves the site, and records the build. Rejects when the build fails; the old site stays in
   * service. `retryMs` is recorded as the time until the next attempt.
   */
  const build = async (retryMs?: number): Promise<void> => {
    const started = performance.now()
    const record = await openBuildRecord(db, await getContentVersion(db))
    const previous = getPreviousSite()
    try {
      const built = await buildAndSwap(record, { previous, isFull: isFullDue }).catch((error) => {
        // A full build does not depend on the files of the previous build.
        if (!previous || isFullDue || signal.aborted) throw error
        console.error(`Incremental build failed; running a full build.\n${getReason(error)}`)
        return buildAndSwap(record, { previous, isFull: true })
      })
      isFullDue = false
      warmUp(built)
      await record.end({ pages: built.pages, error: null })
      logFailedPages(built.failed)
      console.log(
        `Built ${built.pages} pages in ${formatSeconds(started)}; content version ${built.version} is live.`,
      )
    } catch (error) {
      await record.end({ pages: null, error: getReason(error), ...(retryMs && { retryMs }) })
      throw error
    }
  }

  return {
    version: getVersion,
    /**
     * Warms up the render worker. Returns false when there is no served site, or when it was built from other source
     * code. A site with a later content version than the database is no longer served: the database was restored from a
     * backup.
     */
    async start(): Promise<boolean> {
      if (getVersion() > (await getContentVersion(db))) live.goBack(null)
      const site = getPreviousSite()
      if (site) warmUp(site)
      return site !== undefined
    },
    build,
    /** Cancels the second pass of a running build. */
    cancelSecondPass: () => cancelSecondPass(worker),
    /** Makes the next build render all pages, including unchanged ones. */
    requestFullBuild(): void {
      isFullDue = true
    },
    /** Builds the first site; throws {@link StartFailure} when that fails. */
    async buildFirst(): Promise<void> {
      console.log("Building the site…")
      await build().catch((error) => {
        throw new StartFailure(
          `The site could not be built:\n${getReason(error)}\nFix this and start again.`,
          { cause: error },
        )
      })
    },
  }
}
