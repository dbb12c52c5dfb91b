/** Queues and sends the weekly digests. Each member gets one a week, even if some runs on Friday did not take place. */
import type { Config } from "@netlify/functions"
import { authDatabase } from "../../db/client.ts"
import { queueWeeklyDigests } from "../../db/queries/digest.ts"
import { deliverAllMails } from "../lib/mail/deliver.ts"
import { logFailure } from "../lib/monitoring/log.ts"
import { recordDueTime } from "../lib/publishing/due-times.ts"

async function sendDigests(): Promise<void> {
  if ((await queueWeeklyDigests(authDatabase().as(null))) === 0) return
  await recordDueTime()
  await deliverAllMails()
}

export default async () => {
  await sendDigests().catch((error) => logFailure("Sending weekly digests failed", error))
  return new Response(null, { status: 204 })
}

// The function runs every 15 minutes on Fridays. It queues emails from 15:00 in Riga, which is 12:00 or 13:00 UTC.
export const config: Config = { schedule: "*/15 12-21 * * 5" }
