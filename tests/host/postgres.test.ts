import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import { type Postgres, startPostgres } from "../../netlify/host/postgres.ts"
import { runningPid } from "../../netlify/host/postgres-cluster.ts"
import { placeFor } from "../../netlify/host/postgres-place.ts"
import { startedAt } from "../../netlify/host/processes.ts"
import { temporaryFolder } from "./temporary-folder.ts"

async function dataFolder() {
  const folder = await temporaryFolder()
  await chmod(folder, 0o711)
  return folder
}

async function start(folder: string): Promise<Postgres> {
  const postgres = await startPostgres(folder)
  onTestFinished(postgres.stop)
  return postgres
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on("error", () => undefined) // a server that dies rejects the query, too
  await client.connect()
  const { rows } = await client.query({ text: sql, rowMode: "array" })
  await client.end()
  return rows[0] ?? []
}

test("the database is UTF-8, sorts by code point everywhere, and its owner is no superuser", async () => {
  const { ownerUrl } = await start(await dataFolder())
  expect(
    await ask(
      ownerUrl,
      `select pg_encoding_to_char(encoding), datlocprovider, datlocale, rolsuper, rolcreaterole
       from pg_database join pg_roles on pg_roles.oid = datdba where datname = current_database()`,
    ),
  ).toEqual(["UTF8", "b", "C.UTF-8", false, true])
})

test("what was stored is there at the next start, at the same address", async () => {
  const folder = await dataFolder()
  const first = await start(folder)
  await ask(first.ownerUrl, "create table kept as select 'ķ한' as text")
  await first.stop()
  const second = await start(folder)
  expect(second.ownerUrl).toBe(first.ownerUrl)
  expect(await ask(second.ownerUrl, "select text from kept")).toEqual(["ķ한"])
})

test("an orphan of a host that was killed is stopped, and nothing committed is lost", async () => {
  const folder = await dataFolder()
  const first = await start(folder)
  await ask(first.ownerUrl, "create table kept as select 1 as number")
  const orphan = await runningPid(await placeFor(folder))
  const second = await start(folder)
  expect(startedAt(orphan ?? 0)).toBeNull()
  expect(await ask(second.ownerUrl, "select number from kept")).toEqual([1])
})

test.runIf(process.platform === "linux")(
  "a process that only has the number of a Postgres long gone is left alone",
  async () => {
    const folder = await dataFolder()
    await (await start(folder)).stop()
    const bystander = spawn("sleep", ["60"])
    await once(bystander, "spawn")
    onTestFinished(() => void bystander.kill())
    const { cluster } = await placeFor(folder)
    await writeFile(join(cluster, "postmaster.pid"), `${bystander.pid}\n${cluster}\n`)
    await start(folder)
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
  },
)

test.skipIf(process.platform === "win32")(
  "a throwaway Postgres does not outlive a process that is killed",
  async () => {
    const code = `
      import { startThrowawayPostgres } from ${JSON.stringify(import.meta.resolve("../../netlify/host/postgres.ts"))}
      const { ownerUrl } = await startThrowawayPostgres()
      console.log(ownerUrl)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    const [ownerUrl] = await once(child.stdout, "data")
    await ask(String(ownerUrl).trim(), "select 1")
    child.kill("SIGKILL")
    await vi.waitFor(() => expect(ask(String(ownerUrl).trim(), "select 1")).rejects.toThrow(), {
      timeout: 5_000,
    })
  },
)

test("its passwords are for this user's eyes", async () => {
  const folder = await dataFolder()
  const { ownerUrl } = await start(folder)
  const { secrets } = await placeFor(folder)
  expect(await readFile(secrets, "utf8")).toContain(new URL(ownerUrl).password)
  await expect(ask(ownerUrl.replace(/:[^:@]+@/, ":guess@"), "select 1")).rejects.toThrow("password")
})

test("without its passwords a database is not overwritten", async () => {
  const folder = await dataFolder()
  await (await start(folder)).stop()
  const { secrets } = await placeFor(folder)
  await writeFile(secrets, "{")
  await expect(startPostgres(folder)).rejects.toThrow(secrets)
})

test("a database kept elsewhere that is gone is not silently begun anew", async () => {
  const folder = await dataFolder()
  await mkdir(join(folder, "postgres"))
  const gone = join(folder, "gone")
  await writeFile(join(folder, "postgres/elsewhere"), gone)
  await expect(startPostgres(folder)).rejects.toThrow(`${gone}, which is gone`)
})
