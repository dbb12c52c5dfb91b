import type { SiteChange } from "./sites.ts"

export interface BuildRequest {
  /** Path of the folder with all builds. */
  sitesFolder: string
  /** Number of the build. Its folder in `sitesFolder` has this number as its name. */
  number: number
  /** Source key, see source-key.ts. */
  source: string
  siteUrl: string
  /** Number of the previous build of the same source; null if there is none. */
  previous: number | null
  isFull: boolean
  /** Origin of the deployed site on Netlify, whose pages replace pages that cannot be rendered; otherwise null. */
  deployed: string | null
}

/** Prepares a worker for the next build. `number` is the finished build whose files the next build will reuse. */
export type WarmUpRequest = Pick<BuildRequest, "sitesFolder" | "number">

/** `cancel` ends the second pass of the running incremental build before the pass renders another page. */
export type HostMessage = { build: BuildRequest } | { warmUp: WarmUpRequest } | { cancel: true }

/** `rendered` is the number of rendered pages so far. `site` is the result of a pass. `isDone` ends the build. */
export type WorkerMessage = { rendered: number } | { site: SiteChange } | { isDone: true }
