/**
 * When schedules have something to do, noted in Netlify Blobs: a serverless Postgres that is asked every
 * few minutes never sleeps, and is paid for day and night.
 */
import { getStore } from "@netlify/blobs"
import { logFailure } from "../monitoring/log.ts"

export const isOnNetlify = () => Boolean(process.env.SITE_ID)

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

/** So long after a noted moment the schedules look: what fails at first is tried again. */
const LOOK_FOR_MS = 10 * 60_000
const LOOK_ANYWAY_EVERY_MINUTES = 15

const store = () => getStore({ name: "due", consistency: "strong" })

/** Has the schedules ask the database from that moment on, and not only each quarter of an hour. */
export async function recordDueTime(moment = new Date()): Promise<void> {
  if (!isOnNetlify()) return
  try {
    await store().set(moment.toISOString(), "")
  } catch (error) {
    logFailure("Noting when something is due failed", error)
  }
}

async function isNoted(now: Date): Promise<boolean> {
  const { blobs } = await store().list()
  const ages = blobs.map(({ key }) => ({ key, ms: now.getTime() - Date.parse(key) }))
  await Promise.all(ages.filter(({ ms }) => ms > LOOK_FOR_MS).map(({ key }) => store().delete(key)))
  return ages.some(({ ms }) => ms >= 0)
}

/** Whether a schedule should ask the database now: on our own host, whose Postgres never sleeps, always. */
export async function shouldRunSchedule(now = new Date()): Promise<boolean> {
  if (!isOnNetlify() || now.getUTCMinutes() % LOOK_ANYWAY_EVERY_MINUTES === 0) return true
  return isNoted(now).catch((error) => {
    logFailure("Looking whether something is due failed", error)
    return true
  })
}
