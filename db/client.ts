import {
  NeonDbError,
  type NeonQueryFunction,
  neon,
  neonConfig,
  types,
} from "@neondatabase/serverless"
import { type CallOptions, type PoolName, queryPostgres } from "./plain-postgres.ts"

/** The member as whom statements run. Only the roles daina_auth and daina_owner may choose a member by id. */
export type ViewerById = { userId: string }
/** The member as whom statements run, as a text that the database signed. findSession() gets a new one per request. */
export type ViewerByClaim = { claim: string }

export interface Query<Row> {
  text: string
  params: unknown[]
  /** This field is never set. It only carries the type of the rows for TypeScript. */
  row?: Row
}

export type BatchRows<Queries extends readonly Query<unknown>[]> = {
  [Index in keyof Queries]: Queries[Index] extends Query<infer Row> ? Row[] : never
}

export interface Db {
  many<Row>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Row[]>
  one<Row>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Row | null>
  /** Returns the first column of the first row, or null if there is no row. */
  value<Value>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Value | null>
  /** Runs the statements in one transaction and one round trip. */
  batch<const Queries extends readonly Query<unknown>[]>(
    queries: Queries,
  ): Promise<BatchRows<Queries>>
}

export interface Database<Viewer = ViewerById> {
  /**
   * Returns a Db whose statements run as the viewer. Null stands for an anonymous visitor or the site itself.
   * `statementTimeout` is a Postgres interval.
   */
  as(viewer: Viewer | null, statementTimeout?: string): Db
}

// Object ids (OIDs) of Postgres types.
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

// JavaScript numbers are exact up to 2^53. All bigint columns are counters far below this number.
types.setTypeParser(INT8, Number)
types.setTypeParser(DATE, (text: string) => text)
types.setTypeParser(TIMESTAMPTZ, (text: string) => new Date(text).toISOString())

const isNeon = (url: string) => /\.neon\.(tech|build)$/.test(new URL(url).hostname)

neonConfig.fetchFunction = (
  url: string,
  init: { headers: Record<string, string>; body: string } & CallOptions,
) =>
  isNeon(init.headers["Neon-Connection-String"] ?? "")
    ? fetch(url, { method: "POST", ...init })
    : queryPostgres(url, init)

/**
 * SQL text and its parameters. `strings` are the texts between the parameters,
 * so that other statements can include it.
 */
class Statement<Row> implements Query<Row> {
  readonly strings: readonly string[]
  readonly params: unknown[]

  constructor(strings: readonly string[], params: unknown[]) {
    this.strings = strings
    this.params = params
  }

  get text(): string {
    // reduce() starts with strings[0], so `index` starts at 1, as the numbers of the parameters do: $1, $2, …
    return this.strings.reduce((text, nextText, index) => `${text}$${index}${nextText}`)
  }
}

/** Tags a template literal. A query among the values becomes part of the text, with its own parameters. */
export function query<Row>(texts: TemplateStringsArray, ...values: unknown[]): Query<Row> {
  const strings = [texts[0] ?? ""]
  const params: unknown[] = []
  const appendToLast = (text = "") => strings.push(`${strings.pop()}${text}`)
  for (const [index, value] of values.entries()) {
    if (value instanceof Statement) {
      appendToLast(value.strings[0])
      strings.push(...value.strings.slice(1))
      params.push(...value.params)
      appendToLast(texts[index + 1])
    } else {
      params.push(value)
      strings.push(texts[index + 1] ?? "")
    }
  }
  return new Statement(strings, params)
}

const joinWithCommas = (parts: Query<unknown>[]): Query<unknown> =>
  parts.reduce((all, part) => query`${all}, ${part}`)

/** Returns the name as SQL, without quotes. The name must come from the code, never from input. */
const toName = (name: string): Query<unknown> => new Statement([name], [])

/** Returns `a = $1, b = $2` for an update. Leaves out columns with an undefined value. */
export const toAssignments = <Column extends string>(
  columns: readonly Column[],
  row: { readonly [Name in Column]?: unknown },
) =>
  joinWithCommas(
    columns
      .filter((column) => row[column] !== undefined)
      .map((column) => query`${toName(column)} = ${row[column]}`),
  )

/**
 * Returns assignments that apply an edit of the row `old` to other rows `e`. A column of `e` changes only if the edit
 * changes this column in `old`. Leaves out columns with an undefined value.
 */
export const toChangedAssignments = <Column extends string>(
  columns: readonly Column[],
  row: { readonly [Name in Column]?: unknown },
) =>
  joinWithCommas(
    columns
      .filter((column) => row[column] !== undefined)
      .map((column) => {
        const name = toName(column)
        return query`${name} = case when old.${name} is distinct from ${row[column]}
          then ${row[column]} else e.${name} end`
      }),
  )

export const toColumnNames = (columns: readonly string[]) => joinWithCommas(columns.map(toName))

export const toColumnValues = <Column extends string>(
  columns: readonly Column[],
  row: Readonly<Record<Column, unknown>>,
) => joinWithCommas(columns.map((column) => query`${row[column]}`))

