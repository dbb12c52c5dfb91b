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
  live: LiveSite
  pictures: string
  source: string
  siteKey: string
  siteUrl: string
  databaseUrl: string
  db: Db
  signal: AbortSignal
}

const MAX_LOGGED_PAGES = 5

function logFailedPages({ count, pages }: BuiltSite["failed"]): void {
  if (count === 0) return
  const shownPages = pages
    .slice(0, MAX_LOGGED_PAGES)
    .map(({ path, reason }) => `\n  ${path}: ${reason}`)
  console.error(
    `${count} pages could not be rendered. Their earlier version stays, or they are missing. Correct or unpublish their content; the admin area lists all of them.${shownPages.join("")}`,
  )
}

const formatSecondsSince = (startedAt: number) =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`

/** Creates functions that run builds, record them, and serve their sites. The caller must run one build at a time. */
export function createBuildRunner(options: Options) {
  const { root, live, pictures, source, siteKey, siteUrl, databaseUrl, db, signal } = options
  const { sitesFolder } = live
  let needsFullBuild = false
  const worker: WorkerSlot = { idle: null }
  signal.addEventListener("abort", () => stopWorker(worker))

  const getVersion = () => live.current()?.built.version ?? 0

  /** Returns the served site whose pages a build can reuse; undefined if other source code built the site. */
  const getPreviousSite = () => {
    const built = live.current()?.built
    return built?.source === source ? built : undefined
  }

  const warmUp = ({ number }: BuiltSite) => {
    if (worker.idle) return
    const options = { root, sitesFolder, pictures, source, siteUrl, databaseUrl, signal }
    // Ignores an error, because the next build gets the same error and reports it.
    warmUpWorker(worker, number, options).catch(() => {})
  }

  const buildAndSwap = async (
    record: BuildRecord,
    options: Pick<BuildOptions, "previous" | "isFull">,
  ) => {
    const formerSite = live.current()
    const number = await createNextFolder(sitesFolder)
    try {
      await writeSiteKey(sitesFolder, number, siteKey)
      return await buildSite({
        ...{
          root,
          sitesFolder,
          number,
          source,
          siteUrl,
          databaseUrl,
          pictures,
          signal,
          ...options,
        },
        onProgress: record.recordProgress,
        async onSite(built) {
          // Recorded before the swap, so that the admin area lists the failed pages as soon as the site is live.
          await record.recordFailedPages(built.failed)
          await live.show(built)
        },
        worker,
      })
    } catch (error) {
      live.goBack(formerSite)
      await removeBuild(sitesFolder, number)
      throw error
    }
  }

  /** Builds the site and serves it. If the build fails, the old site is still served, and the promise rejects. */
  const build = async (retryMs?: number): Promise<void> => {
    const startedAt = performance.now()
    const record = await openBuildRecord(db, await getContentVersion(db))
    const previous = getPreviousSite()
    try {
      const built = await buildAndSwap(record, { previous, isFull: needsFullBuild }).catch(
        (error) => {
          // A full build does not depend on the files of the previous build.
          if (!previous || needsFullBuild || signal.aborted) throw error
          console.error(`Incremental build failed; running a full build.\n${getReason(error)}`)
          return buildAndSwap(record, { previous, isFull: true })
        },
      )
      needsFullBuild = false
      warmUp(built)
      await record.end({ pages: built.pages, error: null })
      logFailedPages(built.failed)
      console.log(
        `Built ${built.pages} pages in ${formatSecondsSince(startedAt)}; content version ${built.version} is live.`,
      )
    } catch (error) {
      await record.end({ pages: null, error: getReason(error), ...(retryMs && { retryMs }) })
      throw error
    }
  }

  return {
    version: getVersion,
    /**
     * Prepares the worker for the next build. Returns false if no site of this source code is served. Stops serving a
     * site whose content version is higher than in the database, because the database was then restored from a backup.
     */
    async start(): Promise<boolean> {
      if (getVersion() > (await getContentVersion(db))) live.goBack(null)
      const site = getPreviousSite()
      if (site) warmUp(site)
      return site !== undefined
    },
    build,
    cancelSecondPass: () => cancelSecondPass(worker),
    requestFullBuild(): void {
      needsFullBuild = true
    },
    /** Throws {@link StartFailure} if the build fails. */
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
