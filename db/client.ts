/** The one way to the data: tagged SQL under a viewer's rights, through `@neondatabase/serverless`. */
import {
  NeonDbError,
  type NeonQueryFunction,
  neon,
  neonConfig,
  types,
} from "@neondatabase/serverless"
import { answerFromPostgres, type CallOptions, type PoolName } from "./plain-postgres.ts"

/** A member by their id, whom only the logins of {@link authDatabase} and of the owner may name so. */
export type Named = { userId: string }
/** A member by the claim that the database gave out with their session. */
export type Claimed = { claim: string }

/** A statement not sent yet, with the type of its rows. */
export interface Query<Row> {
  text: string
  params: unknown[]
  /** Never set: it only carries the type. */
  row?: Row
}

/** The rows of each statement of a batch. */
export type RowsOf<Queries extends readonly Query<unknown>[]> = {
  [Index in keyof Queries]: Queries[Index] extends Query<infer Row> ? Row[] : never
}

export interface Db {
  /** All rows of a statement; one round trip. */
  many<Row>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Row[]>
  /** The first row of a statement, or null; one round trip. */
  one<Row>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Row | null>
  /** The first column of a statement's first row, or null; one round trip. */
  value<Value>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Value | null>
  /** The rows of each statement, run in order in one transaction; one round trip. */
  batch<const Queries extends readonly Query<unknown>[]>(queries: Queries): Promise<RowsOf<Queries>>
}

export interface Database<Member = Named> {
  /**
   * Statements run under this viewer's rights, as row-level security sees them, null being a stranger; what takes
   * its time may ask for more than the role's limit, as a Postgres interval.
   */
  as(viewer: Member | null, statementTimeout?: string): Db
}

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

// Moments are ISO strings in UTC, days `YYYY-MM-DD`, bigints numbers (ours are counters, far below 2^53).
types.setTypeParser(INT8, Number)
types.setTypeParser(DATE, (text: string) => text)
types.setTypeParser(TIMESTAMPTZ, (text: string) => new Date(text).toISOString())

/** True for an address that Neon's own endpoint answers. */
const isNeon = (url: string) => /\.neon\.(tech|build)$/.test(new URL(url).hostname)

neonConfig.fetchFunction = (
  url: string,
  init: { headers: Record<string, string>; body: string } & CallOptions,
) =>
  isNeon(init.headers["Neon-Connection-String"] ?? "")
    ? fetch(url, { method: "POST", ...init })
    : answerFromPostgres(url, init)

/** A statement, or a part of one, that can become part of another. */
class Statement<Row> implements Query<Row> {
  /** What stands around the parameters: one more than there are of them. */
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
 * Writes a statement down without sending it, for {@link Db.batch}, or a part of one: a query among the
 * values becomes part of the text, with its own parameters.
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

const joined = (parts: Query<unknown>[]): Query<unknown> =>
  parts.reduce((all, part) => query`${all}, ${part}`)

/** Column names of our own making as they are, for the text of a statement. */
const name = (column: string): Query<unknown> => new Statement([column], [])

/** `a = $1, b = $2`: these columns of an update, each with the row's value; one left undefined stays as it is. */
export const assignments = <Column extends string>(
  columns: readonly Column[],
  row: { readonly [Name in Column]?: unknown },
) =>
  joined(
    columns
      .filter((column) => row[column] !== undefined)
      .map((column) => query`${name(column)} = ${row[column]}`),
  )

/**
 * Assignments of an update of `e` from `old`: a column gets the given value only where that differs from `old`, and
 * otherwise keeps its own. Undefined values are left out.
 */
export const changedAssignments = <Column extends string>(
  columns: readonly Column[],
  row: { readonly [Name in Column]?: unknown },
) =>
  joined(
    columns
      .filter((column) => row[column] !== undefined)
      .map((column) => {
        const own = name(column)
        return query`${own} = case when old.${own} is distinct from ${row[column]}
          then ${row[column]} else e.${own} end`
      }),
  )

/** `a, b`: names of columns. */
export const columnNames = (columns: readonly string[]) => joined(columns.map(name))

/** `$1, $2`: the row's values of these columns, in the same order. */
export const columnValues = <Column extends string>(
  columns: readonly Column[],
  row: Readonly<Record<Column, unknown>>,
) => joined(columns.map((column) => query`${row[column]}`))

/** The columns that a form writes: the fields of its schema. */
export const columnsOf = <Shape extends object>({ shape }: { shape: Shape }) =>
  Object.keys(shape) as (keyof Shape & string)[]

type Sql = NeonQueryFunction<false, false>

/** Deadlock and serialization failure: Postgres rolled back, and the same again will most likely do. */
const ROLLED_BACK = /^40(P01|001)$/
const RETRY_AFTER_MS = 50

async function retried<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof NeonDbError && ROLLED_BACK.test(error.code ?? ""))) throw error
    // At once it could take the same lock before the other wakes up, and both would be stuck again.
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    return send()
  }
}

