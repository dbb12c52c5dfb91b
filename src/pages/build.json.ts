/** What this build contains; whoever builds adds how many pages it has (`buildReport`, netlify/host/build/render.ts). */
import type { APIRoute } from "astro"
import { content } from "../content.ts"

export const GET: APIRoute = async () =>
  Response.json({ version: await content.version(), built_at: new Date().toISOString() })
