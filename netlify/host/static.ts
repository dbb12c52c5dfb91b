/**
 * What the built site answers to a path, by Netlify's rules. Not sirv: it can send a file only with
 * status 200 (our shells and 404 pages are 404s), reads the folder synchronously at each swap, and ends
 * the process when a file is gone.
 */
import { Bodies } from "./bodies.ts"
import { encodePath } from "./paths.ts"
import type { HeadersOf, Redirect } from "./rules.ts"
import type { FileAnswer } from "./send-file.ts"
import type { Site } from "./site.ts"

export type StaticAnswer = FileAnswer | { location: string; status: number } | null

export interface Served {
  site: Site
  headersOf: HeadersOf
  bodies: Bodies
  /** Files answered before, by the request line's path as it came; they need no rule looked at again. */
  known: Map<string, FileAnswer>
  answer(path: string): StaticAnswer
}

const HASHED = "/_astro/"
const isRedirect = (status: number) => status >= 300 && status < 400

/** The answers of a build; `previous` keeps its hashed assets reachable for pages that are still open. */
export function serveSite(
  site: Site,
  redirects: Redirect[],
  headersOf: HeadersOf,
  previous: Pick<Served, "site" | "headersOf"> | null,
): Served {
  const page = (path: string, status: number): FileAnswer | null => {
    const found = site.find(path)
    return found && "file" in found ? { file: found.file, status, headers: headersOf(path) } : null
  }
  const oldAsset = (path: string): FileAnswer | null => {
    const file = path.startsWith(HASHED) ? previous?.site.file(path) : null
    return file && previous ? { file, status: 200, headers: previous.headersOf(path) } : null
  }
  const ruleFor = (path: string) => {
    for (const { target, status, isForced } of redirects) {
      const location = target(path)
      if (location !== null) return { location, status, isForced }
    }
    return null
  }
  const answer = (path: string): StaticAnswer => {
    const rule = ruleFor(path)
    const found = rule?.isForced ? null : site.find(path)
    if (found && "location" in found) return { location: encodePath(found.location), status: 301 }
    if (found) return { file: found.file, status: 200, headers: headersOf(path) }
    if (rule && isRedirect(rule.status)) return rule
    return oldAsset(path) ?? (rule && page(rule.location, rule.status)) ?? page("/404", 404)
  }
  return { site, headersOf, bodies: new Bodies(), known: new Map(), answer }
}
