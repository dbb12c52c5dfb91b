/** Lets Netlify's CDN cache public answers, and purges them after a change. */
import { purgeCache } from "@netlify/functions"
import type { Context } from "hono"

/**
 * The tags of the public answers that hold each thing, or what goes with it. Articles carry their authors'
 * names; events and posts carry their team's, and a team that ends takes both with it; an account that ends
 * may end its teams. Ideas are in no public answer.
 */
const TAGS = {
  article: ["news"],
  event: ["events"],
  post: ["teams"],
  team: ["teams", "events"],
  member: ["news", "teams", "events"],
  chart: ["music"],
  idea: [],
} as const satisfies Record<string, readonly string[]>

export type ContentKind = keyof typeof TAGS
type CacheTag = (typeof TAGS)[ContentKind][number]

/**
 * Browsers ask again each time; Netlify's CDN keeps the answer for a minute, under a tag that a publish
 * purges.
 */
export function cachePublicly(c: Context, tag: CacheTag): void {
  c.header("cache-control", "public, max-age=0, must-revalidate")
  c.header("netlify-cdn-cache-control", "public, durable, s-maxage=60, stale-while-revalidate=600")
  c.header("netlify-cache-tag", tag)
}

export async function purgeContent(changed: ContentKind[]): Promise<void> {
  const tags = [...new Set(changed.flatMap((thing): readonly string[] => TAGS[thing]))]
  // A call without tags would purge the whole site.
  if (tags.length > 0) await purgeCache({ tags })
}
