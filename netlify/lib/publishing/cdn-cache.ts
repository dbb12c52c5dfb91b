import { purgeCache } from "@netlify/functions"
import type { Context } from "hono"

/** Tags of the cached responses that show a kind of content. News, for example, show the names of members. */
const TAGS = {
  article: ["news"],
  event: ["events"],
  post: ["teams"],
  team: ["teams", "events"],
  member: ["news", "teams", "events"],
  chart: [],
  artist: [],
  idea: [],
  release: [],
} as const satisfies Record<string, readonly string[]>

export type ContentKind = keyof typeof TAGS
type CacheTag = (typeof TAGS)[ContentKind][number]

/**
 * Lets the CDN cache the response for a minute, or until purgeContent() purges the tag.
 * Browsers always revalidate it.
 */
export function cachePublicly(c: Context, tag: CacheTag): void {
  c.header("cache-control", "public, max-age=0, must-revalidate")
  c.header("netlify-cdn-cache-control", "public, durable, s-maxage=60, stale-while-revalidate=600")
  c.header("netlify-cache-tag", tag)
}

/**
 * Lets the CDN cache a response with comments for 20 seconds.
 * Nothing purges it, so a hidden comment is shown until then.
 */
export function cacheComments(c: Context): void {
  c.header("cache-control", "public, max-age=0, must-revalidate")
  c.header("netlify-cdn-cache-control", "public, durable, s-maxage=20")
  c.header("netlify-vary", "query")
}

/** Deletes the cached responses that show these kinds of content from the CDN. */
export async function purgeContent(kinds: ContentKind[]): Promise<void> {
  const tags = [...new Set(kinds.flatMap((kind): readonly string[] => TAGS[kind]))]
  // A call without tags would purge the whole site.
  if (tags.length > 0) await purgeCache({ tags })
}
