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

let buildInProcess: (() => void) | null = null

/** Sets the function that requests a build in this process. Only our own host has one; Netlify has a build hook. */
export function setBuildRequester(build: (() => void) | null): void {
  buildInProcess = build
}

async function callHook(hook: string): Promise<void> {
  const answer = await fetch(hook, { method: "POST", signal: AbortSignal.timeout(HOOK_TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`the build hook answered ${answer.status}`)
}

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
 * Requests a build, from our own host in this process or else from BUILD_HOOK_URL. On Netlify, also purges cached
 * responses, and asks the database whether to call the hook: a running build may already contain the change, and
 * changes that are not urgent wait until `spacing` seconds after the last build. Returns false if the hook cannot be
 * reached; the schedule then requests the build later.
 */
async function publish(changed: ContentKind[], spacing: number | null): Promise<boolean> {
  if (buildInProcess) {
    buildInProcess()
    return true
  }
  const hook = process.env.BUILD_HOOK_URL
  const claim = (db: Db) => claimBuildRequest(db, spacing)
  const tasks = [
    // Netlify starts a build for each call of its hook. Our own host merges requests itself.
    ...(hook ? [isOnNetlify() ? callHookIfClaimed(claim, hook) : callHook(hook)] : []),
    ...(isOnNetlify() ? [purgeContent(changed), recordDueTime()] : []),
  ]
  const results = await Promise.allSettled<unknown>(tasks)
  for (const result of results) {
    if (result.status === "rejected") logFailure("Requesting a build failed", result.reason)
  }
  return Boolean(hook) && results[0]?.status === "fulfilled"
}

/** Publishes urgent changes at once, and other changes after BUILD_INTERVAL. */
export const requestBuild = (...changed: ContentKind[]): Promise<boolean> =>
  publish(changed, getBuildInterval())

/**
 * Requests a build that shows the changed sign-up counts of an event, or with `isAttendance` its attendance. Null means
 * that the event is unknown. Does nothing if builds are spaced, because such builds show no counts (decision 67).
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
 * Requests a build of changes that have waited or failed to build. `served` is the content version of the deployed
 * site, if known. Only schedules on Netlify call this; our own host checks for itself.
 */
export async function requestMissedBuild(served: number | null = null): Promise<boolean> {
  const hook = process.env.BUILD_HOOK_URL
  if (!hook || !isOnNetlify()) return false
  return callHookIfClaimed((db) => claimMissedBuildRequest(db, served, getBuildInterval()), hook)
}

const buildFile = z.object({ version: z.number() })

/**
 * Requests a build if the served site is older than its content, for example after a failed deploy. Returns whether it
 * did.
 */
export async function requestBuildIfOutdated(): Promise<boolean> {
  const site = process.env.SITE_ID && (process.env.SITE_URL ?? process.env.URL)
  if (!site) return false
  const answer = await fetch(new URL("/build.json", site), { signal: AbortSignal.timeout(10_000) })
  return requestMissedBuild(buildFile.parse(await answer.json()).version)
}
