/**
 * Records due times, at which scheduled functions have work to do. At other times, most of their runs do not query the
 * database, because queries keep the serverless Postgres awake, which costs money.
 */
import { getStore } from "@netlify/blobs"
import { logFailure } from "../monitoring/log.ts"

export const isOnNetlify = () => Boolean(process.env.SITE_ID)

/** Scheduled functions query the database for this time after a due time, so that they retry failed work. */
const RETRY_WINDOW_MS = 10 * 60_000
const MAX_MINUTES_BETWEEN_RUNS = 15

const openStore = () => getStore({ name: "due", consistency: "strong" })

/** Makes scheduled functions query the database in each run for ten minutes from `dueTime` on. */
export async function recordDueTime(dueTime = new Date()): Promise<void> {
  if (!isOnNetlify()) return
  try {
    await openStore().set(dueTime.toISOString(), "")
  } catch (error) {
    logFailure("Recording a due time failed", error)
  }
}

async function hasDueTime(now: Date): Promise<boolean> {
  const { blobs } = await openStore().list()
  const dueTimes = blobs.map(({ key }) => ({ key, ageMs: now.getTime() - Date.parse(key) }))
  await Promise.all(
    dueTimes
      .filter(({ ageMs }) => ageMs > RETRY_WINDOW_MS)
      .map(({ key }) => openStore().delete(key)),
  )
  return dueTimes.some(({ ageMs }) => ageMs >= 0)
}

/** Returns whether this run of a scheduled function should query the database. Outside Netlify, each run should. */
export async function shouldRunSchedule(now = new Date()): Promise<boolean> {
  if (!isOnNetlify() || now.getUTCMinutes() % MAX_MINUTES_BETWEEN_RUNS === 0) return true
  return hasDueTime(now).catch((error) => {
    logFailure("Reading due times failed", error)
    return true
  })
}
