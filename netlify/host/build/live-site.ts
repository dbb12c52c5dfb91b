/** The site that the host serves. At the start, this is the newest site on the disk if it has the same site key. */
import { join } from "node:path"
import { type Redirect, readBuiltRedirects, readHeaders } from "../rules.ts"
import { type SiteHandler, serveSite } from "../static.ts"
import { type Assets, keepAssets } from "./earlier-assets.ts"
import { getPathInSite } from "./site-files.ts"
import { type BuiltSite, findSiteToResume } from "./sites.ts"

interface Options {
  root: string
  dataDir: string
  redirects: Redirect[]
}

interface ServedSite {
  built: BuiltSite
  served: SiteHandler
  assets: Assets
}

export type LiveSite = ReturnType<typeof createLiveSite>

export function createLiveSite({ root, dataDir, redirects }: Options) {
  const sitesFolder = join(dataDir, "sites")
  let current: ServedSite | null = null

  async function show(built: BuiltSite): Promise<void> {
    const findHeaders = await readHeaders(root, getPathInSite(built, "/_headers"))
    const rules = [...(await readBuiltRedirects(getPathInSite(built, "/_redirects"))), ...redirects]
    // Builds of the same source have the same hashed files.
    const assets =
      current?.built.source === built.source
        ? current.assets
        : await keepAssets(join(dataDir, "assets"), built)
    current = { built, served: serveSite(built, rules, findHeaders, assets), assets }
  }

  return {
    sitesFolder,
    current: () => current,
    show,
    goBack(site: ServedSite | null): void {
      current = site
    },
    /** Serves the newest site. Returns false if there is none for this URL and database. */
    async resume(siteKey: string): Promise<boolean> {
      const site = await findSiteToResume(sitesFolder, siteKey)
      if (site) await show(site)
      return site !== null
    },
  }
}
