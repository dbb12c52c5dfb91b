/**
 * When schedules have something to do, noted in Netlify Blobs: a serverless Postgres that is asked every
 * few minutes never sleeps, and is paid for day and night.
 */
import { getStore } from "@netlify/blobs"
import { logFailure } from "../monitoring/log.ts"

export const isOnNetlify = () => Boolean(process.env.SITE_ID)

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
