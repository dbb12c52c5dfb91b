/**
 * Runs SQL under a viewer's rights, with the driver `@neondatabase/serverless`. All code uses this module to reach
 * the database.
 */
import {
  NeonDbError,
  type NeonQueryFunction,
  neon,
  neonConfig,
  types,
} from "@neondatabase/serverless"
import { answerFromPostgres, type CallOptions, type PoolName } from "./plain-postgres.ts"

/** A viewer by id. Only the login daina_auth and the database owner may use one. */
export type ViewerById = { userId: string }
/** A viewer by the signed claim that the database issued with the session (create_viewer_claim() in SQL). */
export type ViewerByClaim = { claim: string }

export interface Query<Row> {
  text: string
  params: unknown[]
  /** Only carries the type of the rows; never set. */
  row?: Row
}

export type RowsOf<Queries extends readonly Query<unknown>[]> = {
  [Index in keyof Queries]: Queries[Index] extends Query<infer Row> ? Row[] : never
}

export interface Db {
  many<Row>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Row[]>
  /** Returns the first row of a statement, or null. */
  one<Row>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Row | null>
  /** Returns the first column of a statement's first row, or null. */
  value<Value>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Value | null>
  /** Runs statements in order in one transaction and one round trip. Returns the rows of each. */
  batch<const Queries extends readonly Query<unknown>[]>(queries: Queries): Promise<RowsOf<Queries>>
}

export interface Database<Viewer = ViewerById> {
  /**
   * Returns access with this viewer's rights in row-level security. Null is an anonymous visitor. `statementTimeout`
   * is a Postgres interval that raises the role's limit for slow statements.
   */
  as(viewer: Viewer | null, statementTimeout?: string): Db
}

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

// Timestamps become ISO strings in UTC, dates `YYYY-MM-DD`, and bigints numbers (all are counters far below 2^53).
types.setTypeParser(INT8, Number)
types.setTypeParser(DATE, (text: string) => text)
types.setTypeParser(TIMESTAMPTZ, (text: string) => new Date(text).toISOString())

/** Only Neon's databases have an HTTP endpoint. */
const isNeon = (url: string) => /\.neon\.(tech|build)$/.test(new URL(url).hostname)

neonConfig.fetchFunction = (
  url: string,
  init: { headers: Record<string, string>; body: string } & CallOptions,
) =>
  isNeon(init.headers["Neon-Connection-String"] ?? "")
    ? fetch(url, { method: "POST", ...init })
    : answerFromPostgres(url, init)

/** A statement or a part of one, which another statement can contain. */
class Statement<Row> implements Query<Row> {
  /** The texts before, between and after the parameters. */
  readonly strings: readonly string[]
  readonly params: unknown[]

  constructor(strings: readonly string[], params: unknown[]) {
    this.strings = strings
    this.params = params
  }

  get text(): string {
    return this.strings.reduce((text, part, index) => `${text}$${index}${part}`)
  }
}

/**
 * Creates a statement for {@link Db.batch}, or a part of a statement. A query among the values becomes part of the
 * text, with its own parameters.
 */
export function query<Row>(texts: TemplateStringsArray, ...values: unknown[]): Query<Row> {
  const strings = [texts[0] ?? ""]
  const params: unknown[] = []
  const append = (text = "") => strings.push(`${strings.pop()}${text}`)
  for (const [index, value] of values.entries()) {
    if (value instanceof Statement) {
      append(value.strings[0])
      strings.push(...value.strings.slice(1))
      params.push(...value.params)
      append(texts[index + 1])
    } else {
      params.push(value)
      strings.push(texts[index + 1] ?? "")
    }
  }
  return new Statement(strings, params)
}

const joinWithCommas = (parts: Query<unknown>[]): Query<unknown> =>
  parts.reduce((all, part) => query`${all}, ${part}`)

/** Makes a column name part of a statement without quoting it, so the name must come from the code. */
const toColumnName = (column: string): Query<unknown> => new Statement([column], [])

/** Returns the assignments of an update, such as `a = $1, b = $2`. Columns with an undefined value are left out. */
export const toAssignments = <Column extends string>(
  columns: readonly Column[],
  row: { readonly [Name in Column]?: unknown },
) =>
  joinWithCommas(
    columns
      .filter((column) => row[column] !== undefined)
      .map((column) => query`${toColumnName(column)} = ${row[column]}`),
  )

