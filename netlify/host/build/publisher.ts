/** Builds the site and serves it: the whole old one until the whole new one is ready. */
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
  /** What visitors get until a build replaces it. */
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
   * Prepares the next build; false when there is no site of this source code yet, and one must be built. A site
   * with a later content version than the database is not served any more: an older state was restored.
   */
  start(): Promise<boolean>
  /**
   * Builds, records, swaps; rejects when the build failed, and the old site stays. `retryMs` is for the
   * record: after which time it is tried again then.
   */
  build(retryMs?: number): Promise<void>
  /** Has a build under way that is served already end soon. */
  hurry(): void
  /** Has the next build render all, also what has not changed. */
  buildAllNext(): void
  /** Builds where there is no old site to serve; throws {@link StartFailure}. */
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

  /** Returns the site that the next build can be a change of: other source code renders other pages. */
  const previousSite = () => {
    const built = live.current()?.built
    return built?.source === source ? built : undefined
  }

  /** So that the first change is built as fast as those that follow. */
  const prepare = ({ number }: BuiltSite) => {
    if (resident.program) return
    const options = { root, sites, pictures, source, siteUrl, databaseUrl, signal }
    // Whatever is in its way, the next build comes upon it too, and says so.
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
        // Whatever the build before left in its way, a full one does without.
        if (!previous || isFullDue || signal.aborted) throw error
        console.error(`Only what changed could not be built, so all is.\n${reasonOf(error)}`)
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
