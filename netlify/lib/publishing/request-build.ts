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

/** Only our own host builds in this process; Netlify has a build hook. */
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

/** `spacing` is the minimum time between builds in seconds. Returns false if the hook cannot be reached. */
async function publish(contentKinds: ContentKind[], spacing: number | null): Promise<boolean> {
  if (buildInProcess) {
    buildInProcess()
    return true
  }
  const hook = process.env.BUILD_HOOK_URL
  const claim = (db: Db) => claimBuildRequest(db, spacing)
  const tasks = [
    // Netlify starts a build for each call of its hook. Our own host merges requests itself.
    ...(hook ? [isOnNetlify() ? callHookIfClaimed(claim, hook) : callHook(hook)] : []),
    ...(isOnNetlify() ? [purgeContent(contentKinds), recordDueTime()] : []),
  ]
  const results = await Promise.allSettled<unknown>(tasks)
  for (const result of results) {
    if (result.status === "rejected") logFailure("Requesting a build failed", result.reason)
  }
  return Boolean(hook) && results[0]?.status === "fulfilled"
}

/** Changes that are not urgent wait for BUILD_INTERVAL. */
export const requestBuild = (...contentKinds: ContentKind[]): Promise<boolean> =>
  publish(contentKinds, getBuildInterval())

/** A null `event` is unknown. If builds are spaced, they show no counts (decision 67). */
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

/** `deployedVersion` is null if unknown. Only schedules on Netlify call this function. */
export async function requestMissedBuild(deployedVersion: number | null = null): Promise<boolean> {
  const hook = process.env.BUILD_HOOK_URL
  if (!hook || !isOnNetlify()) return false
  return callHookIfClaimed(
    (db) => claimMissedBuildRequest(db, deployedVersion, getBuildInterval()),
    hook,
  )
}

const buildFile = z.object({ version: z.number() })

/** A deploy may have failed. Returns whether a build was requested. */
export async function requestBuildIfOutdated(): Promise<boolean> {
  const site = process.env.SITE_ID && (process.env.SITE_URL ?? process.env.URL)
  if (!site) return false
  const response = await fetch(new URL("/build.json", site), {
    signal: AbortSignal.timeout(10_000),
  })
  return requestMissedBuild(buildFile.parse(await response.json()).version)
}
