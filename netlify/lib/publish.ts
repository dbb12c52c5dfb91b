/** Makes a change visible: asks for a rebuild, and drops what the CDN kept of the old public answers. */
import { purgeCache } from "@netlify/functions"
import type { Context } from "hono"
import * as z from "zod/mini"
import { type Db, database } from "../../db/client.ts"
import { claimBuild, claimMissedBuild, releaseBuild } from "../../db/queries/builds.ts"
import { isOnNetlify, noteDue } from "./due.ts"
import { logFailure } from "./log-limit.ts"

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

export type Cached = keyof typeof TAGS
type CacheTag = (typeof TAGS)[Cached][number]

/**
 * Browsers ask again each time; Netlify's CDN keeps the answer for a minute, under a tag that a publish
 * purges.
 */
export function cachePublicly(c: Context, tag: CacheTag): void {
  c.header("cache-control", "public, max-age=0, must-revalidate")
  c.header("netlify-cdn-cache-control", "public, durable, s-maxage=60, stale-while-revalidate=600")
  c.header("netlify-cache-tag", tag)
}

const HOOK_TIMEOUT_MS = 5_000

async function callHook(hook: string): Promise<void> {
  const answer = await fetch(hook, { method: "POST", signal: AbortSignal.timeout(HOOK_TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`the build hook answered ${answer.status}`)
}

async function callHookIf(
  claim: (db: Db) => Promise<boolean | null>,
  hook: string,
): Promise<boolean> {
  const db = database().as(null)
  if (!(await claim(db))) return false
  await callHook(hook).catch(async (error) => {
    await releaseBuild(db).catch(() => {})
    throw error
  })
  return true
}

async function purge(changed: Cached[]): Promise<void> {
  const tags = [...new Set(changed.flatMap((thing): readonly string[] => TAGS[thing]))]
  // Without tags it would be everything.
  if (tags.length > 0) await purgeCache({ tags })
}

/**
 * Drops the cached answers that hold what was changed, and asks BUILD_HOOK_URL (Netlify's build hook, or
 * our host's) for a build; false when nobody took it. What was saved stays saved when that fails: the next
 * look at the content version catches up. On Netlify a request is also taken when a build is on its way
 * that will hold it, or the next look will ask for it.
 */
export async function requestBuild(...changed: Cached[]): Promise<boolean> {
  const hook = process.env.BUILD_HOOK_URL
  const tasks = [
    // Netlify builds whenever its hook is called; our own host's rebuilder decides for itself.
    ...(hook ? [isOnNetlify() ? callHookIf(claimBuild, hook) : callHook(hook)] : []),
    ...(isOnNetlify() ? [purge(changed), noteDue()] : []),
  ]
  const results = await Promise.allSettled<unknown>(tasks)
  for (const result of results) {
    if (result.status === "rejected") logFailure("Asking for a build failed", result.reason)
  }
  return Boolean(hook) && results[0]?.status === "fulfilled"
}

/**
 * For schedules: asks for a build of what was missed, joined with another build or failed, later with each
 * failure. `served` is the content version that readers see, where it is known. Does nothing on our own
 * host, whose rebuilder looks for itself.
 */
export async function requestMissedBuild(served: number | null = null): Promise<boolean> {
  const hook = process.env.BUILD_HOOK_URL
  if (!hook || !isOnNetlify()) return false
  return callHookIf((db) => claimMissedBuild(db, served), hook)
}

const buildNote = z.object({ version: z.number() })

/**
 * Asks for a build when the site that is served stays older than its content, as when a deploy failed;
 * returns whether it did.
 */
export async function catchUp(): Promise<boolean> {
  const site = process.env.SITE_ID && (process.env.SITE_URL ?? process.env.URL)
  if (!site) return false
  const answer = await fetch(new URL("/build.json", site), { signal: AbortSignal.timeout(10_000) })
  return requestMissedBuild(buildNote.parse(await answer.json()).version)
}
