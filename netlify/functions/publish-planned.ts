/**
 * Publishes planned articles, sends newsletter issues and requests missed builds. Each run also does the work of runs
 * that did not take place.
 */
import type { Config } from "@netlify/functions"
import { authDatabase } from "../../db/client.ts"
import { publishPlannedNews } from "../../db/queries/admin/news.ts"
import { logFailure } from "../lib/monitoring/log.ts"
import { sendArticleIssues } from "../lib/newsletter/article-issue.ts"
import { shouldRunSchedule } from "../lib/publishing/due-times.ts"
import { requestBuild, requestMissedBuild } from "../lib/publishing/request-build.ts"

async function publishPlanned(): Promise<void> {
  if ((await publishPlannedNews(authDatabase().as(null))) > 0) await requestBuild("article")
}

export default async () => {
  if (!(await shouldRunSchedule())) return new Response(null, { status: 204 })
  await publishPlanned().catch((error) => logFailure("Publishing planned articles failed", error))
  await sendArticleIssues().catch((error) => logFailure("Sending newsletter emails failed", error))
  await requestMissedBuild().catch((error) => logFailure("Requesting a build failed", error))
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: "* * * * *" }