const SET_VIEWER = "select set_config('app.viewer', $1, true)"
const SET_BOTH = `${SET_VIEWER}, set_config('statement_timeout', $2, true)`

function dbFor(sql: Sql, viewer: Named | Claimed | null, statementTimeout?: string): Db {
  const value = viewer === null ? "" : "claim" in viewer ? viewer.claim : viewer.userId
  const setUp = () =>
    statementTimeout
      ? sql.query(SET_BOTH, [value, statementTimeout])
      : sql.query(SET_VIEWER, [value])

  const batch: Db["batch"] = async (queries) => {
    const [, ...results] = await retried(() =>
      sql.transaction(
        [setUp(), ...queries.map(({ text, params }) => sql.query(text, params))],
        // What may take its time is not cut short.
        statementTimeout ? { fetchOptions: { deadlineMs: undefined } } : {},
      ),
    )
    return results as RowsOf<typeof queries>
  }

  // A stranger's single statement needs no transaction: without the setting there is no viewer.
  const run = async <Row>(statement: Query<Row>): Promise<Row[]> =>
    viewer || statementTimeout
      ? (await batch([statement]))[0]
      : ((await retried(() => sql.query(statement.text, statement.params))) as Row[])

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

/** A database by its address. Nothing is sent before the first statement. */
export function connect<Member extends Named | Claimed = Named>(
  url: string,
  options: CallOptions = {},
): Database<Member> {
  const sql = neon(url, { fetchOptions: options })
  return { as: (viewer, statementTimeout) => dbFor(sql, viewer, statementTimeout) }
}

/** More than the role's limit of ten seconds for a statement, less than a browser's patience, see src/shared/call.ts. */
const DEADLINE_MS = 15_000

const fromEnvironment = new Map<string, Database<Named & Claimed>>()

function databaseOf(variable: string, login: string, pool: PoolName) {
  const url = process.env[variable]
  if (!url) {
    throw new Error(
      `${variable} is not set. Start with \`npm start\`, or set it to a Postgres address that logs in as ${login}.`,
    )
  }
  const key = `${pool} ${url}`
  const made =
    fromEnvironment.get(key) ?? connect<Named & Claimed>(url, { pool, deadlineMs: DEADLINE_MS })
  fromEnvironment.set(key, made)
  return made
}

/**
 * The database of `DATABASE_URL`, which takes nobody's word for who they are; throws when that is not set. What
 * only reads may say so, see plain-postgres.ts.
 */
export const database = (pool: PoolName = "writes"): Database<Claimed> =>
  databaseOf("DATABASE_URL", "daina_app", pool)

/**
 * The database of `AUTH_DATABASE_URL`, for signing in and for mails: password hashes, sessions, links and second
 * factors are within its reach, and whoever it names. Throws when that is not set.
 */
export const authDatabase = (pool: PoolName = "writes"): Database =>
  databaseOf("AUTH_DATABASE_URL", "daina_auth", pool)
