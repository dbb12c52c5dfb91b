import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { query } from "../../db/client.ts"
import { listPendingFiles, migrate } from "../../db/migrate.ts"
import { startThrowawayPostgres } from "../../netlify/host/postgres/postgres.ts"
import { testDatabase } from "../support/database.ts"

const { app, owner, appUrl, ownerUrl } = testDatabase("template1")
const db = owner.as(null)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daina-schema-"))
  await mkdir(join(folder, "migrations"))
  await mkdir(join(folder, "functions"))
  await db.batch([
    query`drop schema if exists migrations cascade`,
    query`drop table if exists one, two`,
    query`drop function if exists answer, other_answer`,
  ])
})
afterEach(() => rm(folder, { recursive: true }))

const writeMigration = (name: string, sql: string) =>
  writeFile(join(folder, "migrations", name), sql)
const writeFunctions = (name: string, sql: string) =>
  writeFile(join(folder, "functions", name), sql)
const getFolderUrl = () => pathToFileURL(`${folder}/`)
const runMigrator = () => migrate({ ownerUrl, appUrl, folder: getFolderUrl() })
const listTables = async () =>
  (
    await db.many<{ name: string }>`
      select relname as name from pg_class where relname in ('one', 'two') order by 1`
  ).map(({ name }) => name)

describe("the migrator", () => {
  test("the migrator applies each migration once and in order", async () => {
    await writeMigration("02_two.sql", "insert into one values ('a;b'); create table two (id int);")
    await writeMigration(
      "01_one.sql",
      "create table one (t text); -- a ; comment\n do $$ begin perform 1; end $$;",
    )
    expect(await runMigrator()).toEqual(["01_one.sql", "02_two.sql", "db/functions"])
    expect(await runMigrator()).toEqual([])
    expect(await listTables()).toEqual(["one", "two"])
  })

  test("the migrator rolls back a failed migration and reports its name and the reason", async () => {
    await writeMigration("01_one.sql", "create table one (id int);")
    await writeMigration("02_two.sql", "create table two (id int); select 1 / 0;")
    await expect(runMigrator()).rejects.toThrow(
      /02_two\.sql failed and was rolled back: division by zero/,
    )
    expect(await listTables()).toEqual(["one"])
    await writeMigration("02_two.sql", "create table two (id int);")
    expect(await runMigrator()).toEqual(["02_two.sql", "db/functions"])
  })

  test("the migrator refuses a migration that was changed after it was applied", async () => {
    await writeMigration("01_one.sql", "create table one (id int);")
    await runMigrator()
    await writeMigration("01_one.sql", "create table one (id bigint);")
    await expect(runMigrator()).rejects.toThrow(/01_one\.sql was changed after it was applied/)
  })

  test("the migrator refuses a new migration whose name sorts before an applied migration", async () => {
    await writeMigration("02_two.sql", "create table two (id int);")
    await runMigrator()
    await writeMigration("01_one.sql", "create table one (id int);")
    await expect(runMigrator()).rejects.toThrow(/01_one\.sql comes before 02_two\.sql/)
  })

  test("the migrator refuses a database with a migration that the code does not have", async () => {
    await writeMigration("01_one.sql", "create table one (id int);")
    await runMigrator()
    await rm(join(folder, "migrations/01_one.sql"))
    await expect(runMigrator()).rejects.toThrow(/The code is older than the database/)
  })

  test("for a database from before the first release, the migrator fails and says what to do", async () => {
    await db.batch([
      query`create schema migrations`,
      query`create table migrations.applied (name text primary key, checksum text)`,
      query`insert into migrations.applied values ('0001_base.sql', 'x')`,
    ])
    const listObjects = () => db.many`
      select relname as name from pg_class
      where relnamespace in ('public'::regnamespace, 'migrations'::regnamespace)
      union all
      select proname from pg_proc where pronamespace = 'migrations'::regnamespace order by 1`
    const before = await listObjects()
    const refusal = /from before the first release.*was not changed.*DATA_DIR.*DATABASE_URL/
    await expect(migrate({ ownerUrl, appUrl })).rejects.toThrow(refusal)
    expect(await listObjects()).toEqual(before)
  })

  test("two concurrent migrators apply each migration once", async () => {
    await writeMigration("01_one.sql", "select pg_sleep(0.2); create table one (id int);")
    await Promise.all([runMigrator(), runMigrator()])
    expect(await listTables()).toEqual(["one"])
  })

  test("daina_app can list pending migrations", async () => {
    await writeMigration("01_one.sql", "create table one (id int);")
    expect(await listPendingFiles(appUrl, getFolderUrl())).toEqual(["01_one.sql", "db/functions"])
    await runMigrator()
    expect(await listPendingFiles(appUrl, getFolderUrl())).toEqual([])
    await writeMigration("02_two.sql", "create table two (id int);")
    expect(await listPendingFiles(appUrl, getFolderUrl())).toEqual(["02_two.sql", "db/functions"])
  })
})

