/**
 * Queues and sends the weekly digest on Friday afternoons. If a run is missed or stopped, the next run does its work.
 */
import type { Config } from "@netlify/functions"
import { authDatabase } from "../../db/client.ts"
import { queueWeeklyDigests } from "../../db/queries/digest.ts"
import { deliverMails } from "../lib/mail/deliver.ts"
import { logFailure } from "../lib/monitoring/log.ts"
import { recordDueTime } from "../lib/publishing/due-times.ts"

/** No batch starts later than this: Netlify stops the function after 30 s. Housekeeping sends the remaining emails. */
const LATEST_BATCH_START_MS = 15_000

async function sendDigests(): Promise<void> {
  const start = performance.now()
  if ((await queueWeeklyDigests(authDatabase().as(null))) === 0) return
  await recordDueTime()
  while ((await deliverMails()) > 0 && performance.now() - start < LATEST_BATCH_START_MS);
}

export default async () => {
  await sendDigests().catch((error) => logFailure("Sending weekly digests failed", error))
  return new Response(null, { status: 204 })
}

// 15:00 in Riga is 12:00 or 13:00 UTC.
export const config: Config = { schedule: "*/15 12-21 * * 5" }
