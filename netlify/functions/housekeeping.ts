/** Recurring work. A failed step does not stop the other steps; the next run tries it again. */
import type { Config } from "@netlify/functions"
import { authDatabase } from "../../db/client.ts"
import { renewViewerKeys } from "../../db/queries/accounts/sessions.ts"
import { notifyOfChart } from "../../db/queries/catalogue.ts"
import { announceReleases } from "../../db/queries/releases.ts"
import { deleteExpiredRows } from "../../db/queries/retention.ts"
import { extendSeries } from "../../db/queries/series.ts"
import { processSignups } from "../../db/queries/signups.ts"
import { publishChartWeek } from "../lib/catalogue/refresh.ts"
import { postToDiscord } from "../lib/discord/posts.ts"
import { deliverAllMails } from "../lib/mail/deliver.ts"
import { logFailure } from "../lib/monitoring/log.ts"
import { logSecurityEvents } from "../lib/monitoring/security-events.ts"
import { shouldRunSchedule } from "../lib/publishing/due-times.ts"
import { publishSignupCounts, requestBuildIfOutdated } from "../lib/publishing/request-build.ts"
import { deliverPushMessages } from "../lib/push/deliver.ts"
import { deleteDueAccountsAndFiles } from "../lib/sign-in/account-deletion.ts"
import { announceEvents } from "../lib/telegram/announcements.ts"
import { deliverSuggestions } from "../lib/telegram/suggestions.ts"

const getDb = () => authDatabase().as(null)

// Netlify stops a scheduled function after 30 s, so urgent steps come first.
const steps = {
  "ending expired waitlist offers and queuing reminders": async () => {
    // The event is null, because the ended offers may belong to several events.
    if (await processSignups(getDb())) await publishSignupCounts(null)
  },
  "announcing releases": () => announceReleases(getDb()),
  "notifying of a new chart": () => notifyOfChart(getDb()),
  "sending emails": deliverAllMails,
  "sending push messages": deliverPushMessages,
  "sending suggestions to Telegram": deliverSuggestions,
  "announcing events on Telegram": announceEvents,
  "posting to Discord": postToDiscord,
  "requesting a build of an outdated site": requestBuildIfOutdated,
  "publishing the weekly chart": publishChartWeek,
  "extending event series": () => extendSeries(getDb()),
  "deleting due accounts": deleteDueAccountsAndFiles,
  "renewing the signing key": () => renewViewerKeys(getDb()),
  "logging security events": logSecurityEvents,
  "deleting expired rows": () => deleteExpiredRows(getDb()),
}

export default async () => {
  if (!(await shouldRunSchedule())) return new Response(null, { status: 204 })
  for (const [name, step] of Object.entries(steps)) {
    await step().catch((error) => logFailure(`Housekeeping failed (${name})`, error))
  }
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: "*/5 * * * *" }
