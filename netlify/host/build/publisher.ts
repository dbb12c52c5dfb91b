/** Builds the site, and replaces the served one when the new one is complete. */
import type { Db } from "../../../db/client.ts"
import { contentVersion } from "../../../db/queries/content-version.ts"
import { reasonOf, StartFailure } from "../start-failure.ts"
import { type BuildRecord, openRecord } from "./build-record.ts"
import {
  type BuildOptions,
  buildSite,
  endResident,
  hurry,
  prepareNext,
  type Resident,
} from "./build-site.ts"
import type { LiveSite } from "./live-site.ts"
import { type BuiltSite, discard, nextFolder, noteInstance } from "./sites.ts"

interface Options {
  root: string
  /** The site that visitors get; builds replace it. */
  live: LiveSite
  /** The folder of drawn pictures, from one build to the next. */
  pictures: string
  /** The state of the source code, see sourceKey in sites.ts. */
  source: string
  /** The address and the database, see instanceOf in database.ts. */
  instance: string
  siteUrl: string
  databaseUrl: string
  db: Db
  /** Ends a build under way, for good. */
  signal: AbortSignal
}

export interface Publisher {
  /** The content version of the site being served; 0 before the first build. */
  version(): number
  /**
   * Prepares the next build. Resolves to false when the served site, if any, was built from other source code. A
   * site with a later content version than the database is withdrawn: an older state was restored.
   */
  start(): Promise<boolean>
  /**
   * Builds and serves the site, and records the build. Rejects when the build fails; the old site stays in
   * service. `retryMs` is recorded as the time until the next attempt.
   */
  build(retryMs?: number): Promise<void>
  /** Cuts a running build short once its first pass is served. */
  hurry(): void
  /** Makes the next build render all pages, including unchanged ones. */
  buildAllNext(): void
  /** Builds the first site; throws {@link StartFailure} when that fails. */
  buildFirst(): Promise<void>
}

/** Names the first pages that could not be rendered; the admin area lists them. */
function logFailedPages({ count, pages }: BuiltSite["failed"]): void {
  if (count === 0) return
  const first = pages.slice(0, 5).map(({ path, reason }) => `\n  ${path}: ${reason}`)
  console.error(
    `Pages that could not be rendered: ${count}. They stay as they were, or are missing. The admin area lists them; correct or unpublish their content.${first.join("")}`,
  )
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

export function createPublisher(options: Options): Publisher {
  const { root, live, pictures, source, instance, siteUrl, databaseUrl, db, signal } = options
  const { sites } = live
  let isFullDue = false
  const resident: Resident = { program: null }
  signal.addEventListener("abort", () => endResident(resident))

  const version = () => live.current()?.built.version ?? 0

  /** Returns the served site if the next build can reuse its pages, which other source code cannot. */
  const previousSite = () => {
    const built = live.current()?.built
    return built?.source === source ? built : undefined
  }

  /** Warms up a render process, so that the first incremental build is as fast as later ones. */
  const prepare = ({ number }: BuiltSite) => {
    if (resident.program) return
    const options = { root, sites, pictures, source, siteUrl, databaseUrl, signal }
    // The next build runs into the same error and reports it.
    prepareNext(resident, number, options).catch(() => {})
  }

  const make = async (record: BuildRecord, options: Pick<BuildOptions, "previous" | "isFull">) => {
    const before = live.current()
    const number = await nextFolder(sites)
    try {
      await noteInstance(sites, number, instance)
      return await buildSite({
        ...{ root, sites, number, source, siteUrl, databaseUrl, pictures, signal, ...options },
        onProgress: record.note,
        async onSite(built) {
          // Noted first: editors who see the new version read which pages it lacks.
          await record.noteFailed(built.failed)
          await live.show(built)
        },
        resident,
      })
    } catch (error) {
      live.goBack(before)
      await discard(sites, number)
      throw error
    }
  }

  const build = async (retryMs?: number) => {
    const began = performance.now()
    const record = await openRecord(db, await contentVersion(db))
    const previous = previousSite()
    try {
      const built = await make(record, { previous, isFull: isFullDue }).catch((error) => {
        // A full build does not depend on the files of the build before.
        if (!previous || isFullDue || signal.aborted) throw error
        console.error(`Incremental build failed; running a full build.\n${reasonOf(error)}`)
        return make(record, { previous, isFull: true })
      })
      isFullDue = false
      prepare(built)
      await record.end({ pages: built.pages, error: null })
      logFailedPages(built.failed)
      console.log(
        `Built ${built.pages} pages in ${seconds(began)}; content version ${built.version} is live.`,
      )
    } catch (error) {
      await record.end({ pages: null, error: reasonOf(error), ...(retryMs && { retryMs }) })
      throw error
    }
  }

  return {
    version,
    async start() {
      if (version() > (await contentVersion(db))) live.goBack(null)
      const site = previousSite()
      if (site) prepare(site)
      return site !== undefined
    },
    build,
    hurry: () => hurry(resident),
    buildAllNext() {
      isFullDue = true
    },
    async buildFirst() {
      console.log("Building the site…")
      await build().catch((error) => {
        throw new StartFailure(
          `The site could not be built. What went wrong:\n${reasonOf(error)}\nCorrect it and start again.`,
          { cause: error },
        )
      })
    },
  }
}