describe("db/functions", () => {
  const makeAnswerFunction = (text: string) => `
    create or replace function answer() returns text language sql as $$ select '${text}' $$;
    grant execute on function answer() to daina_app;`
  const callAnswer = async () =>
    (await app.as(null).one<{ answer: string }>`select answer()`)?.answer

  test("the files are applied again only when one of them changes", async () => {
    await writeFunctions("01_answer.sql", makeAnswerFunction("first"))
    expect(await runMigrator()).toEqual(["db/functions"])
    expect(await runMigrator()).toEqual([])
    await writeFunctions("01_answer.sql", makeAnswerFunction("second"))
    expect(await listPendingFiles(appUrl, getFolderUrl())).toEqual(["db/functions"])
    expect(await runMigrator()).toEqual(["db/functions"])
    expect(await callAnswer()).toBe("second")
  })

  test("all files are rolled back when one of them fails, and the error names that file", async () => {
    await writeFunctions("01_answer.sql", makeAnswerFunction("first"))
    await runMigrator()
    await writeFunctions("01_answer.sql", makeAnswerFunction("second"))
    await writeFunctions("02_other.sql", "select 1 / 0;")
    await expect(runMigrator()).rejects.toThrow(/02_other\.sql: division by zero/)
    expect(await callAnswer()).toBe("first")
  })

  test("policies, triggers and rights that no file contains anymore are removed", async () => {
    await writeMigration(
      "01_one.sql",
      "create table one (id int); alter table one enable row level security;",
    )
    await writeFunctions(
      "01_answer.sql",
      `${makeAnswerFunction("first")}
      create function check_change() returns trigger language plpgsql as $$ begin return new; end $$;
      create trigger check_change before update on one for each row execute function check_change();
      create policy everybody on one for select to daina_app using (true);
      grant select on one to daina_app;`,
    )
    await runMigrator()
    expect(await app.as(null).many`select from one`).toEqual([])
    await writeFunctions("01_answer.sql", makeAnswerFunction("first").replace(/grant .*;/, ""))
    await runMigrator()
    await expect(app.as(null).many`select from one`).rejects.toThrow(/permission denied for table/)
    await expect(callAnswer()).rejects.toThrow(/permission denied for function/)
    const remaining = await db.many`
      select policyname as name from pg_policies where tablename = 'one'
      union all select tgname from pg_trigger where tgrelid = 'one'::regclass`
    expect(remaining).toEqual([])
    await db.one`drop function check_change`
  })

  test("no role may call a function without a grant", async () => {
    await writeFunctions(
      "01_answer.sql",
      "create or replace function answer() returns text language sql as $$ select 'x' $$;",
    )
    await runMigrator()
    await expect(callAnswer()).rejects.toThrow(/permission denied for function/)
  })

  test("a function may call functions of later files, but may only use tables that exist", async () => {
    await writeFunctions(
      "01_answer.sql",
      "create or replace function answer() returns text language sql as $$ select other_answer() $$;",
    )
    await writeFunctions(
      "02_other.sql",
      "create or replace function other_answer() returns text language sql as $$ select 'x' $$;",
    )
    await runMigrator()
    await writeFunctions(
      "02_other.sql",
      "create or replace function other_answer() returns text language sql as $$ select t from one $$;",
    )
    await expect(runMigrator()).rejects.toThrow(/other_answer\(\): relation "one" does not exist/)
  })

  test("functions are checked after new migrations, and created again when a migration has dropped them", async () => {
    await writeMigration("01_one.sql", "create table one (id int, t text);")
    const makeReadingFunction = (column: string) => `
      create or replace function answer() returns text language sql as $$ select ${column} from one $$;`
    await writeFunctions("01_answer.sql", makeReadingFunction("t"))
    await runMigrator()
    await writeMigration("02_two.sql", "alter table one drop column t;")
    await expect(runMigrator()).rejects.toThrow(/answer\(\): column "t" does not exist/)
    await writeFunctions("01_answer.sql", makeReadingFunction("id::text"))
    expect(await runMigrator()).toEqual(["db/functions"])
    await writeMigration("03_three.sql", "drop function answer cascade;")
    expect(await runMigrator()).toEqual(["03_three.sql", "db/functions"])
    expect(await db.one`select answer()`).toEqual({ answer: null })
  })

  test("the files are not applied while a running site locks a table for more than three seconds", async () => {
    await writeMigration("01_one.sql", "create table one (id int);")
    await writeFunctions("01_answer.sql", makeAnswerFunction("first"))
    await runMigrator()
    await writeFunctions(
      "01_answer.sql",
      `${makeAnswerFunction("second")} create policy everybody on one for select using (true);`,
    )
    const reader = new pg.Client(ownerUrl)
    await reader.connect()
    try {
      await reader.query("begin; select from one")
      await expect(runMigrator()).rejects.toThrow(/a running site used its tables for too long/)
      expect(await callAnswer()).toBe("first")
      await reader.query("rollback")
      await runMigrator()
      expect(await callAnswer()).toBe("second")
    } finally {
      await reader.end()
    }
  })
})

