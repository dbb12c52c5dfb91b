import { authDatabase } from "../../../db/client.ts"
import {
  claimUnloggedEventsQuery,
  type RecordedEvent,
  recordSecurityEventQuery,
} from "../../../db/queries/accounts/security-events.ts"
import { deliverMails } from "../mail/deliver.ts"

function logEvents(events: object[]): void {
  for (const event of events) console.log(JSON.stringify({ log: "security", ...event }))
}

/** Records a failed log-in, a wrong code or a refused request. `member` is null for an unknown account. */
export async function recordFailure(
  kind: RecordedEvent,
  member: string | null,
  address: string,
): Promise<void> {
  const [[recorded], events] = await authDatabase()
    .as(null)
    .batch([recordSecurityEventQuery(kind, member, address), claimUnloggedEventsQuery()])
  logEvents(events)
  // Repeated failures queue an alert by email.
  if (recorded?.has_alert) await deliverMails()
}

/** Logs the recorded events that are not in the log yet, for example after a crash or from SQL functions. */
export async function logSecurityEvents(): Promise<void> {
  const db = authDatabase().as(null)
  for (;;) {
    const [events] = await db.batch([claimUnloggedEventsQuery()])
    if (events.length === 0) break
    logEvents(events)
  }
}
