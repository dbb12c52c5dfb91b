import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from "vitest"
import { query } from "../../../db/client.ts"
import {
  type BrowserResponse,
  getStatusAndCode,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { articleFields } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeTeam } from "../../support/people/teams.ts"

const { db, app, ownerUrl, run } = await openTestDatabase()
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

const expectUnavailable = (response: BrowserResponse) => {
  expect(getStatusAndCode(response)).toEqual([503, "database_unavailable"])
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
}

const rename = (browser: TestBrowser, display_name = "Mari") =>
  browser.send("PATCH", "/api/profile", { display_name })

describe("an error raised by Postgres", () => {
  /** Makes the next `times` writes to the table `profiles` fail with this error. */
  const raiseOnWrite = async (code: string, times = 1_000) => {
    await run("create sequence tries")
    // A rollback does not reset a sequence, so the sequence counts all tries.
    await run(`create function raise_trouble() returns trigger language plpgsql security definer as $$
      begin
        if nextval('tries') <= ${times} then raise 'trouble' using errcode = '${code}'; end if;
        return new;
      end $$`)
    await run(`create trigger trouble before insert or update on profiles
      for each row execute function raise_trouble()`)
    onTestFinished(async () => {
      await run("drop function raise_trouble cascade")
      await run("drop sequence tries")
    })
  }
  const countTries = async () =>
    Number((await db.one<{ last_value: number }>`select last_value from tries`)?.last_value)

  test.each([
    ["08006", "the connection failed", 1],
    ["53100", "the disk is full", 1],
    ["55P03", "a lock timed out", 1],
    ["57014", "the statement took too long", 1],
    ["57P01", "the server is shut down", 1],
    ["58030", "a file cannot be read", 1],
    ["25P03", "the transaction was left open", 1],
    ["25006", "the server is read-only", 1],
    ["40P01", "deadlock", 2],
    ["40001", "serialization failure", 2],
  ])("SQLSTATE %s (%s) gives 503 with Retry-After, after %i tries", async (code, _cause, count) => {
    await raiseOnWrite(code)
    const { browser } = await makeMember(db)
    expectUnavailable(await rename(browser))
    expect(await countTries()).toBe(count)
  })

  test.each(["40P01", "40001"])(
    "after a single SQLSTATE %s, the retry succeeds and logs no error",
    async (code) => {
      await raiseOnWrite(code, 1)
      const { browser } = await makeMember(db)
      const { status, json } = await rename(browser, "Liis")
      expect([status, json["display_name"]]).toEqual([200, "Liis"])
      expect(console.error).not.toHaveBeenCalled()
    },
  )
})

/** Runs a statement in a transaction that stays open, with its locks, until `release` or the end of the test. */
async function holdOpen(statement: string, ...values: unknown[]) {
  // In a deadlock, Postgres rolls back the transaction with the shorter deadlock_timeout. This transaction gets a long one,
  // which only a superuser may set, so that Postgres rolls back the other transaction.
  const { pathname } = new URL(ownerUrl)
  const client = new pg.Client(Object.assign(new URL(inject("superuserUrl")), { pathname }).href)
  await client.connect()
  await client.query("set deadlock_timeout = '1min'")
  await client.query("begin")
  await client.query(statement, values)
  let isOpen = true
  const release = async () => {
    if (!isOpen) return
    isOpen = false
    await client.query("commit")
    await client.end()
  }
  onTestFinished(release)
  return {
    run: (text: string) => client.query(text),
    /** Waits until the transaction blocks this number of connections. */
    async untilBlocking(count: number) {
      const countWaitingConnections = async () => {
        // The first connection waits for the transaction, the others wait for a lock of the row.
        const { rows } = await client.query(`
          select distinct pid from pg_locks where not granted and (pg_backend_pid() = any(pg_blocking_pids(pid))
            or database = (select oid from pg_database where datname = current_database()))`)
        return rows.length
      }
      while ((await countWaitingConnections()) < count) await sleep(10)
    },
    release,
  }
}