export const insertRowQuery = <Column extends string>(
  table: string,
  id: string,
  columns: readonly Column[],
  row: Readonly<Record<Column, unknown>>,
) => query`
  insert into ${toName(table)} (id, ${toColumnNames(columns)})
  values (${id}, ${toColumnValues(columns, row)})`

/** Changes the given columns of a row, unless its `updated_at` differs from `expectedUpdatedAt`. */
export const updateRowQuery = <Column extends string>(
  table: string,
  columns: readonly Column[],
  id: string,
  expectedUpdatedAt: string,
  edit: { readonly [Name in Column]?: unknown },
) => query`
  update ${toName(table)} set ${toAssignments(columns, edit)}
  where id = ${id} and updated_at = ${expectedUpdatedAt}::timestamptz
  returning id`

/** Returns the keys of a zod object whose keys are column names. */
export const listColumns = <Shape extends object>({ shape }: { shape: Shape }) =>
  Object.keys(shape) as (keyof Shape & string)[]

type Sql = NeonQueryFunction<false, false>

/** SQLSTATEs after which Postgres has rolled back: 40P01 (deadlock) and 40001 (serialization failure). */
const ROLLBACK_SQLSTATES = /^40(P01|001)$/
const RETRY_DELAY_MS = 50

async function retryAfterRollback<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof NeonDbError && ROLLBACK_SQLSTATES.test(error.code ?? ""))) throw error
    // Without a pause, the retry could cause the same deadlock.
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    return send()
  }
}

// Functions in SQL read the viewer from the setting app.viewer, which lasts until the end of the transaction.
const SET_VIEWER = "select set_config('app.viewer', $1, true)"
const SET_VIEWER_AND_TIMEOUT = `${SET_VIEWER}, set_config('statement_timeout', $2, true)`

function toViewerSetting(viewer: ViewerById | ViewerByClaim | null): string {
  if (viewer === null) return ""
  return "claim" in viewer ? viewer.claim : viewer.userId
}

function createDb(
  sql: Sql,
  viewer: ViewerById | ViewerByClaim | null,
  statementTimeout?: string,
): Db {
  const viewerSetting = toViewerSetting(viewer)
  const setUpTransaction = () =>
    statementTimeout
      ? sql.query(SET_VIEWER_AND_TIMEOUT, [viewerSetting, statementTimeout])
      : sql.query(SET_VIEWER, [viewerSetting])

  const batch: Db["batch"] = async (queries) => {
    const [, ...results] = await retryAfterRollback(() =>
      sql.transaction(
        [setUpTransaction(), ...queries.map(({ text, params }) => sql.query(text, params))],
        // The given statement timeout may be longer than the deadline (DEADLINE_MS), so the deadline is switched off.
        statementTimeout ? { fetchOptions: { deadlineMs: undefined } } : {},
      ),
    )
    return results as BatchRows<typeof queries>
  }

  // A statement of an anonymous visitor needs no transaction, because app.viewer stays empty.
  const run = async <Row>(statement: Query<Row>): Promise<Row[]> =>
    viewer || statementTimeout
      ? (await batch([statement]))[0]
      : ((await retryAfterRollback(() => sql.query(statement.text, statement.params))) as Row[])

  return {
    batch,
    many: (strings, ...params) => run(query(strings, ...params)),
    one: async <Row>(strings: TemplateStringsArray, ...params: unknown[]) =>
      (await run(query<Row>(strings, ...params)))[0] ?? null,
    value: async <Value>(strings: TemplateStringsArray, ...params: unknown[]) => {
      const [row] = await run(query<Record<string, Value>>(strings, ...params))
      return Object.values(row ?? {})[0] ?? null
    },
  }
}

export function connect<Viewer extends ViewerById | ViewerByClaim = ViewerById>(
  url: string,
  options: CallOptions = {},
): Database<Viewer> {
  const sql = neon(url, { fetchOptions: options })
  return { as: (viewer, statementTimeout) => createDb(sql, viewer, statementTimeout) }
}

/**
 * A query fails if the database does not answer within this time. The deadline is longer than the statement timeout of
 * the database roles (ten seconds), and shorter than the timeout in the browser (src/shared/call.ts).
 */
const DEADLINE_MS = 15_000

const databases = new Map<string, Database<ViewerById & ViewerByClaim>>()

function getDatabase(variable: string, role: string, pool: PoolName) {
  const url = process.env[variable]
  if (!url) {
    throw new Error(
      `${variable} is not set. Start with \`npm start\`, or set it to a Postgres URL that logs in as ${role}.`,
    )
  }
  const key = `${pool} ${url}`
  const db =
    databases.get(key) ??
    connect<ViewerById & ViewerByClaim>(url, { pool, deadlineMs: DEADLINE_MS })
  databases.set(key, db)
  return db
}

/** Connects as daina_app, whose viewers need a signed claim. Throws if DATABASE_URL is not set. */
export const database = (pool: PoolName = "writes"): Database<ViewerByClaim> =>
  getDatabase("DATABASE_URL", "daina_app", pool)

/** Connects as daina_auth, which may act as any member. Throws if AUTH_DATABASE_URL is not set. */
export const authDatabase = (pool: PoolName = "writes"): Database =>
  getDatabase("AUTH_DATABASE_URL", "daina_auth", pool)
