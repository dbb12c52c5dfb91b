/** A build continues if recording fails. */
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
  let lastProgress = { phase: "", at: 0 }
  let queue: Promise<unknown> = Promise.resolve()
  const write = (work: (id: number) => Promise<unknown>) => {
    if (id !== null) queue = queue.then(() => work(id)).catch(() => {})
  }
  return {
    recordProgress(phase: string, pages: number): void {
      const now = Date.now()
      if (phase === lastProgress.phase && now - lastProgress.at < PROGRESS_INTERVAL_MS) return
      lastProgress = { phase, at: now }
      write((build) => recordBuildProgress(db, build, { phase, pages }))
    },
    async recordFailedPages(failed: FailedPages): Promise<void> {
      write((build) => recordFailedPages(db, build, failed))
      await queue
    },
    /** By default, the database decides about `retryMs`. */
    async end(result: { pages: number | null; error: string | null; retryMs?: number }) {
      const status = result.error === null ? "succeeded" : "failed"
      write((build) => endBuild(db, build, { retryMs: null, ...result, status }))
      await queue
    },
  }
}
