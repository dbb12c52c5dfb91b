/** Makes a change visible: asks for a rebuild, and drops what the CDN kept of the old answers. */
import { purgeCache } from "@netlify/functions"

/** Where what is hidden may have stood: teams have events, and articles carry members' names. */
export const HIDDEN_FROM = ["teams", "events", "news"]

const HOOK_TIMEOUT_MS = 5_000

async function callHook(hook: string): Promise<void> {
  const answer = await fetch(hook, { method: "POST", signal: AbortSignal.timeout(HOOK_TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`the build hook answered ${answer.status}`)
}

/**
 * Asks BUILD_HOOK_URL (Netlify's build hook, or our host's) for a build; false when nobody took it. What
 * was saved stays saved when that fails: the next look at the content version catches up.
 */
export async function requestBuild(...tags: string[]): Promise<boolean> {
  const hook = process.env.BUILD_HOOK_URL
  const tasks = [
    ...(hook ? [callHook(hook)] : []),
    ...(process.env.SITE_ID ? [purgeCache({ tags })] : []),
  ]
  const results = await Promise.allSettled(tasks)
  for (const result of results) {
    if (result.status === "rejected") console.error("Asking for a build failed:", result.reason)
  }
  return Boolean(hook) && results[0]?.status === "fulfilled"
}
