import type {
  Build,
  BuildState,
  FailedPage,
} from "../../src/features/admin/publishing/build-progress.ts"
import { type Db, query } from "../client.ts"

/** `version` is the content version that the build shows. Returns the id of the build. */
export const beginBuild = async (db: Db, version: number): Promise<number> =>
  (await db.value<number>`select begin_build(${version})`) ?? 0

export const recordBuildProgress = (
  db: Db,
  id: number,
  { phase, pages }: { phase: string; pages: number | null },
) => db.one`select record_build_progress(${id}, ${phase}, ${pages})`

/** `count` is the number of pages that failed; `pages` lists at most 100 of them. */
export interface FailedPages {
  count: number
  pages: Omit<FailedPage, "since">[]
}

export const recordFailedPages = (db: Db, id: number, { count, pages }: FailedPages) =>
  db.one`select record_failed_pages(${id}, ${count}, ${JSON.stringify(pages)})`

/** `retryMs` is the time until the next try; null for exponential backoff. */
export function endBuild(
  db: Db,
  id: number,
  result: Pick<Build, "status" | "pages" | "error"> & { retryMs: number | null },
) {
  const { status, pages, error, retryMs } = result
  const seconds = retryMs === null ? null : retryMs / 1000
  return db.one`select end_build(${id}, ${status}, ${pages}, ${error}, ${seconds})`
}

/** Marks all running builds as failed. Call it only when their process has ended. */
export const failRunningBuilds = (db: Db) => db.one`select fail_running_builds()`

const intervalSql = (seconds: number | null) => query`make_interval(secs => ${seconds})`

/**
 * Returns true if the caller must start a build. Only one of several concurrent callers gets true. If no build starts
 * within two minutes, another call can return true. `spacingSeconds` is the minimum time between the starts of two
 * builds. If it is null, returns true even if no build is due.
 */
export const claimBuildRequest = (db: Db, spacingSeconds: number | null) =>
  db.value<boolean>`select claim_build_request('2 minutes', ${intervalSql(spacingSeconds)})`

/**
 * Returns true if the caller must start a build that is due, or must repeat the last build because the deployed site
 * has an older content version (`deployedVersion`; null if unknown).
 */
export const claimMissedBuildRequest = (
  db: Db,
  deployedVersion: number | null,
  spacingSeconds: number,
) =>
  db.value<boolean>`select claim_missed_build_request(${deployedVersion}, ${intervalSql(spacingSeconds)})`

/**
 * Raises the content version if a prebuilt page shows the changed number: the sign-ups of a public event, or (if
 * `isAttendance`) the check-ins of a past public event. If `event` is null, the numbers of several events may have
 * changed, and the content version is always raised. Returns whether the content version was raised.
 */
export const raiseVersionForSignupCounts = (db: Db, event: string | null, isAttendance: boolean) =>
  db.value<boolean>`select raise_version_for_signup_counts(${event}, ${isAttendance})`

export const withdrawBuildRequest = (db: Db) => db.one`select withdraw_build_request()`

/** Returns the state of the builds. A build that has run for more than half an hour counts as failed. */
export async function getBuildState(db: Db, spacingSeconds: number): Promise<BuildState> {
  const [state, builds, failures] = await db.batch([
    query<Pick<BuildState, "version" | "due_at">>`
      select version, case when due > now() then due end as due_at
      from content_state, get_next_build_time(${intervalSql(spacingSeconds)}) due`,
    query<Build>`
      select id, content_version, phase, pages, error, started_at, finished_at, retry_at,
        case when status = 'running' and started_at < now() - interval '30 minutes'
          then 'failed' else status end as status
      from builds where status <> 'requested' order by id desc limit 1`,
    query<Pick<BuildState, "failed_count" | "failed_pages">>`
      select failed_count, failed_pages from builds
      where failed_pages is not null order by id desc limit 1`,
  ])
  return {
    version: 0,
    due_at: null,
    ...state[0],
    build: builds[0] ?? null,
    ...(failures[0] ?? { failed_count: 0, failed_pages: [] }),
  }
}
