/** What is done now and then, by itself. A step that fails is tried again the next time. */
import type { Config } from "@netlify/functions"
import { database } from "../../db/client.ts"
import { deleteOldAttempts } from "../../db/queries/attempts.ts"
import { deleteOldMails } from "../../db/queries/mails.ts"
import { deleteExpiredSessions } from "../../db/queries/sessions.ts"
import { deleteUnconfirmedSubscriptions } from "../../db/queries/subscriptions.ts"
import { forgetOldSenders } from "../../db/queries/suggestions.ts"
import { catchUp } from "../lib/catch-up.ts"
import { deliverMails } from "../lib/deliver.ts"
import { deliverSuggestions } from "../lib/deliver-suggestions.ts"
import { sweepUploads } from "../lib/sweep.ts"

// What people wait for first; what takes longest last, since a scheduled function has 30 s.
const steps = {
  "sending mails that are due": deliverMails,
  "sending suggestions that wait": deliverSuggestions,
  "catching up with what was published": catchUp,
  "removing expired sessions": () => deleteExpiredSessions(database().as(null)),
  "removing old mails": () => deleteOldMails(database().as(null)),
  "removing unconfirmed subscriptions": () => deleteUnconfirmedSubscriptions(database().as(null)),
  "removing old attempts": () => deleteOldAttempts(database().as(null)),
  "forgetting who sent old suggestions": () => forgetOldSenders(database().as(null)),
  "removing unused pictures": () => sweepUploads(),
}

export default async () => {
  for (const [what, step] of Object.entries(steps)) {
    await step().catch((error) => console.error(`Housekeeping, ${what}, failed:`, error))
  }
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: "*/5 * * * *" }
