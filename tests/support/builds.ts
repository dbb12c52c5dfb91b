/** Builds of the checkout as the host makes them. */
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
import { nextFolder } from "../../netlify/host/build/sites.ts"
import { sourceKey } from "../../netlify/host/build/source-key.ts"
import { SITE_URL, siteTemplate } from "./site-template.ts"

/** Where such a site says that it is: what Astro bundled for the template serves all tests. */
export const BUILT_URL = SITE_URL

/** Builds of a database, in a folder that goes with the test file. */
export function siteBuilder(databaseUrl: string, parent = tmpdir()) {
  const sites = mkdtempSync(join(parent, "daina-built-"))
  const worker: WorkerSlot = { idle: null }
  afterAll(() => {
    stopWorker(worker)
    rmSync(sites, { recursive: true })
  })
  const root = process.cwd()
  // As the template's host has it.
  const source = sourceKey(root, BUILT_URL, "google")
  return async (options: Partial<BuildOptions> = {}) => {
    await siteTemplate()
    return buildSite({
      ...{ root, sites, databaseUrl, worker },
      number: await nextFolder(sites),
      source: await source,
      siteUrl: BUILT_URL,
      signal: new AbortController().signal,
      onProgress: () => {},
      ...options,
    })
  }
}
