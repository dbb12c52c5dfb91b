/**
 * Answers the HTTP calls of `@neondatabase/serverless` from a plain Postgres, so that the product speaks
 * to its database in one way wherever it runs. The protocol is Neon's: one statement, or a batch in one
 * transaction; rows as arrays of raw text, which the driver parses itself.
 */
import pg from "pg"

interface Statement {
  query: string
  params: unknown[]
}

/**
 * Reads have connections of their own: writers that all wait for one lock leave them alone. A call that may
 * write takes all of its connections, for its session too, from the other pool.
 */
export type PoolName = "reads" | "writes"

/** Of each pool. A host has four of them and a build one, and the embedded Postgres takes sixty connections. */
const POOL_SIZE = 8
/**
 * For a connection, a new one or one that others use; how long statements may take is the role's, see
 * migrator.sql. Of 500 who write in the same second, nine in ten have one in that time on two slow cores;
 * whoever reads looks at a page.
 */
const CONNECT_TIMEOUT_MS = { reads: 5_000, writes: 12_000 }

/** What a call asks for beside its statements. */
export interface CallOptions {
  pool?: PoolName
  /**
   * After so long the call fails, and its connection is given up: a network that swallows everything would hold
   * it for a quarter of an hour, which no limit of the role's knows of.
   */
  deadlineMs?: number | undefined
}

const rawText = { getTypeParser: () => (value: unknown) => value }
const pools = new Map<string, pg.Pool>()

function poolFor(connectionString: string, name: PoolName): pg.Pool {
  const key = `${name} ${connectionString}`
  const known = pools.get(key)
  if (known) return known
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS[name],
    allowExitOnIdle: true,
  })
  // A connection that dies is replaced by the next query, and whatever ran on it has failed already; unheard,
  // the event would end the process.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  pools.set(key, pool)
  return pool
}

async function run(client: pg.ClientBase, { query, params }: Statement) {
  const result = await client.query({
    text: query,
    values: params,
    rowMode: "array",
    types: rawText,
  })
  return {
    command: result.command,
    rowCount: result.rowCount,
    rows: result.rows,
    fields: result.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
  }
}

async function runBatch(client: pg.ClientBase, statements: Statement[], begin: string) {
  await client.query(begin)
  try {
    const results = []
    for (const statement of statements) results.push(await run(client, statement))
    await client.query("commit")
    return { results }
  } catch (error) {
    await client.query("rollback")
    throw error
  }
}

/** Works on a connection of the pool. One that broke, or answered nothing in time, is not used again. */
async function leased<Result>(
  pool: pg.Pool,
  deadlineMs: number | undefined,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = deadlineMs && setTimeout(reject, deadlineMs, new Error("no answer in time"))
  let broken: Error | undefined
  try {
    return await Promise.race([work(client), late])
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) broken = new Error("broken", { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
    client.release(broken)
  }
}

const ISOLATION = /^(ReadUncommitted|ReadCommitted|RepeatableRead|Serializable)$/

function beginStatement(headers: Headers): string {
  const isolation = headers.get("Neon-Batch-Isolation-Level") ?? ""
  const level = ISOLATION.test(isolation)
    ? ` isolation level ${isolation.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}`
    : ""
  return `begin${level}${headers.get("Neon-Batch-Read-Only") === "true" ? " read only" : ""}`
}

/** Closes every pool, so that a process can end and a database can be dropped. */
export async function closePools(): Promise<void> {
  const open = [...pools.values()]
  pools.clear()
  await Promise.all(open.map((pool) => pool.end()))
}

/** Stands in for `fetch` in `neonConfig.fetchFunction`; throws when the database cannot be reached. */
export async function answerFromPostgres(
  _url: string,
  init: { headers: Record<string, string>; body: string } & CallOptions,
): Promise<Response> {
  const headers = new Headers(init.headers)
  const pool = poolFor(headers.get("Neon-Connection-String") ?? "", init.pool ?? "writes")
  const request: Statement | { queries: Statement[] } = JSON.parse(init.body)
  try {
    const answer = await leased<object>(pool, init.deadlineMs, (client) =>
      "queries" in request
        ? runBatch(client, request.queries, beginStatement(headers))
        : run(client, request),
    )
    // It leaves this process for nobody: writing it out and reading it again took a tenth of a build.
    return Object.assign(new Response(), { json: async () => answer })
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      return Response.json({ ...error, message: error.message }, { status: 400 })
    }
    throw error
  }
}
