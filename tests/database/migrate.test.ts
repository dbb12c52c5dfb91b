import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterEach, beforeEach, expect, test } from "vitest"
import { migrate, pendingMigrations } from "../../db/migrate.ts"
import { testDatabase } from "../database.ts"

const { owner, appUrl, ownerUrl } = testDatabase("template1")
const db = owner.as(null)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daina-migrations-"))
  await db.many`drop schema if exists migrations cascade`
  await db.many`drop table if exists one, two`
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate({ ownerUrl, appUrl, folder: pathToFileURL(`${folder}/`) })
const tables = async () =>
  (
    await db.many<{ name: string }>`
      select relname as name from pg_class where relname in ('one', 'two') order by 1`
  ).map(({ name }) => name)

test("applies each file once, in order, statements with their own semicolons and quotes included", async () => {
  await write("0002_two.sql", "insert into one values ('a;b'); create table two (id int);")
  await write(
    "0001_one.sql",
    "create table one (t text); -- a ; comment\n do $$ begin perform 1; end $$;",
  )
  expect(await run()).toEqual(["0001_one.sql", "0002_two.sql"])
  expect(await run()).toEqual([])
  expect(await tables()).toEqual(["one", "two"])
})

test("a file that fails leaves nothing behind and is named with its reason", async () => {
  await write("0001_one.sql", "create table one (id int);")
  await write("0002_two.sql", "create table two (id int); select 1 / 0;")
  await expect(run()).rejects.toThrow(/0002_two\.sql failed and was rolled back: division by zero/)
  expect(await tables()).toEqual(["one"])
  await write("0002_two.sql", "create table two (id int);")
  expect(await run()).toEqual(["0002_two.sql"])
})

test("an applied file that was changed is refused", async () => {
  await write("0001_one.sql", "create table one (id int);")
  await run()
  await write("0001_one.sql", "create table one (id bigint);")
  await expect(run()).rejects.toThrow(/0001_one\.sql was changed after it was applied/)
})

test("a file that comes before an applied one is refused", async () => {
  await write("0002_two.sql", "create table two (id int);")
  await run()
  await write("0001_one.sql", "create table one (id int);")
  await expect(run()).rejects.toThrow(/0001_one\.sql comes before 0002_two\.sql/)
})

test("a database newer than the code is refused", async () => {
  await write("0001_one.sql", "create table one (id int);")
  await run()
  await rm(join(folder, "0001_one.sql"))
  await expect(run()).rejects.toThrow(/The code is older than the database/)
})

test("two at once apply each file once", async () => {
  await write("0001_one.sql", "select pg_sleep(0.2); create table one (id int);")
  await Promise.all([run(), run()])
  expect(await tables()).toEqual(["one"])
})

test("the app's own login can name what is missing, and apply nothing", async () => {
  await write("0001_one.sql", "create table one (id int);")
  const url = pathToFileURL(`${folder}/`)
  expect(await pendingMigrations(appUrl, url)).toEqual(["0001_one.sql"])
  await run()
  expect(await pendingMigrations(appUrl, url)).toEqual([])
  await write("0002_two.sql", "create table two (id int);")
  expect(await pendingMigrations(appUrl, url)).toEqual(["0002_two.sql"])
})
