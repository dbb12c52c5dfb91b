/** Tells the editors how a build goes, through the database; a build never fails for want of its record. */
import type { Db } from "../../../db/client.ts"
import {
  beginBuild,
  endBuild,
  type FailedPages,
  recordBuildProgress,
  recordFailedPages,
} from "../../../db/queries/builds.ts"

const NOTE_EVERY_MS = 500

export interface BuildRecord {
  note(phase: string, pages: number): void
  /** Notes the pages that could not be rendered; resolves once that is stored. */
  noteFailed(failed: FailedPages): Promise<void>
  /** `retryMs`: after which time a failed build is tried again; left out, the database decides. */
  end(result: { pages: number | null; error: string | null; retryMs?: number }): Promise<void>
}

/** Opens the record of a build of that version. */
export async function openRecord(db: Db, version: number): Promise<BuildRecord> {
  const id = await beginBuild(db, version).catch(() => null)
  let noted = { phase: "", at: 0 }
  let last: Promise<unknown> = Promise.resolve()
  const write = (work: (id: number) => Promise<unknown>) => {
    if (id !== null) last = last.then(() => work(id)).catch(() => {})
  }
  return {
    note(phase, pages) {
      const now = Date.now()
      if (phase === noted.phase && now - noted.at < NOTE_EVERY_MS) return
      noted = { phase, at: now }
      write((build) => recordBuildProgress(db, build, { phase, pages }))
    },
    async noteFailed(failed) {
      write((build) => recordFailedPages(db, build, failed))
      await last
    },
    async end({ pages, error, retryMs }) {
      const status = error === null ? "succeeded" : "failed"
      write((build) => endBuild(db, build, { status, pages, error, retryMs: retryMs ?? null }))
      await last
    },
  }
}
