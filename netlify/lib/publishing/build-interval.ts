import { logFailure } from "../monitoring/log.ts"
import { isOnNetlify } from "./due-times.ts"

/** Default minimum time between builds on Netlify, where each deploy costs money. Urgent changes are built at once. */
const DEFAULT_BUILD_INTERVAL = "6h"
const SECONDS_PER_UNIT: Record<string, number> = { m: 60, h: 3_600, d: 86_400 }

/** Returns the interval in seconds. `value` is 0 or a number of minutes, hours or days, such as 90m, 6h or 2d. */
export function parseBuildInterval(value: string): number {
  const [, count = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(value) ?? []
  const seconds = value === "0" ? 0 : Number(count) * (SECONDS_PER_UNIT[unit] ?? Number.NaN)
  if (Number.isFinite(seconds)) return seconds
  throw new Error(
    `BUILD_INTERVAL is "${value}", which is not a time between builds. Set it to minutes, hours or days, such as BUILD_INTERVAL=6h, or to 0 for a build after each change, or leave it out.`,
  )
}

/** Returns the minimum time between builds in seconds, which is 0 outside Netlify. */
export function getBuildInterval(): number {
  if (!isOnNetlify()) return 0
  try {
    return parseBuildInterval(process.env.BUILD_INTERVAL || DEFAULT_BUILD_INTERVAL)
  } catch (error) {
    // scripts/build.ts stops a deploy with an invalid value, but the setting may change after the deploy.
    logFailure("Reading BUILD_INTERVAL failed; using six hours", error)
    return parseBuildInterval(DEFAULT_BUILD_INTERVAL)
  }
}
