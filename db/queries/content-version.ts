/** The content version rises with each change that built pages show. */
import { type BatchRows, type Db, type Query, query } from "../client.ts"

export const getContentVersion = async (db: Db): Promise<number> =>
  (await db.value<number>`select version from content_state`) ?? 0

const selectVersion = (): Query<{ version: number }> => query`select version from content_state`

export interface SiteChange {
  /** Built pages are outdated now. */
  changedSite: boolean
  /** The version that a build must reach to show the write. */
  version: number
}

export async function writeSite<const Queries extends readonly Query<unknown>[]>(
  db: Db,
  queries: Queries,
): Promise<SiteChange & { rows: BatchRows<Queries> }> {
  const results = await db.batch([selectVersion(), ...queries, selectVersion()])
  const [before, after] = [results[0], results.at(-1)] as { version: number }[][]
  return {
    rows: results.slice(1, -1) as BatchRows<Queries>,
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

/** `done` contains the ids that the writes return. */
export async function writeMany(db: Db, ...writes: Query<{ id: string }>[]) {
  const { rows, ...site } = await writeSite(db, writes)
  return { done: rows.flat().map(({ id }) => id), ...site }
}
