import { type BatchRows, type Db, type Query, query } from "../../db/client.ts"

const ROWS_READ_QUERY = query<{ rows: number }>`
  select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
  from pg_stat_xact_user_tables`

const getRowCount = (result: unknown[] = []) => Number(Object(result[0]).rows)

/** Runs `work`. Returns its result and the number of table rows that its queries read. */
export async function countRowsRead<Result>(db: Db, work: (db: Db) => Promise<Result>) {
  let rowsRead = 0
  const batch: Db["batch"] = async (queries) => {
    // The counters may still contain rows of earlier transactions of the same connection.
    const [before, ...results] = await db.batch<Query<unknown>[]>([
      ROWS_READ_QUERY,
      ...queries,
      ROWS_READ_QUERY,
    ])
    rowsRead += getRowCount(results.pop()) - getRowCount(before)
    return results as unknown as BatchRows<typeof queries>
  }
  const many: Db["many"] = async <Row>(...statement: Parameters<typeof query>) =>
    (await batch([query<Row>(...statement)]))[0]
  const one: Db["one"] = async <Row>(...statement: Parameters<typeof query>) =>
    (await many<Row>(...statement))[0] ?? null
  const value: Db["value"] = async <Value>(...statement: Parameters<typeof query>) =>
    (Object.values((await one(...statement)) ?? {})[0] ?? null) as Value | null
  const result = await work({ batch, many, one, value })
  return { result, rowsRead }
}
