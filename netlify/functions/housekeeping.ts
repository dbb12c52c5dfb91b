/** Scheduled maintenance. The next run retries a failed step. */
import type { Config } from "@netlify/functions"
import { authDatabase } from "../../db/client.ts"
import { deleteOldAttempts } from "../../db/queries/accounts/attempts.ts"
import { deleteExpiredSessions, renewViewerKeys } from "../../db/queries/accounts/sessions.ts"
import { deleteOldMails } from "../../db/queries/mails.ts"
import { deleteUnconfirmedSubscriptions } from "../../db/queries/newsletter.ts"
import { extendSeries } from "../../db/queries/series.ts"
import { processSignups } from "../../db/queries/signups.ts"
import { forgetOldSenders } from "../../db/queries/suggestions.ts"
import { publishChartWeek } from "../lib/catalogue/refresh.ts"
import { deliverMails } from "../lib/mail/deliver.ts"
import { logFailure } from "../lib/monitoring/log.ts"
import { processSecurityEvents } from "../lib/monitoring/security-events.ts"
import { shouldRunSchedule } from "../lib/publishing/due-times.ts"
import { requestBuildIfOutdated, requestCountBuild } from "../lib/publishing/request-build.ts"
import { deleteDueAccountsAndFiles } from "../lib/sign-in/account-deletion.ts"
import { announceEvents } from "../lib/telegram/announcements.ts"
import { deliverSuggestions } from "../lib/telegram/suggestions.ts"

const db = () => authDatabase().as(null)

// Urgent steps come first, because a scheduled function is stopped after 30 s.
const steps = {
  "passing on places and reminding of events": async () => {
    if (await processSignups(db())) await requestCountBuild(null)
  },
  "sending mails that are due": deliverMails,
  "sending suggestions that wait": deliverSuggestions,
  "posting new events": announceEvents,
  "catching up with what was published": requestBuildIfOutdated,
  "showing the week's chart": publishChartWeek,
  "making events of series a year ahead": () => extendSeries(db()),
  "deleting accounts that were given up": deleteDueAccountsAndFiles,
  "removing expired sessions": () => deleteExpiredSessions(db()),
  "changing the key that sessions are shown by": () => renewViewerKeys(db()),
  "telling of security events": processSecurityEvents,
  "removing old mails": () => deleteOldMails(db()),
  "removing unconfirmed subscriptions": () => deleteUnconfirmedSubscriptions(db()),
  "removing old attempts": () => deleteOldAttempts(db()),
  "forgetting who sent old suggestions": () => forgetOldSenders(db()),
}

export default async () => {
  if (!(await shouldRunSchedule())) return new Response(null, { status: 204 })
  for (const [what, step] of Object.entries(steps)) {
    await step().catch((error) => logFailure(`Housekeeping, ${what}, failed`, error))
  }
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: "*/5 * * * *" }
