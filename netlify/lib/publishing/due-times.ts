/** Without these records, schedules would keep the serverless Postgres awake, which costs money. */
import { getStore } from "@netlify/blobs"
import { logFailure } from "../monitoring/log.ts"

export const isOnNetlify = () => Boolean(process.env.SITE_ID)

/** Schedules query the database for this time after a due time, so that failed work is retried. */
const RETRY_WINDOW_MS = 10 * 60_000
const MAX_MINUTES_BETWEEN_RUNS = 15

const store = () => getStore({ name: "due", consistency: "strong" })

/** Without a due time, schedules query the database every 15 minutes. */
export async function recordDueTime(moment = new Date()): Promise<void> {
  if (!isOnNetlify()) return
  try {
    await store().set(moment.toISOString(), "")
  } catch (error) {
    logFailure("Recording a due time failed", error)
  }
}

async function hasDueTime(now: Date): Promise<boolean> {
  const { blobs } = await store().list()
  const ages = blobs.map(({ key }) => ({ key, ms: now.getTime() - Date.parse(key) }))
  await Promise.all(
    ages.filter(({ ms }) => ms > RETRY_WINDOW_MS).map(({ key }) => store().delete(key)),
  )
  return ages.some(({ ms }) => ms >= 0)
}

/** Always true on our own host, whose Postgres never sleeps. */
export async function shouldRunSchedule(now = new Date()): Promise<boolean> {
  if (!isOnNetlify() || now.getUTCMinutes() % MAX_MINUTES_BETWEEN_RUNS === 0) return true
  return hasDueTime(now).catch((error) => {
    logFailure("Reading due times failed", error)
    return true
  })
}
