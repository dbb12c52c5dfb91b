/** What this build contains; `scripts/build-report.ts` adds how many pages it has. */
import type { APIRoute } from "astro"
import { content } from "../content.ts"

export const GET: APIRoute = async () =>
  Response.json({ version: await content.version(), built_at: new Date().toISOString() })
