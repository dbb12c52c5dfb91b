/** `npm run build` builds the site into the folder dist/ and records the build in the database. Netlify runs it. */
import { rename, rm } from "node:fs/promises"
import { authDatabase } from "../db/client.ts"
import { closePools } from "../db/plain-postgres.ts"
import { getContentVersion } from "../db/queries/content-version.ts"
import { createBuildFolder } from "../netlify/host/build/build-folder.ts"
import { openBuildRecord } from "../netlify/host/build/build-record.ts"
import { buildSite } from "../netlify/host/build/build-site.ts"
import { createSourceKey } from "../netlify/host/build/source-key.ts"
import { storeInitialCharts } from "../netlify/lib/catalogue/snapshot.ts"
import { enterPreview, isPreview } from "../netlify/lib/http/deploy-preview.ts"
import { getBuildInterval, parseBuildInterval } from "../netlify/lib/publishing/build-interval.ts"

const OUTPUT_FOLDER = "dist"
const ROOT = process.cwd()

const preview = isPreview(process.env.CONTEXT) ? enterPreview() : null
if (preview === "none") {
  console.error(
    "A deploy preview is not built with the role daina_app. Set BUILD_DATABASE_URL (role daina_build), or PREVIEW_DATABASE_URL to a database for previews.",
  )
  process.exit(1)
}

// A deploy preview may lack AUTH_DATABASE_URL, because members cannot log in to a preview.
if (process.env.NETLIFY && !preview && !process.env.AUTH_DATABASE_URL) {
  console.error(
    "AUTH_DATABASE_URL is not set, so members could not log in. Set it for builds and functions to the role daina_auth.",
  )
  process.exit(1)
}

try {
  parseBuildInterval(process.env.BUILD_INTERVAL || "0")
  if (getBuildInterval() > 0) process.env.HAS_SPACED_BUILDS = "1"
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const db = process.env.AUTH_DATABASE_URL ? authDatabase().as(null) : null
// A new database has no charts for the site to show.
if (db) await storeInitialCharts(db)
const record = db && (await openBuildRecord(db, await getContentVersion(db)))
const siteUrl = process.env.SITE_URL ?? process.env.URL ?? "http://localhost:4321"
process.env.NETLIFY_ADAPTER = "1"
await using work = await createBuildFolder(ROOT)
try {
  const site = await buildSite({
    ...{ root: ROOT, sitesFolder: work.path, number: 1, siteUrl },
    source: await createSourceKey(ROOT, siteUrl, "netlify"),
    databaseUrl: process.env.BUILD_DATABASE_URL || (process.env.DATABASE_URL ?? ""),
    // If a page cannot be rendered, its file is copied from the deployed site: Netlify keeps no earlier build.
    deployed: process.env.NETLIFY && !preview ? siteUrl : undefined,
    signal: new AbortController().signal,
    onProgress(phase, pages) {
      record?.recordProgress(phase, pages)
    },
  })
  await rm(OUTPUT_FOLDER, { recursive: true, force: true })
  await rename(site.folder, OUTPUT_FOLDER)
  await record?.recordFailedPages(site.failed)
  await record?.end({ pages: site.pages, error: null })
  console.log(`Built ${site.pages} pages; content version ${site.version}.`)
  for (const { path, reason } of site.failed.pages) {
    console.error(`${path} could not be rendered: ${reason}`)
  }
} catch (error) {
  await record?.end({ pages: null, error: error instanceof Error ? error.message : String(error) })
  console.error(error)
  process.exitCode = 1
} finally {
  await closePools()
}
