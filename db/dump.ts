/** Reads and replaces all rows, for backups. Backups contain no schema, because migrations create the schema. */
import { pipeline } from "node:stream/promises"
import pg from "pg"
import { type CopyToStreamQuery, from as copyFrom, to as copyTo } from "pg-copy-streams"
import { z } from "zod"

export const Table = z.object({
  name: z.string(),
  /** Names of the columns, except generated columns, which Postgres computes again. */
  columns: z.array(z.string()),
})
export type Table = z.infer<typeof Table>

const name = z.string()
export const Structure = z.object({
  migrations: z.array(z.object({ name, checksum: z.string() })),
  tables: z.array(Table),
  /** `value` is the last number that the sequence returned; null if it was never used. */
  sequences: z.array(z.object({ name, value: z.string().nullable() })),
})
export type Structure = z.infer<typeof Structure>

/** With `row_security = off`, a read that row-level security would filter fails instead. */
const SESSION_SETTINGS = `
  set search_path = public, pg_catalog;
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set client_encoding = 'UTF8';
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set row_security = off`

/** Condition for `pg_class c`: relations of the schema public, except relations of extensions. */
const IS_OWN_RELATION_CONDITION = `relnamespace = 'public'::regnamespace
  and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype = 'e')`

const quote = pg.escapeIdentifier
const formatTable = ({ name, columns }: Table) =>
  `${quote(name)} (${columns.map(quote).join(", ")})`

async function withClient<Result>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  // Without a listener, a lost connection would end the process.
  client.on("error", () => {})
  await client.connect()
  try {
    await client.query(SESSION_SETTINGS)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function readStructure(client: pg.Client): Promise<Structure> {
  const readRows = async (sql: string) => (await client.query(sql)).rows
  return Structure.parse({
    migrations: await readRows("select name, checksum from migrations.applied order by name"),
    tables: await readRows(`
      select c.relname as name, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
      from pg_class c where c.relkind = 'r' and ${IS_OWN_RELATION_CONDITION} order by 1`),
    sequences: await readRows(`
      select c.relname as name, pg_sequence_last_value(c.oid)::text as value
      from pg_class c where c.relkind = 'S' and ${IS_OWN_RELATION_CONDITION} order by 1`),
  })
}

export interface Snapshot extends Structure {
  copyRows(table: Table): CopyToStreamQuery
}

/** Begins a transaction whose locks allow reads and block writes of all tables. */
async function lockAgainstWrites(client: pg.Client): Promise<void> {
  await client.query("begin")
  const { tables } = await readStructure(client)
  const tableNames = tables.map((table) => quote(table.name))
  await client.query(`lock table ${tableNames.join(", ")} in share mode`)
}

/**
 * Runs `work` with a snapshot of all rows. Other processes cannot write while the snapshot begins and `whileLocked`
 * runs (for example, to copy the picture files). They can write again while `work` runs.
 */
export const readSnapshot = <Result>(
  ownerUrl: string,
  whileLocked: () => Promise<void>,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> =>
  withClient(ownerUrl, async (client) => {
    const structure = await withClient(ownerUrl, async (lockingClient) => {
      await lockAgainstWrites(lockingClient)
      await client.query("begin isolation level repeatable read, read only")
      const structure = await readStructure(client)
      await whileLocked()
      return structure
    })
    return work({
      ...structure,
      copyRows: (table) => client.query(copyTo(`copy ${formatTable(table)} to stdout`)),
    })
  })

const FOREIGN_KEYS_QUERY = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`

export interface RowLoader {
  load(table: Table, rows: AsyncIterable<Buffer>, count: number): Promise<void>
}

/**
 * Deletes all rows and loads the new rows (`work`) in one transaction. The triggers of this project do not run, and
 * foreign keys are checked at the end.
 */
export const replaceRows = (
  ownerUrl: string,
  { tables, sequences }: Structure,
  work: (loader: RowLoader) => Promise<void>,
): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    await client.query("begin")
    await client.query("set local lock_timeout = '10s'")
    const tableNames = tables.map((table) => quote(table.name))
    // Deletes the rows that migrations and the first start inserted.
    await client.query(`truncate ${tableNames.join(", ")}`)
    // Adding the foreign keys again checks all rows at once.
    const keys = (await client.query(FOREIGN_KEYS_QUERY)).rows
    for (const key of keys)
      await client.query(`alter table ${key.table} drop constraint ${key.name}`)
    for (const table of tableNames) await client.query(`alter table ${table} disable trigger user`)
    await work({
      async load(table, rows, count) {
        const copy = client.query(copyFrom(`copy ${formatTable(table)} from stdin`))
        await pipeline(rows, copy)
        if (copy.rowCount !== count) {
          throw new Error(`${table.name}: loaded ${copy.rowCount} rows, expected ${count}`)
        }
      },
    })
    for (const key of keys) {
      await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`)
    }
    for (const table of tableNames) await client.query(`alter table ${table} enable trigger user`)
    for (const { name, value } of sequences) {
      if (value !== null)
        await client.query("select setval($1::regclass, $2)", [quote(name), value])
    }
    await client.query("commit")
    // Without statistics, Postgres would plan the first queries for empty tables.
    await client.query("analyze").catch(() => {})
  })
