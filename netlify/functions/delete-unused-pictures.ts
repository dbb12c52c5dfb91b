/** Deletes unused pictures every hour, not in housekeeping.ts, because listing all files is slow and not urgent. */
import type { Config } from "@netlify/functions"
import { logFailure } from "../lib/monitoring/log.ts"
import { deleteUnusedPictures } from "../lib/pictures/delete-unused.ts"

export default async () => {
  await deleteUnusedPictures().catch((error) =>
    logFailure("Removing unused pictures failed", error),
  )
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: "@hourly" }
