/** Publishes articles whose planned moment has come; whatever a missed run left is done by the next. */
import type { Config } from "@netlify/functions"
import { database } from "../../db/client.ts"
import { publishPlannedNews } from "../../db/queries/admin-news.ts"
import { requestBuild } from "../lib/publish.ts"

export default async () => {
  if ((await publishPlannedNews(database().as(null))) > 0) await requestBuild("news")
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: "* * * * *" }
