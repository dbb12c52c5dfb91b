import * as z from "zod/mini"
import { authDatabase, type Db } from "../../../db/client.ts"
import {
  claimBuildRequest,
  claimMissedBuildRequest,
  raiseVersionForSignupCounts,
  withdrawBuildRequest,
} from "../../../db/queries/builds.ts"
import { logFailure } from "../monitoring/log.ts"
import { getBuildInterval } from "./build-interval.ts"
import { type ContentKind, purgeContent } from "./cdn-cache.ts"
import { isOnNetlify, recordDueTime } from "./due-times.ts"

const HOOK_TIMEOUT_MS = 5_000
const SITE_TIMEOUT_MS = 10_000

let buildInProcess: (() => void) | null = null

/** Sets the function that starts a build in this process. Only the host (netlify/host) calls this. */
export function setBuildRequester(build: (() => void) | null): void {
  buildInProcess = build
}

async function callHook(hook: string): Promise<void> {
  const response = await fetch(hook, {
    method: "POST",
    signal: AbortSignal.timeout(HOOK_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the build hook responded with ${response.status}`)
}

/**
 * Calls the build hook if `claim` returns true, which records the request for a build in the database.
 * Deletes this record if the call fails. Returns whether the hook was called.
 */
async function callHookIfClaimed(
  claim: (db: Db) => Promise<boolean | null>,
  hook: string,
): Promise<boolean> {
  const db = authDatabase().as(null)
  if (!(await claim(db))) return false
  await callHook(hook).catch(async (error) => {
    await withdrawBuildRequest(db).catch(() => {})
    throw error
  })
  return true
}

/**
 * Requests a build. On Netlify, also removes the changed kinds of content from the CDN's cache.
 * `spacingSeconds` is the minimum time between builds; null requests a build at once.
 * Returns false if BUILD_HOOK_URL is not set or calling the hook fails.
 */
async function publish(
  contentKinds: ContentKind[],
  spacingSeconds: number | null,
): Promise<boolean> {
  if (buildInProcess) {
    buildInProcess()
    return true
  }
  const hook = process.env.BUILD_HOOK_URL
  const claim = (db: Db) => claimBuildRequest(db, spacingSeconds)
  const tasks = [
    // Netlify starts a build for each call of its hook. Other hosts merge requests themselves.
    ...(hook ? [isOnNetlify() ? callHookIfClaimed(claim, hook) : callHook(hook)] : []),
    ...(isOnNetlify() ? [purgeContent(contentKinds), recordDueTime()] : []),
  ]
  const results = await Promise.allSettled<unknown>(tasks)
  for (const result of results) {
    if (result.status === "rejected") logFailure("Requesting a build failed", result.reason)
  }
  // If there is a hook, its call is the first task.
  return Boolean(hook) && results[0]?.status === "fulfilled"
}

/** Requests a build after a change of these kinds of content. On Netlify, the build may wait for BUILD_INTERVAL. */
export const requestBuild = (...contentKinds: ContentKind[]): Promise<boolean> =>
  publish(contentKinds, getBuildInterval())

/**
 * Requests a build if built pages show the number of sign-ups that has changed. `event` is the id of the event; null if
 * the numbers of several events have changed. If builds wait for BUILD_INTERVAL, pages show no numbers (decision 67).
 */
export async function publishSignupCounts(
  event: string | null,
  { isAttendance = false } = {},
): Promise<void> {
  const canBuild = buildInProcess !== null || Boolean(process.env.BUILD_HOOK_URL)
  if (!canBuild || getBuildInterval() > 0) return
  if (await raiseVersionForSignupCounts(authDatabase().as(null), event, isAttendance))
    await publish(["event"], 0)
}

export const requestBuildNow = (): Promise<boolean> => publish([], null)

/**
 * On Netlify, requests a build that is due but was not requested. `deployedVersion` is the content version of the
 * deployed site; null if it is unknown.
 */
export async function requestMissedBuild(deployedVersion: number | null = null): Promise<boolean> {
  const hook = process.env.BUILD_HOOK_URL
  if (!hook || !isOnNetlify()) return false
  return callHookIfClaimed(
    (db) => claimMissedBuildRequest(db, deployedVersion, getBuildInterval()),
    hook,
  )
}

const buildFile = z.object({ version: z.number() })

/**
 * Requests a build if the deployed site has an older content version than the database, for example after a failed
 * deploy. Returns whether it requested a build.
 */
export async function requestBuildIfOutdated(): Promise<boolean> {
  const siteUrl = process.env.SITE_ID && (process.env.SITE_URL ?? process.env.URL)
  if (!siteUrl) return false
  const response = await fetch(new URL("/build.json", siteUrl), {
    signal: AbortSignal.timeout(SITE_TIMEOUT_MS),
  })
  return requestMissedBuild(buildFile.parse(await response.json()).version)
}
