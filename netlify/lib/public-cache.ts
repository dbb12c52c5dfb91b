/** Answers that are the same for everybody. */
import type { Context } from "hono"

/**
 * Browsers ask again each time; Netlify's CDN keeps the answer for a minute, under a tag that a publish
 * purges.
 */
export function cachePublicly(c: Context, tag: string): void {
  c.header("cache-control", "public, max-age=0, must-revalidate")
  c.header("netlify-cdn-cache-control", "public, durable, s-maxage=60, stale-while-revalidate=600")
  c.header("netlify-cache-tag", tag)
}