/**
 * Returns the assignments of an update of several rows after the edit of one of them. The statement must name the
 * updated table `e`, and the edited row before the change `old`. A column is changed only where the edit changed it;
 * other rows keep their own value. Columns with an undefined value are left out.
 */
export const toChangedAssignments = <Column extends string>(
  columns: readonly Column[],
  row: { readonly [Name in Column]?: unknown },
) =>
  joinWithCommas(
    columns
      .filter((column) => row[column] !== undefined)
      .map((column) => {
        const name = toColumnName(column)
        return query`${name} = case when old.${name} is distinct from ${row[column]}
          then ${row[column]} else e.${name} end`
      }),
  )

export const toColumnNames = (columns: readonly string[]) =>
  joinWithCommas(columns.map(toColumnName))

export const toColumnValues = <Column extends string>(
  columns: readonly Column[],
  row: Readonly<Record<Column, unknown>>,
) => joinWithCommas(columns.map((column) => query`${row[column]}`))

export const listColumns = <Shape extends object>({ shape }: { shape: Shape }) =>
  Object.keys(shape) as (keyof Shape & string)[]

type Sql = NeonQueryFunction<false, false>

/** SQLSTATEs of deadlocks and serialization failures. Postgres rolled back, and a second try usually succeeds. */
const ROLLED_BACK = /^40(P01|001)$/
const RETRY_AFTER_MS = 50

async function retryAfterRollback<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof NeonDbError && ROLLED_BACK.test(error.code ?? ""))) throw error
    // Without a pause, the retry could take the same lock first and cause the same deadlock.
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    return send()
  }
}

const SET_VIEWER = "select set_config('app.viewer', $1, true)"
const SET_BOTH = `${SET_VIEWER}, set_config('statement_timeout', $2, true)`

function createDb(
  sql: Sql,
  viewer: ViewerById | ViewerByClaim | null,
  statementTimeout?: string,
): Db {
  const value = viewer === null ? "" : "claim" in viewer ? viewer.claim : viewer.userId
  const setUp = () =>
    statementTimeout
      ? sql.query(SET_BOTH, [value, statementTimeout])
      : sql.query(SET_VIEWER, [value])

  const batch: Db["batch"] = async (queries) => {
    const [, ...results] = await retryAfterRollback(() =>
      sql.transaction(
        [setUp(), ...queries.map(({ text, params }) => sql.query(text, params))],
        // Statements with a raised limit have no deadline.
        statementTimeout ? { fetchOptions: { deadlineMs: undefined } } : {},
      ),
    )
    return results as RowsOf<typeof queries>
  }

  // A single statement of an anonymous visitor needs no transaction, because app.viewer stays empty.
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
 * Longer than the role's limit of ten seconds per statement, and shorter than the browser's timeout in
 * src/shared/call.ts.
 */
const DEADLINE_MS = 15_000

const fromEnvironment = new Map<string, Database<ViewerById & ViewerByClaim>>()

function getDatabase(variable: string, login: string, pool: PoolName) {
  const url = process.env[variable]
  if (!url) {
    throw new Error(
      `${variable} is not set. Start with \`npm start\`, or set it to a Postgres address that logs in as ${login}.`,
    )
  }
  const key = `${pool} ${url}`
  const db =
    fromEnvironment.get(key) ??
    connect<ViewerById & ViewerByClaim>(url, { pool, deadlineMs: DEADLINE_MS })
  fromEnvironment.set(key, db)
  return db
}

/**
 * Returns the database of `DATABASE_URL`, with the login daina_app, which requires signed claims. Callers that only
 * read can use the pool for reads. Throws if the variable is not set.
 */
export const database = (pool: PoolName = "writes"): Database<ViewerByClaim> =>
  getDatabase("DATABASE_URL", "daina_app", pool)

/**
 * Returns the database of `AUTH_DATABASE_URL`, with the login daina_auth, for log-ins, emails and schedules. The
 * login may act as any viewer. Throws if the variable is not set.
 */
export const authDatabase = (pool: PoolName = "writes"): Database =>
  getDatabase("AUTH_DATABASE_URL", "daina_auth", pool)
