/** Builds the site and serves it: the whole old one until the whole new one is ready. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import type { Db } from "../../../db/client.ts"
import { contentVersion } from "../../../db/queries/content-version.ts"
import { builtRedirects, type Redirect, readHeaders } from "../rules.ts"
import { reasonOf, StartFailure } from "../start-failure.ts"
import { type Served, serveSite } from "../static.ts"
import { openRecord } from "./build-record.ts"
import { buildSite } from "./build-site.ts"
import { type BuiltSite, discard, finish, newestSite, nextFolder, prune } from "./sites.ts"

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
  /** The same where there is no old site; throws {@link StartFailure}. */
  buildFirst(): Promise<void>
}

const BuildNote = z.object({ version: z.number() })

// The page itself knows best: something may have been published between the look and the build.
async function versionIn(folder: string, fallback: number): Promise<number> {
  const text = await readFile(join(folder, "build.json"), "utf8").catch(() => "null")
  const note = BuildNote.safeParse(JSON.parse(text))
  return note.success ? note.data.version : fallback
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

export function createPublisher(options: Options): Publisher {
  const { root, sites, pictures, source, siteUrl, databaseUrl, db, redirects, signal } = options
  let current: { built: BuiltSite; served: Served } | null = null

  const swap = async (built: BuiltSite) => {
    const headersOf = await readHeaders(root, built.folder)
    const rules = [...(await builtRedirects(built.folder)), ...redirects]
    const served = serveSite(built, rules, headersOf, current?.served ?? null)
    current = { built, served }
  }

  const build = async (retryMs?: number) => {
    const began = performance.now()
    const wanted = await contentVersion(db)
    const record = await openRecord(db, wanted)
    const { number, folder } = await nextFolder(sites)
    try {
      const { manifest, pages } = await buildSite({
        ...{ root, folder, siteUrl, databaseUrl, pictures, signal },
        previous: current?.built,
        onProgress: record.note,
      })
      const version = await versionIn(folder, wanted)
      const built = { number, folder, manifest, source, version, pages }
      await finish(sites, built)
      await swap(built)
      await record.end({ pages, error: null })
      console.log(`Built ${pages} pages in ${seconds(began)}; content version ${version} is live.`)
    } catch (error) {
      await record.end({ pages: null, error: reasonOf(error), ...(retryMs && { retryMs }) })
      await discard(sites, number)
      throw error
    }
    await prune(sites)
  }

  return {
    served: () => current?.served ?? null,
    version: () => current?.built.version ?? 0,
    async resume() {
      const newest = await newestSite(sites)
      if (newest?.source !== source) return false
      await swap(newest)
      return true
    },
    build,
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
