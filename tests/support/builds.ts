import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import {
  type BuildOptions,
  buildSite,
  stopWorker,
  type WorkerSlot,
} from "../../netlify/host/build/build-site.ts"
import { createNextFolder } from "../../netlify/host/build/sites.ts"
import { createSourceKey } from "../../netlify/host/build/source-key.ts"
import { getSiteTemplate, SITE_URL } from "./site-template.ts"

/** URL of the site template, whose bundle these builds reuse. */
export const BUILT_URL = SITE_URL

/** Returns a function that builds a database's content into a temporary folder. */
export function createSiteBuilder(databaseUrl: string, parent = tmpdir()) {
  const sitesFolder = mkdtempSync(join(parent, "daina-built-"))
  const worker: WorkerSlot = { idle: null }
  afterAll(() => {
    stopWorker(worker)
    rmSync(sitesFolder, { recursive: true })
  })
  const root = process.cwd()
  const source = createSourceKey(root, BUILT_URL, "google")
  return async (options: Partial<BuildOptions> = {}) => {
    await getSiteTemplate()
    return buildSite({
      ...{ root, sitesFolder, databaseUrl, worker },
      number: await createNextFolder(sitesFolder),
      source: await source,
      siteUrl: BUILT_URL,
      signal: new AbortController().signal,
      onProgress: () => {},
      ...options,
    })
  }
}
