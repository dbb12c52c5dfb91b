/** The content version, which rises with each change that built pages show, and writes that may raise it. */
import { type Db, type Query, query, type RowsOf } from "../client.ts"

export const getContentVersion = async (db: Db): Promise<number> =>
  (await db.value<number>`select version from content_state`) ?? 0

const siteVersion = (): Query<{ version: number }> => query`select version from content_state`

export interface SiteChange {
  /** Whether built pages are outdated now. */
  changedSite: boolean
  /** The content version that a build must reach to show the write. */
  version: number
}

/** Runs writes in one transaction, and returns whether they outdated built pages. */
export async function writeSite<const Queries extends readonly Query<unknown>[]>(
  db: Db,
  queries: Queries,
): Promise<SiteChange & { rows: RowsOf<Queries> }> {
  const results = await db.batch([siteVersion(), ...queries, siteVersion()])
  const [before, after] = [results[0], results.at(-1)] as { version: number }[][]
  return {
    rows: results.slice(1, -1) as RowsOf<Queries>,
    changedSite: before?.[0]?.version !== after?.[0]?.version,
    version: after?.[0]?.version ?? 0,
  }
}

export interface RowChange<Row> extends SiteChange {
  saved: boolean
  row: Row | null
}

export async function writeRow<Row>(
  db: Db,
  write: Query<unknown>,
  read: Query<Row>,
): Promise<RowChange<Row>> {
  const { rows, ...site } = await writeSite(db, [write, read])
  const [written, [row = null]] = rows
  return { saved: written.length > 0, row, ...site }
}

/** Runs writes that return ids. `done` contains all of these ids. */
export async function writeMany(db: Db, ...writes: Query<{ id: string }>[]) {
  const { rows, ...site } = await writeSite(db, writes)
  return { done: rows.flat().map(({ id }) => id), ...site }
}