// SQLSTATEs of a write in a read-only transaction and of a wrong password.
const READ_ONLY = "25006"
const WRONG_PASSWORD = "28P01"

describe("roles", () => {
  /** Connects and creates a table. Returns the SQLSTATE of the failure, or null if both succeed. */
  const getConnectionError = async (url: string) => {
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.query("create temporary table probe (id int)")
      return null
    } catch (error) {
      return error instanceof pg.DatabaseError ? error.code : error
    } finally {
      await client.end()
    }
  }

  test("the next migration resets the password and settings that a role has changed", async () => {
    const postgres = await startThrowawayPostgres()
    const apply = (appUrl = postgres.appUrl) =>
      migrate({ ...postgres, appUrl, folder: getFolderUrl() })
    try {
      await apply()
      const urls = [postgres.appUrl, postgres.authUrl, postgres.buildUrl]
      for (const url of urls) {
        const name = new URL(url).username
        const client = new pg.Client(url)
        await client.connect()
        await client.query(`alter role ${name} set default_transaction_read_only = on`)
        await client.query(`alter role ${name} in database daina set search_path = pg_catalog`)
        await client.query(`alter role ${name} reset statement_timeout`)
        expect(await getConnectionError(url), name).toBe(READ_ONLY)
        await client.query(`alter role ${name} password 'stolen'`)
        expect(await getConnectionError(url), name).toBe(WRONG_PASSWORD)
        await client.end()
      }
      await apply()
      for (const url of urls) expect(await getConnectionError(url)).toBeNull()
      const client = new pg.Client(postgres.ownerUrl)
      await client.connect()
      const { rows } = await client.query(`
        select setdatabase, setrole::regrole::text as role, setconfig from pg_db_role_setting order by 2`)
      await client.end()
      expect(rows).toEqual(
        ["daina_app", "daina_auth", "daina_build"].map((role) => ({
          // 0 means that the settings apply in all databases.
          setdatabase: 0,
          role,
          setconfig: [
            "lock_timeout=2s",
            "statement_timeout=10s",
            "idle_in_transaction_session_timeout=10s",
          ],
        })),
      )
      const urlWithNewPassword = new URL(postgres.appUrl)
      urlWithNewPassword.password = "another one"
      await apply(urlWithNewPassword.href)
      expect(await getConnectionError(postgres.appUrl)).toBe(WRONG_PASSWORD)
      expect(await getConnectionError(urlWithNewPassword.href)).toBeNull()
    } finally {
      await postgres.stop()
    }
  })
})
