/** Records a build in the table `builds`, for the admin area. The build continues if recording fails. */
import type { Db } from "../../../db/client.ts"
import {
  beginBuild,
  endBuild,
  type FailedPages,
  recordBuildProgress,
  recordFailedPages,
} from "../../../db/queries/builds.ts"

const PROGRESS_INTERVAL_MS = 500

export type BuildRecord = Awaited<ReturnType<typeof openBuildRecord>>

export async function openBuildRecord(db: Db, version: number) {
  const id = await beginBuild(db, version).catch(() => null)
  let lastProgress = { phase: "", recordedAt: 0 }
  let queue: Promise<unknown> = Promise.resolve()
  const queueWrite = (work: (id: number) => Promise<unknown>) => {
    if (id !== null) queue = queue.then(() => work(id)).catch(() => {})
  }
  return {
    recordProgress(phase: string, pages: number): void {
      const now = Date.now()
      if (phase === lastProgress.phase && now - lastProgress.recordedAt < PROGRESS_INTERVAL_MS)
        return
      lastProgress = { phase, recordedAt: now }
      queueWrite((build) => recordBuildProgress(db, build, { phase, pages }))
    },
    async recordFailedPages(failed: FailedPages): Promise<void> {
      queueWrite((build) => recordFailedPages(db, build, failed))
      await queue
    },
    /** `retryMs` is the time until the next try after a failure. By default, the database chooses the time. */
    async end(result: { pages: number | null; error: string | null; retryMs?: number }) {
      const status = result.error === null ? "succeeded" : "failed"
      queueWrite((build) => endBuild(db, build, { retryMs: null, ...result, status }))
      await queue
    },
  }
}
