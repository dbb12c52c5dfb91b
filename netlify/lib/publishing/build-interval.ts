/** The shortest time between two builds on Netlify (BUILD_INTERVAL). */
import { logFailure } from "../monitoring/log.ts"
import { isOnNetlify } from "./due-times.ts"

/** Used on Netlify, where each deploy costs credits. Our own host builds after each change. */
const DEFAULT_BUILD_INTERVAL = "6h"
const UNIT_SECONDS: Record<string, number> = { m: 60, h: 3_600, d: 86_400 }

/** Parses a BUILD_INTERVAL into seconds, such as 90m, 6h or 2d; 0 is none. Throws for any other value. */
export function parseBuildInterval(value: string): number {
  const [, count = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(value) ?? []
  const seconds = value === "0" ? 0 : Number(count) * (UNIT_SECONDS[unit] ?? Number.NaN)
  if (Number.isFinite(seconds)) return seconds
  throw new Error(
    `BUILD_INTERVAL is "${value}", which is not a time between builds. Set it to minutes, hours or days, such as BUILD_INTERVAL=6h, or to 0 for a build after each change, or leave it out.`,
  )
}

/** Returns how many seconds after a build changes that can wait are built. */
export function buildInterval(): number {
  if (!isOnNetlify()) return 0
  try {
    return parseBuildInterval(process.env.BUILD_INTERVAL || DEFAULT_BUILD_INTERVAL)
  } catch (error) {
    // A deploy with this value fails (scripts/build.ts); publishing goes on meanwhile.
    logFailure("Reading BUILD_INTERVAL failed, so it is six hours", error)
    return parseBuildInterval(DEFAULT_BUILD_INTERVAL)
  }
}
