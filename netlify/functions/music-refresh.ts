import type { Config } from "@netlify/functions"
import { refreshMusic } from "../lib/catalogue/refresh.ts"
import { logFailure } from "../lib/monitoring/log.ts"

export default async () => {
  // `refreshMusic()` does nothing until the next refresh is due.
  await refreshMusic().catch((error) => logFailure("Refreshing the music failed", error))
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: "*/15 * * * *" }
