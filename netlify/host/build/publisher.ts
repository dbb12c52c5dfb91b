/** Builds the site and serves it: the whole old one until the whole new one is ready. */
import type { Db } from "../../../db/client.ts"
import { contentVersion } from "../../../db/queries/content-version.ts"
import { builtRedirects, type Redirect, readHeaders } from "../rules.ts"
import { reasonOf, StartFailure } from "../start-failure.ts"
import { type Served, serveSite } from "../static.ts"
import { type BuildRecord, openRecord } from "./build-record.ts"
import {
  type BuildOptions,
  buildSite,
  endResident,
  hurry,
  prepareNext,
  type Resident,
} from "./build-site.ts"
import { fileIn } from "./site-files.ts"
import { type BuiltSite, discard, newestSite, nextFolder } from "./sites.ts"

interface Options {
  root: string
  /** The folder of built sites. */
  sites: string
  /** The folder of drawn pictures, from one build to the next. */
  pictures: string
  /** What they are built from, see sourceKey in sites.ts. */
  source: string
  siteUrl: string
  databaseUrl: string
  db: Db
  redirects: Redirect[]
  /** Ends a build under way, for good. */
  signal: AbortSignal
}

export interface Publisher {
  /** What is served now; null before the first build. */
  served(): Served | null
  /** The content version it contains. */
  version(): number
  /** Serves the newest build of this source; false when there is none. */
  resume(): Promise<boolean>
  /**
   * Builds, records, swaps; rejects when the build failed, and the old site stays. `retryMs` is for the
   * record: after which time it is tried again then.
   */
  build(retryMs?: number): Promise<void>
  /** Has a build under way that is served already end soon. */
  hurry(): void
  /** Has the next build render all, also what has not changed. */
  buildAllNext(): void
  /** The same where there is no old site; throws {@link StartFailure}. */
  buildFirst(): Promise<void>
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

export function createPublisher(options: Options): Publisher {
  const { root, sites, pictures, source, siteUrl, databaseUrl, db, redirects, signal } = options
  let current: { built: BuiltSite; served: Served } | null = null
  let isFullDue = false
  const resident: Resident = { program: null }
  signal.addEventListener("abort", () => endResident(resident))

  /** So that the first change is built as fast as those that follow. */
  const prepare = ({ number }: BuiltSite) => {
    if (resident.program) return
    const options = { root, sites, pictures, source, siteUrl, databaseUrl, signal }
    // Whatever is in its way, the next build comes upon it too, and says so.
    prepareNext(resident, number, options).catch(() => {})
  }

  const swap = async (built: BuiltSite) => {
    const headersOf = await readHeaders(root, fileIn(built, "/_headers"))
    const rules = [...(await builtRedirects(fileIn(built, "/_redirects"))), ...redirects]
    const served = serveSite(built, rules, headersOf, current?.served ?? null)
    current = { built, served }
  }

  const make = async (record: BuildRecord, options: Pick<BuildOptions, "previous" | "isFull">) => {
    const whole = current
    const number = await nextFolder(sites)
    try {
      return await buildSite({
        ...{ root, sites, number, source, siteUrl, databaseUrl, pictures, signal, ...options },
        onProgress: record.note,
        onSite: swap,
        resident,
      })
    } catch (error) {
      current = whole
      await discard(sites, number)
      throw error
    }
  }

  const build = async (retryMs?: number) => {
    const began = performance.now()
    const record = await openRecord(db, await contentVersion(db))
    const previous = current?.built
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
      console.log(
        `Built ${built.pages} pages in ${seconds(began)}; content version ${built.version} is live.`,
      )
    } catch (error) {
      await record.end({ pages: null, error: reasonOf(error), ...(retryMs && { retryMs }) })
      throw error
    }
  }

  return {
    served: () => current?.served ?? null,
    version: () => current?.built.version ?? 0,
    async resume() {
      const newest = await newestSite(sites)
      if (newest?.source !== source) return false
      await swap(newest)
      prepare(newest)
      return true
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
