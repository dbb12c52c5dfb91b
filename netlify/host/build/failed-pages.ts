import { getReason } from "../start-failure.ts"

/** Further pages are counted, but not listed. */
const MAX_LISTED_PAGES = 100
const MAX_REASON_LENGTH = 300
const FETCH_TIMEOUT_MS = 10_000

/** Returns the path under which visitors open the file, for example `/news` for `/news/index.html`. */
export const getPagePath = (path: string) => path.replace(/(\/index)?\.html$/, "") || "/"

/** Errors of the database are temporary, so the build is retried. */
const isDatabaseError = (error: unknown) => error instanceof Error && error.name === "NeonDbError"

export class PageFailures {
  readonly #reasons = new Map<string, string>()
  readonly #isCancelled: () => boolean

  constructor(isCancelled: () => boolean) {
    this.#isCancelled = isCancelled
  }

  /**
   * Records that a page failed. Rethrows an error that must end the build or the pass: an error of the database or,
   * after a cancellation, any error.
   */
  add(path: string, error: unknown): void {
    if (isDatabaseError(error) || this.#isCancelled()) throw error
    this.#reasons.set(getPagePath(path), getReason(error).slice(0, MAX_REASON_LENGTH))
  }

  has(path: string): boolean {
    return this.#reasons.has(getPagePath(path))
  }

  summary() {
    const pages = Array.from(this.#reasons, ([path, reason]) => ({ path, reason }))
    return { count: pages.length, pages: pages.slice(0, MAX_LISTED_PAGES) }
  }
}

/** Fetches a page of the deployed site. Returns null if it is missing or needs stylesheets that are not in `assets`. */
export async function fetchDeployedFile(
  origin: string,
  path: string,
  assets: string[],
): Promise<Buffer | null> {
  const response = await fetch(new URL(getPagePath(path), origin), {
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  }).catch(() => null)
  if (response?.status !== 200) return null
  const body = Buffer.from(await response.arrayBuffer())
  const styles = body.toString().match(/\/_astro\/[\w.-]+\.css/g) ?? []
  return styles.every((style) => assets.includes(style)) ? body : null
}
