/**
 * Answers the HTTP calls of `@neondatabase/serverless` from a Postgres server, so that the same driver works with
 * Neon and with other servers. A call has one statement, or a batch for one transaction. Rows are arrays of raw text,
 * which the driver parses. The driver's isolation levels are not supported.
 */
import pg from "pg"

interface Statement {
  query: string
  params: unknown[]
}

/**
 * Reads have a pool of their own, so that writers waiting for a lock cannot block them. A call that may write uses
 * the other pool for all of its statements.
 */
export type PoolName = "reads" | "writes"

/**
 * Connections per pool. A host has four pools (reads and writes of two logins), a build has one, and the embedded
 * Postgres allows 60 connections.
 */
const POOL_SIZE = 8
/**
 * Maximum wait for a connection. When 500 members write in the same second on two slow cores, nine of ten get a
 * connection within 12 seconds. A read gives up earlier, because a page waits for it.
 */
const CONNECT_TIMEOUT_MS = { reads: 5_000, writes: 12_000 }

export interface CallOptions {
  pool?: PoolName
  /**
   * Milliseconds after which the call fails and its connection is closed. A network that drops all packets would
   * otherwise hold the connection for 15 minutes, and the role's timeouts do not cover that.
   */
  deadlineMs?: number | undefined
}

const rawText = { getTypeParser: () => (value: unknown) => value }
const pools = new Map<string, pg.Pool>()

function poolFor(connectionString: string, name: PoolName): pg.Pool {
  const key = `${name} ${connectionString}`
  const existing = pools.get(key)
  if (existing) return existing
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS[name],
    allowExitOnIdle: true,
  })
  // Without listeners, an error of an idle connection would end the process. The pool replaces the connection.
  // Running queries are rejected anyway.
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

async function runBatch(client: pg.ClientBase, statements: Statement[]) {
  await client.query("begin")
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

/** Closes the connection after a network error or a missed deadline. */
async function withConnection<Result>(
  pool: pg.Pool,
  deadlineMs: number | undefined,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = deadlineMs && setTimeout(reject, deadlineMs, new Error("no answer in time"))
  let broken: Error | undefined
  try {
    return await Promise.race([work(client), deadline])
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) broken = new Error("broken", { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
    client.release(broken)
  }
}

/** Closes all pools, so that the process can end or the database can be dropped. */
export async function closePools(): Promise<void> {
  const open = [...pools.values()]
  pools.clear()
  await Promise.all(open.map((pool) => pool.end()))
}

/** Replaces `fetch` in `neonConfig.fetchFunction`. Throws if the database cannot be reached. */
export async function answerFromPostgres(
  _url: string,
  init: { headers: Record<string, string>; body: string } & CallOptions,
): Promise<Response> {
  const headers = new Headers(init.headers)
  const pool = poolFor(headers.get("Neon-Connection-String") ?? "", init.pool ?? "writes")
  const request: Statement | { queries: Statement[] } = JSON.parse(init.body)
  try {
    const answer = await withConnection<object>(pool, init.deadlineMs, (client) =>
      "queries" in request ? runBatch(client, request.queries) : run(client, request),
    )
    // Returns the object without serialization, which took a tenth of the time of a build.
    return Object.assign(new Response(), { json: async () => answer })
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      return Response.json({ ...error, message: error.message }, { status: 400 })
    }
    throw error
  }
}
