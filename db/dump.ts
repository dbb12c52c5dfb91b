/**
 * The rows of every table, copied out of one snapshot and into tables that the migrations have just made.
 * The schema is not part of it: it comes from db/migrations at the number that the rows were copied at.
 */
import { pipeline } from "node:stream/promises"
import pg from "pg"
import { type CopyToStreamQuery, from as copyFrom, to as copyTo } from "pg-copy-streams"
import { z } from "zod"

export const Table = z.object({
  name: z.string(),
  /** Those that are stored as they are: generated ones are computed again. */
  columns: z.array(z.string()),
})
export type Table = z.infer<typeof Table>

const name = z.string()
export const Contents = z.object({
  migrations: z.array(z.object({ name, checksum: z.string() })),
  tables: z.array(Table),
  /** Null for one that nobody has drawn from. */
  sequences: z.array(z.object({ name, value: z.string().nullable() })),
})
export type Contents = z.infer<typeof Contents>

/** Both sides read and write values alike, wait for no limit of the role's, and fail rather than leave rows out. */
const SESSION = `
  set search_path = public, pg_catalog;
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set client_encoding = 'UTF8';
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set row_security = off`

/** Of our own: what extensions made comes with them. */
const OWN = `relnamespace = 'public'::regnamespace
  and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype = 'e')`

const quoted = pg.escapeIdentifier
const columnsOf = ({ name, columns }: Table) =>
  `${quoted(name)} (${columns.map(quoted).join(", ")})`

async function withClient<Result>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  // Whatever ran on a connection that dies fails by itself.
  client.on("error", () => {})
  await client.connect()
  try {
    await client.query(SESSION)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function contentsOf(client: pg.Client): Promise<Contents> {
  const rows = async (sql: string) => (await client.query(sql)).rows
  return Contents.parse({
    migrations: await rows("select name, checksum from migrations.applied order by name"),
    tables: await rows(`
      select c.relname as name, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
      from pg_class c where c.relkind = 'r' and ${OWN} order by 1`),
    sequences: await rows(`
      select c.relname as name, pg_sequence_last_value(c.oid)::text as value
      from pg_class c where c.relkind = 'S' and ${OWN} order by 1`),
  })
}

export interface Snapshot extends Contents {
  /** The table's rows as text, in no order. */
  rowsOf(table: Table): CopyToStreamQuery
}

/** Ends with this connection: until then nobody writes to the tables. */
async function stopWrites(client: pg.Client): Promise<void> {
  await client.query("begin")
  const { tables } = await contentsOf(client)
  const names = tables.map((table) => quoted(table.name))
  await client.query(`lock table ${names.join(", ")} in share mode`)
}

/** Gives the work one moment of the database, whatever is written later; nothing is before `then` is done. */
export const readSnapshot = <Result>(
  ownerUrl: string,
  then: () => Promise<void>,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> =>
  withClient(ownerUrl, async (client) => {
    const contents = await withClient(ownerUrl, async (other) => {
      await stopWrites(other)
      await client.query("begin isolation level repeatable read, read only")
      const contents = await contentsOf(client)
      await then()
      return contents
    })
    return work({
      ...contents,
      rowsOf: (table) => client.query(copyTo(`copy ${columnsOf(table)} to stdout`)),
    })
  })

const foreignKeys = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`

export interface Loading {
  /** The rows of a table, all of them; fails unless there are so many. */
  load(table: Table, rows: AsyncIterable<Buffer>, count: number): Promise<void>
}

/**
 * Replaces all rows by what the work loads, in one transaction: what fails half-way leaves the database as
 * it was. Triggers do not run, foreign keys are checked at the end.
 */
export const replaceRows = (
  ownerUrl: string,
  { tables, sequences }: Contents,
  work: (loading: Loading) => Promise<void>,
): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    await client.query("begin")
    await client.query("set local lock_timeout = '10s'")
    const names = tables.map((table) => quoted(table.name))
    // Of the migrations' own, and of a start that found the database empty.
    await client.query(`truncate ${names.join(", ")}`)
    // So that rows may come in any order; as constraints that can be added again, they are checked at once.
    const keys = (await client.query(foreignKeys)).rows
    for (const key of keys)
      await client.query(`alter table ${key.table} drop constraint ${key.name}`)
    for (const table of names) await client.query(`alter table ${table} disable trigger user`)
    await work({
      async load(table, rows, count) {
        const copy = client.query(copyFrom(`copy ${columnsOf(table)} from stdin`))
        await pipeline(rows, copy)
        if (copy.rowCount !== count) {
          throw new Error(`${table.name} got ${copy.rowCount} rows of ${count}`)
        }
      },
    })
    for (const key of keys) {
      await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`)
    }
    for (const table of names) await client.query(`alter table ${table} enable trigger user`)
    for (const { name, value } of sequences) {
      if (value !== null)
        await client.query("select setval($1::regclass, $2)", [quoted(name), value])
    }
    await client.query("commit")
    // Without it the first queries are planned for empty tables.
    await client.query("analyze").catch(() => {})
  })
