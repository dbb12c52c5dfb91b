/**
 * `npm run build`, as Netlify runs it: the site into dist/, then its Content-Security-Policy. The editors
 * see how it went by the database's record, as they do with our own host.
 */
import { spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import { authDatabase } from "../db/client.ts"
import { closePools } from "../db/plain-postgres.ts"
import { contentVersion } from "../db/queries/content-version.ts"
import { openRecord } from "../netlify/host/build/build-record.ts"
import { writePolicy } from "../netlify/host/build/csp.ts"
import { fillCharts } from "../netlify/lib/catalogue/snapshot.ts"
import { parseBuildInterval } from "../netlify/lib/due.ts"
import { enterPreview, isPreview } from "../netlify/lib/preview.ts"

const FOLDER = "dist"

const preview = isPreview(process.env.CONTEXT) ? enterPreview() : null
if (preview === "nothing") {
  console.error(
    "A deploy preview is not built with the site's own login: set BUILD_DATABASE_URL (role daina_build), or PREVIEW_DATABASE_URL to a database for previews.",
  )
  process.exit(1)
}

function run(command: string, args: string[]): Promise<void> {
  // Pages are read by a login that only reads what everybody may, where there is one.
  const DATABASE_URL = process.env.BUILD_DATABASE_URL || process.env.DATABASE_URL
  const env = { ...process.env, DATABASE_URL, AUTH_DATABASE_URL: "" }
  const child = spawn(command, args, { stdio: "inherit", env })
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${command} ended with code ${code}; its log says why.`)),
    )
  })
}

// The functions of this deploy need it: better that the former one stays.
if (process.env.NETLIFY && !process.env.AUTH_DATABASE_URL) {
  console.error(
    "AUTH_DATABASE_URL is not set, and without it nobody can log in. Set it for builds and functions to the login of daina_auth, as README.md (Deploy it) says.",
  )
  process.exit(1)
}

try {
  parseBuildInterval(process.env.BUILD_INTERVAL || "0")
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

// Only daina_auth writes charts and the record of builds; a preview that only reads does not have that login.
const db = process.env.AUTH_DATABASE_URL ? authDatabase().as(null) : null
// An empty database has no charts yet, and the pages need some.
if (db) await fillCharts(db)
const record = db && (await openRecord(db, await contentVersion(db)))
try {
  record?.note("rendering", 0)
  await run("astro", ["build"])
  record?.note("compressing", 0)
  await writePolicy(FOLDER, process.env.SITE_URL ?? process.env.URL ?? "http://localhost:4321")
  const { pages } = JSON.parse(await readFile(`${FOLDER}/build.json`, "utf8"))
  await record?.end({ pages: typeof pages === "number" ? pages : null, error: null })
} catch (error) {
  await record?.end({ pages: null, error: error instanceof Error ? error.message : String(error) })
  console.error(error)
  process.exitCode = 1
} finally {
  await closePools()
}
