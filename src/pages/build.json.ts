/** Content version and time of the build. netlify/host/build/render-worker.ts adds the number of pages. */
import type { APIRoute } from "astro"
import { content } from "../content/content.ts"
import { currentTime } from "../shared/clock.ts"

export const GET: APIRoute = async () =>
  Response.json({
    version: await content.version(),
    built_at: new Date(currentTime()).toISOString(),
  })
