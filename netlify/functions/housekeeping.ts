/** What is done now and then, by itself. A step that fails is tried again the next time. */
import type { Config } from "@netlify/functions"
import { database } from "../../db/client.ts"
import { deleteExpiredSessions } from "../../db/queries/sessions.ts"
import { catchUp } from "../lib/catch-up.ts"
import { sweepUploads } from "../lib/sweep.ts"

const steps = {
  "catching up with what was published": catchUp,
  "removing expired sessions": () => deleteExpiredSessions(database().as(null)),
  "removing unused pictures": () => sweepUploads(),
}

export default async () => {
  for (const [what, step] of Object.entries(steps)) {
    await step().catch((error) => console.error(`Housekeeping, ${what}, failed:`, error))
  }
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: "*/5 * * * *" }
