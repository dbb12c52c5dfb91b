/** The content version is a number that the database raises when built pages become outdated. */
import { type BatchRows, type Db, type Query, query } from "../client.ts"

export const getContentVersion = async (db: Db): Promise<number> =>
  (await db.value<number>`select version from content_state`) ?? 0

const versionQuery = (): Query<{ version: number }> => query`select version from content_state`

export interface SiteChange {
  /** Whether the queries made built pages outdated. */
  hasChangedSite: boolean
  /** The content version after the queries. A build shows their changes if it has this version or a higher one. */
  version: number
}

/** Runs the queries in one transaction and compares the content version before and after. */
export async function writeSite<const Queries extends readonly Query<unknown>[]>(
  db: Db,
  queries: Queries,
): Promise<SiteChange & { rows: BatchRows<Queries> }> {
  const results = await db.batch([versionQuery(), ...queries, versionQuery()])
  const [before, after] = [results[0], results.at(-1)] as { version: number }[][]
  return {
    rows: results.slice(1, -1) as BatchRows<Queries>,
    hasChangedSite: before?.[0]?.version !== after?.[0]?.version,
    version: after?.[0]?.version ?? 0,
  }
}

export interface RowChange<Row> extends SiteChange {
  /** Whether `write` returned a row. */
  saved: boolean
  /** The row after the write; null if it does not exist. */
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

/** Runs all writes. `done` contains the ids that they return. */
export async function writeMany(db: Db, ...writes: Query<{ id: string }>[]) {
  const { rows, ...site } = await writeSite(db, writes)
  return { done: rows.flat().map(({ id }) => id), ...site }
}
