/** The record of the site's builds. */
import { type Db, query } from "../client.ts"

export interface Build {
  id: number
  content_version: number
  status: "running" | "succeeded" | "failed"
  /** What it is doing now, in the builder's words. */
  phase: string | null
  pages: number | null
  /** The end of the failed build's output. */
  error: string | null
  started_at: string
  finished_at: string | null
}

/** Opens the record of a build of that content version and returns its id; unfinished ones have failed. */
export async function beginBuild(db: Db, version: number): Promise<number> {
  const row = await db.one<{ id: number }>`select begin_build(${version}) as id`
  return row?.id ?? 0
}

/** Notes how far a running build is. */
export async function noteBuild(
  db: Db,
  id: number,
  progress: { phase: string; pages: number | null },
): Promise<void> {
  await db.one`select note_build(${id}, ${progress.phase}, ${progress.pages})`
}

/** Closes a build's record. */
export async function endBuild(
  db: Db,
  id: number,
  result: { status: "succeeded" | "failed"; pages: number | null; error: string | null },
): Promise<void> {
  await db.one`select end_build(${id}, ${result.status}, ${result.pages}, ${result.error})`
}

/** The content version now, and the latest build that the viewer may see (super admins alone). */
export async function buildState(db: Db): Promise<{ version: number; build: Build | null }> {
  const [state, builds] = await db.batch([
    query<{ version: number }>`select version from content_state`,
    query<Build>`
      select id, content_version, status, phase, pages, error, started_at, finished_at
      from builds order by id desc limit 1`,
  ])
  return { version: state[0]?.version ?? 0, build: builds[0] ?? null }
}
