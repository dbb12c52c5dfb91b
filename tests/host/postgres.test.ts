import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import { findRunningPid } from "../../netlify/host/postgres/cluster.ts"
import { chooseInstallation } from "../../netlify/host/postgres/installation.ts"
import { type Postgres, startPostgres } from "../../netlify/host/postgres/postgres.ts"
import { getStartTime } from "../../netlify/host/processes.ts"
import { makeTemporaryDataFolder, startSleeper } from "./support/temporary-folder.ts"

async function startUntilTestEnds(folder: string): Promise<Postgres> {
  const postgres = await startPostgres(folder)
  onTestFinished(postgres.stop)
  return postgres
}

async function queryRow(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  // Without a listener, the error of a killed server would be uncaught. The query also fails with an error.
  client.on("error", () => undefined)
  await client.connect()
  const { rows } = await client.query({ text: sql, rowMode: "array" })
  await client.end()
  return rows[0] ?? []
}

test("the database uses UTF-8 and code point order, and its owner is not a superuser", async () => {
  const { ownerUrl } = await startUntilTestEnds(await makeTemporaryDataFolder())
  expect(
    await queryRow(
      ownerUrl,
      `select pg_encoding_to_char(encoding), datlocprovider, datlocale, rolsuper, rolcreaterole
       from pg_database join pg_roles on pg_roles.oid = datdba where datname = current_database()`,
    ),
  ).toEqual(["UTF8", "b", "C.UTF-8", false, true])
})

test("a restart keeps the data and the address", async () => {
  const folder = await makeTemporaryDataFolder()
  const { secrets } = await chooseInstallation(folder)
  const { ownerUrl, stop } = await startUntilTestEnds(folder)
  await queryRow(ownerUrl, "create table kept as select 'ķ한' as text")
  expect(await readFile(secrets, "utf8")).toContain(new URL(ownerUrl).password)
  const wrongUrl = ownerUrl.replace(/:[^:@]+@/, ":guess@")
  await expect(queryRow(wrongUrl, "select 1"), "the password is needed").rejects.toThrow("password")
  await stop()
  const { mtimeMs } = await stat(secrets)
  const secondPostgres = await startUntilTestEnds(folder)
  expect(secondPostgres.ownerUrl).toBe(ownerUrl)
  expect(await queryRow(secondPostgres.ownerUrl, "select text from kept")).toEqual(["ķ한"])
  // On a full disk, writing the passwords again could destroy the file.
  expect((await stat(secrets)).mtimeMs, "the passwords are not written again").toBe(mtimeMs)
})

test("a start stops a Postgres that still uses the data folder, and keeps committed data", async () => {
  const folder = await makeTemporaryDataFolder()
  const firstPostgres = await startUntilTestEnds(folder)
  await queryRow(firstPostgres.ownerUrl, "create table kept as select 1 as number")
  const orphan = await findRunningPid(await chooseInstallation(folder))
  const secondPostgres = await startUntilTestEnds(folder)
  expect(getStartTime(orphan ?? 0)).toBeNull()
  expect(await queryRow(secondPostgres.ownerUrl, "select number from kept")).toEqual([1])
})

test.runIf(process.platform === "linux")(
  "another process that has the id of an earlier Postgres is not stopped",
  async () => {
    const folder = await makeTemporaryDataFolder()
    await (await startUntilTestEnds(folder)).stop()
    const otherProcess = await startSleeper()
    const { cluster } = await chooseInstallation(folder)
    await writeFile(join(cluster, "postmaster.pid"), `${otherProcess.pid}\n${cluster}\n`)
    await startUntilTestEnds(folder)
    expect(otherProcess.exitCode ?? otherProcess.signalCode).toBeNull()
  },
)

test.runIf(process.platform === "linux")(
  "busy backends of a killed Postgres do not prevent the next start",
  async () => {
    const folder = await makeTemporaryDataFolder()
    const firstPostgres = await startUntilTestEnds(folder)
    const rejection = expect(
      queryRow(firstPostgres.ownerUrl, "select count(*) from generate_series(1, 1e12)"),
    ).rejects.toThrow()
    const countActiveQueries = async () =>
      (
        await queryRow(
          firstPostgres.ownerUrl,
          "select count(*) from pg_stat_activity where state = 'active'",
        )
      )[0]
    // The two active queries are the slow query and the query that counts.
    await vi.waitFor(async () => expect(await countActiveQueries()).toBe("2"))
    process.kill((await findRunningPid(await chooseInstallation(folder))) ?? 0, "SIGKILL")
    const secondPostgres = await startUntilTestEnds(folder)
    await rejection
    expect(await queryRow(secondPostgres.ownerUrl, "select 1")).toEqual([1])
  },
)

test.skipIf(process.platform === "win32")(
  "a temporary Postgres ends when the process that started it is killed",
  async () => {
    const code = `
      import { startThrowawayPostgres } from ${JSON.stringify(import.meta.resolve("../../netlify/host/postgres/postgres.ts"))}
      const { ownerUrl } = await startThrowawayPostgres()
      console.log(ownerUrl)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    const [ownerUrl] = await once(child.stdout, "data")
    await queryRow(String(ownerUrl).trim(), "select 1")
    child.kill("SIGKILL")
    await vi.waitFor(
      () => expect(queryRow(String(ownerUrl).trim(), "select 1")).rejects.toThrow(),
      {
        timeout: 5_000,
      },
    )
  },
)

test("a start fails if the file of the database passwords is unreadable", async () => {
  const folder = await makeTemporaryDataFolder()
  await (await startUntilTestEnds(folder)).stop()
  const { secrets } = await chooseInstallation(folder)
  await writeFile(secrets, "{")
  await expect(startPostgres(folder)).rejects.toThrow(secrets)
})

test("a start fails if the database folder outside the data folder is missing", async () => {
  const folder = await makeTemporaryDataFolder()
  await mkdir(join(folder, "postgres"))
  const missingFolder = join(folder, "gone")
  await writeFile(join(folder, "postgres/elsewhere"), missingFolder)
  await expect(startPostgres(folder)).rejects.toThrow(`${missingFolder}, which is missing`)
})
