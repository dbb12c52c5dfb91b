/** Messages between the host and the render worker. */
import type { SiteChange } from "./sites.ts"

export interface BuildRequest {
  /** The folder of built sites. */
  sites: string
  /** The number of this build in it. */
  number: number
  /** See createSourceKey() in source-key.ts. */
  source: string
  siteUrl: string
  /** The number of the previous build, if the same source made it. */
  previous: number | null
  /** Renders all pages, including unchanged ones. */
  isFull: boolean
  /**
   * The origin of the deployed site. A page that cannot be rendered is copied from there when there is no previous
   * build.
   */
  deployed: string | null
}

/** Asks the worker to load a finished build, on which the next build will be based. */
export type WarmUpRequest = Pick<BuildRequest, "sites" | "number">

/** Messages from the host; `cancel` ends the second pass of the running build. */
export type HostMessage = { build: BuildRequest } | { warmUp: WarmUpRequest } | { cancel: true }

/** Messages from the worker: the number of rendered pages, a site that can be served, and the end of the build. */
export type WorkerMessage = { rendered: number } | { site: SiteChange } | { isDone: true }