test("a transaction that Postgres rolls back because of a deadlock is repeated", async () => {
  await run("create table pairs (name text primary key, number int not null)")
  await run("insert into pairs values ('a', 0), ('b', 0)")
  const otherTransaction = await holdOpen("update pairs set number = 1 where name = 'a'")
  const rolledBackTransaction = db.batch([
    query`update pairs set number = 10 where name = 'b'`,
    query`update pairs set number = number + 10 where name = 'a'`,
  ])
  await otherTransaction.untilBlocking(1)
  await otherTransaction.run("update pairs set number = 2 where name = 'b'")
  await otherTransaction.release()
  await rolledBackTransaction
  expect(await db.many`select name, number from pairs order by name`).toEqual([
    { name: "a", number: 11 },
    { name: "b", number: 10 },
  ])
})

describe("while another transaction holds a lock", () => {
  test("reads get responses while many writes wait, and the writes get 503", async () => {
    await makeArticle(db, { slug: "earlier-article" })
    const { browser } = await makeMember(db, { role: "super_admin" })
    const publish = (slug: string) =>
      browser.send("POST", "/api/admin/news", {
        ...articleFields,
        slug,
        is_published: true,
      })
    const lock = await holdOpen("update content_state set version = version + 1")
    /** "read" or "write" for each finished request, in the order in which they finished. */
    const ended: string[] = []
    const writers = Array.from({ length: 6 }, (_, index) =>
      publish(`waiting-${index}`).finally(() => ended.push("write")),
    )
    await lock.untilBlocking(3)
    const reads = Array.from({ length: 4 }, async () => {
      const responses = [
        await browser.get("/api/news/earlier-article"),
        await browser.get("/api/auth/session"),
        await browser.get("/api/admin/news"),
      ]
      ended.push("read")
      return responses
    })
    for (const response of (await Promise.all(reads)).flat()) expect(response.status).toBe(200)
    // If reads had to wait for the writes, most writes would finish before the reads.
    expect(ended.filter((kind) => kind === "write").length).toBeLessThan(writers.length / 2)

    for (const refusal of await Promise.all(writers)) expectUnavailable(refusal)
    await lock.release()
    expect((await publish("after-it")).status).toBe(201)
    expect(await db.many`select from news where slug like 'waiting-%'`).toEqual([])
  })

  test("a lock on one team does not delay writes elsewhere", async () => {
    const { id } = await makeMember(db)
    const team = await makeTeam(db, { [id]: "owner" })
    const requesters = await repeatConcurrently(3, () =>
      makeMember(db, { displayName: "Requester" }),
    )
    const lock = await holdOpen("select from teams where id = $1 for update", team.id)
    const requests = requesters.map(({ browser }) =>
      browser.send("POST", `/api/teams/${team.slug}/join-requests`, {}),
    )
    await lock.untilBlocking(3)
    const { browser } = await makeMember(db)
    expect((await rename(browser)).status).toBe(200)
    await lock.release()
    expect(countByStatus(await Promise.all(requests))).toEqual({ 201: 3 })
  })
})

test("unlike the owner, daina_app has time limits for statements, locks and idle transactions", async () => {
  const limitsQuery = query<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')
    order by name`
  /** Returns milliseconds: idle_in_transaction_session_timeout, lock_timeout, statement_timeout. */
  const readLimits = async (connection: typeof db) => {
    const [rows] = await connection.batch([limitsQuery])
    return rows.map(({ setting }) => Number(setting))
  }
  expect(await readLimits(app.as(null))).toEqual([10_000, 2_000, 10_000])
  expect(await readLimits(db)).toEqual([0, 0, 0])

  const withLongTimeout = app.as(null, "2min")
  const limits = await readLimits(withLongTimeout)
  expect(limits, "a caller can raise the limit of statements").toEqual([10_000, 2_000, 120_000])
  expect(await withLongTimeout.one`show statement_timeout`).toEqual({ statement_timeout: "2min" })
  expect(await app.as(null).one`show statement_timeout`).toEqual({ statement_timeout: "10s" })
})
