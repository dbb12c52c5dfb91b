import type { SiteChange } from "./sites.ts"

export interface BuildRequest {
  /** The folder of built sites, and the number of this build in it. */
  sites: string
  number: number
  source: string
  siteUrl: string
  /** The number of the previous build of the same source, if there is one. */
  previous: number | null
  isFull: boolean
  /** The origin of the deployed site. Without a previous build, a page that cannot be rendered is copied from there. */
  deployed: string | null
}

/** Asks the worker to load a finished build, on which the next build will be based. */
export type WarmUpRequest = Pick<BuildRequest, "sites" | "number">

/** `cancel` ends the second pass of the running build. */
export type HostMessage = { build: BuildRequest } | { warmUp: WarmUpRequest } | { cancel: true }

/** The number of rendered pages, a site that can be served, or the end of the build. */
export type WorkerMessage = { rendered: number } | { site: SiteChange } | { isDone: true }
