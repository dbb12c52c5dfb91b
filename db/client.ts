/** The one way to the data: tagged SQL under a viewer's rights, through `@neondatabase/serverless`. */
import { type NeonQueryFunction, neon, neonConfig, types } from "@neondatabase/serverless"
import { answerFromPostgres } from "./plain-postgres.ts"

/** Whose rights a statement runs under; null is a stranger. */
export type Viewer = { userId: string } | null

/** A statement not sent yet, with the type of its rows. */
export interface Query<Row> {
  text: string
  params: unknown[]
  /** Never set: it only carries the type. */
  row?: Row
}

type RowsOf<Queries extends readonly Query<unknown>[]> = {
  [Index in keyof Queries]: Queries[Index] extends Query<infer Row> ? Row[] : never
}

export interface Db {
  /** All rows of a statement; one round trip. */
  many<Row>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Row[]>
  /** The first row of a statement, or null; one round trip. */
  one<Row>(strings: TemplateStringsArray, ...params: unknown[]): Promise<Row | null>
  /** The rows of each statement, run in order in one transaction; one round trip. */
  batch<const Queries extends readonly Query<unknown>[]>(queries: Queries): Promise<RowsOf<Queries>>
}

export interface Database {
  /** Statements run under this viewer's rights, as row-level security sees them. */
  as(viewer: Viewer): Db
}

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

// Moments are ISO strings in UTC, days `YYYY-MM-DD`, bigints numbers (ours are counters, far below 2^53).
types.setTypeParser(INT8, Number)
types.setTypeParser(DATE, (text: string) => text)
types.setTypeParser(TIMESTAMPTZ, (text: string) => new Date(text).toISOString())

/** True for an address that Neon's own endpoint answers. */
export const isNeon = (url: string) => /\.neon\.(tech|build)$/.test(new URL(url).hostname)

neonConfig.fetchFunction = (
  url: string,
  init: { headers: Record<string, string>; body: string },
) =>
  isNeon(init.headers["Neon-Connection-String"] ?? "")
    ? fetch(url, { method: "POST", ...init })
    : answerFromPostgres(url, init)

/** Writes a statement down without sending it, for {@link Db.batch}. */
export const query = <Row>(strings: TemplateStringsArray, ...params: unknown[]): Query<Row> => ({
  text: strings.reduce((text, part, index) => `${text}$${index}${part}`),
  params,
})

type Sql = NeonQueryFunction<false, false>

function dbFor(sql: Sql, viewer: Viewer): Db {
  const setViewer = () =>
    sql.query("select set_config('app.user_id', $1, true)", [viewer?.userId ?? ""])

  const batch: Db["batch"] = async (queries) => {
    const [, ...results] = await sql.transaction([
      setViewer(),
      ...queries.map(({ text, params }) => sql.query(text, params)),
    ])
    return results as RowsOf<typeof queries>
  }

  // A stranger's single statement needs no transaction: without the setting there is no viewer.
  const run = async <Row>(statement: Query<Row>): Promise<Row[]> =>
    viewer
      ? (await batch([statement]))[0]
      : ((await sql.query(statement.text, statement.params)) as Row[])

  return {
    batch,
    many: (strings, ...params) => run(query(strings, ...params)),
    one: async <Row>(strings: TemplateStringsArray, ...params: unknown[]) =>
      (await run(query<Row>(strings, ...params)))[0] ?? null,
  }
}

/** A database by its address. Nothing is sent before the first statement. */
export function connect(url: string): Database {
  const sql = neon(url)
  return { as: (viewer) => dbFor(sql, viewer) }
}

let fromEnvironment: Database | undefined

/** The database of `DATABASE_URL`; throws when that is not set. */
export function database(): Database {
  if (fromEnvironment) return fromEnvironment
  const url = process.env.DATABASE_URL
  if (!url) {
    throw new Error(
      "DATABASE_URL is not set. Start with `npm start`, or set it to a Postgres address.",
    )
  }
  fromEnvironment = connect(url)
  return fromEnvironment
}
