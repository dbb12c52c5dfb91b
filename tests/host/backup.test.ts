import {
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { connect, type Database } from "../../db/client.ts"
import { loadDemo } from "../../db/demo/load.ts"
import { migrate } from "../../db/migrate.ts"
import { type Manifest, readArchive, verifyArchive } from "../../netlify/host/backup/archive.ts"
import { backUp } from "../../netlify/host/backup/backup.ts"
import { backUpIfDue } from "../../netlify/host/backup/daily.ts"
import { requireSameVersion, restore } from "../../netlify/host/backup/restore.ts"
import { startBlobs } from "../../netlify/host/blobs.ts"
import { lockDataFolder } from "../../netlify/host/data-folder.ts"
import { startPostgres } from "../../netlify/host/postgres/postgres.ts"
import { deleteFiles, getBytes, listFiles, putFile } from "../../netlify/lib/pictures/storage.ts"
import { type TestDatabase, testDatabase } from "../support/database.ts"
import { makeUser, storeProfile } from "../support/factories.ts"
import { makeFullMember } from "../support/people/full-member.ts"
import { startStorage } from "../support/servers/blobs.ts"
import { runProgram } from "./support/started-host.ts"
import { makeTemporaryDataFolder, makeTemporaryFolder } from "./support/temporary-folder.ts"

// A backup of `source` is restored into `target`. All restores into `emptySite` fail. `olderSite` has the tables of an
// older version; its backup is restored into `unmigrated`, a database without tables.
const [target, emptySite] = [testDatabase(), testDatabase()]
const [olderSite, unmigrated] = [testDatabase("template1"), testDatabase("template1")]
// Must be the last call of testDatabase, because functions use the database of the last call.
const source = testDatabase()
startStorage()

let folder: string
let file: string
let manifest: Manifest

async function readRows(database: Database): Promise<Record<string, string[]>> {
  const db = database.as(null)
  const tables = await db.many<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`
  const rows = await db.batch(
    tables.map(({ name }) => ({
      text: `select to_jsonb(t)::text as row from public.${name} t order by 1`,
      params: [],
      row: { row: "" },
    })),
  )
  return Object.fromEntries(
    tables.map(({ name }, index) => [name, (rows[index] ?? []).map(({ row }) => row)]),
  )
}

/** Returns the constraints, triggers and sequences of the schema, which a restore must create again. */
const readSchemaRules = (database: Database) => database.as(null).many`
  select conrelid::regclass || ' ' || conname as name,
    pg_get_constraintdef(oid) || convalidated as definition
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal
  union all
  select sequencename, last_value::text from pg_sequences where schemaname = 'public'
  order by 1, 2`

async function readStoredFiles(): Promise<Map<string, string>> {
  const names = (await listFiles("")).sort()
  const bytes = await Promise.all(names.map(getBytes))
  return new Map(names.map((name, index) => [name, bytes[index]?.toString("base64") ?? ""]))
}

/** Runs `work` with another storage of uploaded files, by default an empty storage. */
async function withOtherBlobs(work: () => Promise<void>, folder?: string): Promise<void> {
  const blobs = await startBlobs(folder ?? (await makeTemporaryFolder()))
  const previousContext = process.env.NETLIFY_BLOBS_CONTEXT
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
  try {
    await work()
  } finally {
    process.env.NETLIFY_BLOBS_CONTEXT = previousContext
    await blobs.stop()
  }
}

const restoreInto = async (to: TestDatabase, from = file, withManifest = manifest) =>
  restore(from, withManifest, { ...to, embedded: null }, await makeTemporaryFolder())

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daina-backup-"))
  file = join(folder, "backup.tar.gz")
  await loadDemo(source.ownerUrl)
  await makeFullMember(source)
  // Enough rows for several archive entries, and characters that COPY escapes.
  await source.owner.as(null).one`
    insert into suggestions (category, priority, title, description, language)
    select 'events', 'low', 'Long', repeat(E'ļ\\t\\\\N\\n\\r𝄞', 500) || n, 'lv'
    from generate_series(1, 1500) n`
  await putFile("news-images/1700000000000-abc.webp", Buffer.alloc(5_000_000, "päike"))
  await putFile("event-images/empty.webp", Buffer.alloc(0))
  await backUp(source.ownerUrl, file)
  manifest = await verifyArchive(file)
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

test("a restored site has all rows, files, constraints and triggers of the original", async () => {
  const [rows, rules, files] = [
    await readRows(source.owner),
    await readSchemaRules(source.owner),
    await readStoredFiles(),
  ]
  expect(Object.values(rows).flat().length).toBeGreaterThan(2_000)
  expect(files.size).toBeGreaterThan(2)
  await withOtherBlobs(async () => {
    await restoreInto(target)
    expect(await readStoredFiles()).toEqual(files)
  })
  expect(await readRows(target.owner)).toEqual(rows)
  expect(await readSchemaRules(target.owner)).toEqual(rules)
  expect(await target.app.as(null).many`select 1 from news limit 1`).toHaveLength(1)
  await expect(target.app.as(null).many`select password_hash from users`).rejects.toThrow("denied")
}, 120_000)

test("only the owner of a backup file can read the file", async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

describe("refused backups", () => {
  test.each(["0 bytes", "10 bytes", "30 %", "90 %", "99.9 %", "99.9999 %"])(
    "a backup that is truncated to %s is refused",
    async (length) => {
      const { size } = await stat(file)
      const truncatedFile = join(folder, "cut.tar.gz")
      await copyFile(file, truncatedFile)
      const number = Number.parseFloat(length)
      await truncate(
        truncatedFile,
        length.endsWith("%") ? Math.floor((size * number) / 100) : number,
      )
      await expect(verifyArchive(truncatedFile)).rejects.toThrow("is not a complete backup")
    },
  )

  test("a changed backup, a missing file and a file of another kind are refused", async () => {
    const bytes = await readFile(file)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    const changed = join(folder, "changed.tar.gz")
    await writeFile(changed, bytes)
    await expect(verifyArchive(changed)).rejects.toThrow("is not a complete backup")
    await expect(verifyArchive("package.json")).rejects.toThrow("is not a complete backup")
    await expect(verifyArchive(join(folder, "none"))).rejects.toThrow("There is no file")
  })
})

test("a failed restore leaves no members, no files and the same constraints", async () => {
  const lastTable = manifest.contents.tables.at(-1)?.name ?? ""
  const wrongManifest = { ...manifest, rows: { ...manifest.rows, [lastTable]: -1 } }
  const rules = await readSchemaRules(emptySite.owner)
  await withOtherBlobs(async () => {
    await expect(restoreInto(emptySite, file, wrongManifest)).rejects.toThrow(
      `${lastTable}: loaded`,
    )
    expect(await listFiles("")).toEqual([])
  })
  expect(await emptySite.owner.as(null).value`select count(*) from users`).toBe(0)
  expect(await readSchemaRules(emptySite.owner)).toEqual(rules)
})

test("a restore is refused when the database has content", async () => {
  await expect(restoreInto(source)).rejects.toThrow("already has members, teams, news or events")
})

test("a restore is refused when the storage has files", async () => {
  await expect(restoreInto(emptySite)).rejects.toThrow("There are uploaded files")
})

test("a backup of an older version is restored and migrated, but not into a newer database", async () => {
  // This is the last migration of the older version.
  const upTo = "23_second_factor.sql"
  await migrate({ ...olderSite, upTo })
  await olderSite.owner.as(null).one`insert into users (email) values ('a@daina.test')`
  const oldFile = join(folder, "old.tar.gz")
  await withOtherBlobs(async () => {
    await backUp(olderSite.ownerUrl, oldFile)
    const oldManifest = await verifyArchive(oldFile)
    expect(oldManifest.contents.migrations.at(-1)?.name).toBe(upTo)
    // emptySite has all migrations, like a site after its first npm start, so it is newer than the backup.
    await expect(restoreInto(emptySite, oldFile, oldManifest)).rejects.toThrow(
      "is newer than the backup",
    )
    await restoreInto(unmigrated, oldFile, oldManifest)
  })
  const db = unmigrated.owner.as(null)
  expect(await db.many`select email from users`).toEqual([{ email: "a@daina.test" }])
  expect(await db.many`select * from passkeys`).toEqual([])
  expect(await readSchemaRules(unmigrated.owner)).toEqual(await readSchemaRules(emptySite.owner))
}, 120_000)

test("a backup with a migration that this code lacks or has changed is refused", async () => {
  const makeManifest = (name: string, checksum: string) => ({
    ...manifest,
    contents: { ...manifest.contents, migrations: [{ name, checksum }] },
  })
  await expect(requireSameVersion(makeManifest("99_next.sql", "1"))).rejects.toThrow(
    "this code does not have its migration 99_next.sql. Update the code",
  )
  await expect(requireSameVersion(makeManifest("01_base.sql", "1"))).rejects.toThrow(
    "the migration 01_base.sql differs",
  )
  await requireSameVersion(manifest)
})

test("a backup contains the current picture of a profile whose picture changes during the backup", async () => {
  const db = source.owner.as(null)
  const { id } = await makeUser(db)
  await storeProfile(db, id)
  let isDone = false
  let changes = 0
  const changePicture = async () => {
    for (let previous = ""; !isDone; changes++) {
      const name = `avatars/${id}/avatar-${1_700_000_000_000 + changes}-${"0".repeat(32)}.webp`
      await putFile(name, Buffer.from(name))
      await db.one`update profiles set avatar_url = ${`/uploads/${name}`} where user_id = ${id}`
      if (previous) await deleteFiles([previous])
      previous = name
    }
  }
  const lastChange = changePicture()
  const busyBackup = join(folder, "busy.tar.gz")
  await backUp(source.ownerUrl, busyBackup)
  isDone = true
  await lastChange
  expect(changes).toBeGreaterThan(2)
  const names = new Set<string>()
  let profiles = ""
  for await (const { name, bytes } of readArchive(busyBackup)) {
    names.add(name)
    if (name.startsWith("tables/profiles/")) profiles += bytes
  }
  const pictureName = profiles.match(new RegExp(`avatars/${id}/avatar-[-\\d]+\\.webp`))?.[0]
  expect(names).toContain(`files/${pictureName}`)
})

test("the host makes a backup once a day, keeps the newest two and deletes no other files", async () => {
  const backups = { folder: await makeTemporaryFolder(), keep: 2 }
  await writeFile(join(backups.folder, "by-hand.tar.gz"), "")
  const backUpAt = (time: string) => backUpIfDue(source.ownerUrl, backups, new Date(time))
  expect(await backUpAt("2026-05-01T12:17:00Z")).toBe("daina-20260501T121700Z.tar.gz")
  expect(await backUpAt("2026-05-02T11:17:00Z")).toBeNull()
  expect(await backUpAt("2026-05-02T12:17:00Z")).not.toBeNull()
  expect(await backUpAt("2026-05-09T03:17:00Z")).not.toBeNull()
  expect((await readdir(backups.folder)).sort()).toEqual([
    "by-hand.tar.gz",
    "daina-20260502T121700Z.tar.gz",
    "daina-20260509T031700Z.tar.gz",
  ])
  await verifyArchive(join(backups.folder, "daina-20260509T031700Z.tar.gz"))
})

const runCommand = (args: string[], env: Record<string, string>) =>
  runProgram(process.execPath, ["netlify/host/backup/main.ts", ...args], env)

test("the commands back up a running host, restore into another data folder, and explain wrong arguments", async () => {
  const [from, to] = [await makeTemporaryDataFolder(), await makeTemporaryDataFolder()]
  const copy = join(await makeTemporaryFolder(), "copy.tar.gz")
  const lock = await lockDataFolder(from, "http://127.0.0.1:4514")
  const postgres = await startPostgres(from)
  onTestFinished(() => postgres.stop())
  await migrate(postgres)
  const { email } = await makeUser(connect(postgres.ownerUrl).as(null))
  await withOtherBlobs(() => putFile("avatars/one.webp", Buffer.from("one")), join(from, "blobs"))

  expect(await runCommand(["backup", copy], { DATA_DIR: from })).toMatchObject({ code: 0 })
  expect((await runCommand(["backup", copy], { DATA_DIR: from })).output).toContain(
    "exists already",
  )
  expect((await runCommand(["backup", join(copy, "no")], { DATA_DIR: from })).output).toContain(
    "cannot be written to",
  )
  expect((await runCommand(["restore", copy], { DATA_DIR: from })).output).toContain(
    "already running",
  )
  await lock.release()
  await postgres.stop()
  expect((await runCommand(["restore", copy], { DATA_DIR: from })).output).toContain("has members")
  expect(await runCommand(["restore", copy], { DATA_DIR: to })).toMatchObject({ code: 0 })
  expect((await runCommand(["backup"], {})).output).toContain("Usage:")

  const restoredSite = await startPostgres(to)
  onTestFinished(() => restoredSite.stop())
  const emails = await connect(restoredSite.ownerUrl).as(null).many`select email from users`
  expect(emails).toEqual([{ email }])
  expect(await readdir(join(to, "blobs"), { recursive: true })).toContainEqual(
    expect.stringMatching(/one\.webp$/),
  )
}, 300_000)
