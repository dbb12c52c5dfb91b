/** The record of the site's builds. */
import type { Build } from "../../src/features/admin/publishing/publishing.ts"
import { type Db, query } from "../client.ts"

/** Opens the record of a build of that content version and returns its id; unfinished ones have failed. */
export const beginBuild = async (db: Db, version: number): Promise<number> =>
  (await db.value<number>`select begin_build(${version})`) ?? 0

/** Notes how far a running build is. */
export const noteBuild = (
  db: Db,
  id: number,
  { phase, pages }: { phase: string; pages: number | null },
) => db.one`select note_build(${id}, ${phase}, ${pages})`

/** Closes a build's record; a null `retryMs` has a failed one tried again later with each failure. */
export function endBuild(
  db: Db,
  id: number,
  result: Pick<Build, "status" | "pages" | "error"> & { retryMs: number | null },
) {
  const { status, pages, error, retryMs } = result
  const seconds = retryMs === null ? null : retryMs / 1000
  return db.one`select end_build(${id}, ${status}, ${pages}, ${error}, ${seconds})`
}

/** Closes the records of builds whose builder is gone. */
export const closeBuilds = (db: Db) => db.one`select close_builds()`

/**
 * Whether to ask for a build now: false when one was asked for and will hold the change, or when one began
 * within 10 s, after which the schedule asks.
 */
export const claimBuild = (db: Db) => db.value<boolean>`select claim_build('2 minutes')`

/**
 * Whether to ask for a build of what was missed, joined or failed; `served` is the content version that
 * readers see, null where that is not known.
 */
export const claimMissedBuild = (db: Db, served: number | null) =>
  db.value<boolean>`select claim_missed_build(${served})`

/** Undoes a claim whose request nobody took. */
export const releaseBuild = (db: Db) => db.one`select release_build()`

/**
 * The content version now, and the latest build that the viewer may see (super admins alone). One of which
 * nothing was heard for half an hour has failed.
 */
export async function buildState(db: Db): Promise<{ version: number; build: Build | null }> {
  const [state, builds] = await db.batch([
    query<{ version: number }>`select version from content_state`,
    query<Build>`
      select id, content_version, phase, pages, error, started_at, finished_at, retry_at,
        case when status = 'running' and started_at < now() - interval '30 minutes'
          then 'failed' else status end as status
      from builds order by id desc limit 1`,
  ])
  return { version: state[0]?.version ?? 0, build: builds[0] ?? null }
}
