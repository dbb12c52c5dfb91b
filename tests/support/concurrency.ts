import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import type { BrowserResponse } from "./browser-like.ts"

export const repeatConcurrently = <Result>(
  count: number,
  work: (index: number) => Promise<Result>,
) => Promise.all(Array.from({ length: count }, (_, index) => work(index)))

export const countByStatus = (responses: BrowserResponse[]): Record<number, number> =>
  Object.fromEntries(
    Map.groupBy(responses, ({ status }) => status)
      .entries()
      .map(([status, group]) => [status, group.length]),
  )

/** Runs the statement in an open transaction, then starts `work`. Commits when `work` waits for a lock, or has ended. */
export async function runDuringTransaction<Result>(
  url: string,
  [statement, ...values]: [statement: string, ...values: unknown[]],
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query("begin")
    await client.query(statement, values)
    let isDone = false
    const concurrentWork = work().finally(() => {
      isDone = true
    })
    while (!isDone && !(await blocksOthers(client))) await sleep(5)
    await client.query("commit")
    return await concurrentWork
  } finally {
    await client.end()
  }
}

async function blocksOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))",
  )
  return rows.length > 0
}
