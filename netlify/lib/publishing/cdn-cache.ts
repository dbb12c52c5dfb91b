/** Lets Netlify's CDN cache public answers, and purges them after a change. */
import { purgeCache } from "@netlify/functions"
import type { Context } from "hono"

/**
 * Cache tags of the public answers that contain each kind of content. Articles contain authors' names; events and posts
 * contain their team's name; deleting a team deletes its events and posts; deleting an account may delete its teams.
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
 * Lets Netlify's CDN cache the answer for a minute, under a tag that publishing purges. Browsers revalidate it each
 * time.
 */
export function cachePublicly(c: Context, tag: CacheTag): void {
  c.header("cache-control", "public, max-age=0, must-revalidate")
  c.header("netlify-cdn-cache-control", "public, durable, s-maxage=60, stale-while-revalidate=600")
  c.header("netlify-cache-tag", tag)
}

/** Lets the CDN cache a thread for a short time, because nothing purges it: a hidden comment disappears in 20 seconds. */
export function cacheComments(c: Context): void {
  c.header("cache-control", "public, max-age=0, must-revalidate")
  c.header("netlify-cdn-cache-control", "public, durable, s-maxage=20")
  c.header("netlify-vary", "query")
}

export async function purgeContent(changed: ContentKind[]): Promise<void> {
  const tags = [...new Set(changed.flatMap((kind): readonly string[] => TAGS[kind]))]
  // A call without tags would purge the whole site.
  if (tags.length > 0) await purgeCache({ tags })
}
