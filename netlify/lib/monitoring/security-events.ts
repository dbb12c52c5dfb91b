/** Notes what fails where people log in, tells the log of the process, and has super admins told of a burst. */
import { authDatabase } from "../../../db/client.ts"
import {
  deleteOldSecurityEvents,
  type RecordedEvent,
  recordSecurityEvent,
  takeUnloggedEvents,
} from "../../../db/queries/accounts/security-events.ts"
import { deliverMails } from "../mail/deliver.ts"

/** A line of JSON for each event. */
function tell(events: object[]): void {
  for (const event of events) console.log(JSON.stringify({ log: "security", ...event }))
}

/** Notes it; `member` is whom it is about, null where the account is not there. For after the answer. */
export async function recordFailure(
  kind: RecordedEvent,
  member: string | null,
  address: string,
): Promise<void> {
  const [[noted], untold] = await authDatabase()
    .as(null)
    .batch([recordSecurityEvent(kind, member, address), takeUnloggedEvents()])
  tell(untold)
  if (noted?.alerts) await deliverMails()
}

/** Tells the log of what triggers have noted, and forgets what is old. */
export async function processSecurityEvents(): Promise<void> {
  const db = authDatabase().as(null)
  for (;;) {
    const [untold] = await db.batch([takeUnloggedEvents()])
    if (untold.length === 0) break
    tell(untold)
  }
  await deleteOldSecurityEvents(db)
}
