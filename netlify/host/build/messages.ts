import type { SiteChange } from "./sites.ts"

export interface BuildRequest {
  /** `number` is the name of this build's folder in `sites`. */
  sites: string
  number: number
  source: string
  siteUrl: string
  /** Null without a previous build of the same source. */
  previous: number | null
  isFull: boolean
  /** Origin of the deployed site, for pages that cannot be rendered. */
  deployed: string | null
}

/** Prepares a worker for the next build, which will be based on this finished build. */
export type WarmUpRequest = Pick<BuildRequest, "sites" | "number">

/** `cancel` ends the second pass of the running build. */
export type HostMessage = { build: BuildRequest } | { warmUp: WarmUpRequest } | { cancel: true }

/** `rendered` is the number of pages so far. `site` is the result of a pass. */
export type WorkerMessage = { rendered: number } | { site: SiteChange } | { isDone: true }
