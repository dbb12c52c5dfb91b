import { execFile } from "node:child_process"
import { rename, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { findFreePort, listen } from "../../netlify/host/listening.ts"
import { findRunningPid } from "../../netlify/host/postgres/cluster.ts"
import { chooseInstallation, type Installation } from "../../netlify/host/postgres/installation.ts"
import { getStartTime } from "../../netlify/host/processes.ts"
import { makeDataFolder } from "../support/site-template.ts"
import {
  getCookies,
  type StartedHost,
  spawnHost,
  waitForExit,
  waitUntilHealthy,
} from "./support/started-host.ts"
import { makeTemporaryFolder } from "./support/temporary-folder.ts"

const run = promisify(execFile)

let dataDir: string
let port: number
let host: StartedHost
let installation: Installation

const startHost = (env: Record<string, string> = {}, nodeOptions: string[] = []) =>
  spawnHost({ DATA_DIR: dataDir, PORT: String(port), ...env }, nodeOptions)

/** Ends Postgres without a checkpoint, as a crash does. */
const stopPostgres = () =>
  run(
    join(installation.programs, "bin/pg_ctl"),
    ["stop", "--mode", "immediate", "--wait", "--pgdata", installation.cluster],
    { ...installation.account, cwd: "/" },
  )

/** Removes the control file, so that Postgres cannot start. Returns a function that restores it. */
async function removeControlFile() {
  const file = join(installation.cluster, "global/pg_control")
  await rename(file, `${file}.away`)
  return () => rename(`${file}.away`, file)
}

const get = (path: string, cookie = "") => fetch(`${host.origin}${path}`, { headers: { cookie } })

const send = (method: string, path: string, body: object, cookie = "") =>
  fetch(`${host.origin}${path}`, {
    method,
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  dataDir = await makeDataFolder()
  port = await findFreePort()
  host = startHost()
  await waitUntilHealthy(host)
  installation = await chooseInstallation(dataDir)
}, 180_000)

afterAll(async () => {
  if (host.process.exitCode === null) host.process.kill("SIGTERM")
  await waitForExit(host)
  await rm(dataDir, { recursive: true })
})

describe("failed starts", () => {
  async function getFailedStartOutput(env: Record<string, string>) {
    const failedHost = startHost(env)
    expect(await waitForExit(failedHost)).toBe(1)
    expect(failedHost.getOutput()).not.toContain("at file:")
    return failedHost.getOutput()
  }

  test("if another process uses the data folder, the error names this process", async () => {
    const output = await getFailedStartOutput({ PORT: String(await findFreePort()) })
    expect(output).toContain(String(host.process.pid))
    expect(output).toContain(`:${port}`)
    expect((await get("/api/health")).status).toBe(200)
  })

  test("if another program uses the port, the error says what to do", async () => {
    const server = createServer()
    const usedPort = String(await listen(server, 0, "127.0.0.1"))
    const output = await getFailedStartOutput({
      DATA_DIR: await makeTemporaryFolder(),
      PORT: usedPort,
    })
    server.close()
    expect(output).toContain(`Another program uses port ${usedPort}`)
    expect(output).toContain("PORT=")
  })

  test("a data folder that cannot be created is reported", async () => {
    const file = join(dataDir, "a-file")
    await writeFile(file, "")
    const output = await getFailedStartOutput({ DATA_DIR: join(file, "data"), PORT: "0" })
    expect(output).toContain(join(file, "data"))
    expect(output).toContain("DATA_DIR")
  })

  test("an unreachable database is reported without its password", async () => {
    const DATABASE_URL = "postgres://daina_app:top-secret@127.0.0.1:1/daina"
    const AUTH_DATABASE_URL = DATABASE_URL.replace("daina_app", "daina_auth")
    const settings = { DATA_DIR: await makeTemporaryFolder(), PORT: "0" }
    const output = await getFailedStartOutput({ ...settings, DATABASE_URL, AUTH_DATABASE_URL })
    expect(output).toContain("127.0.0.1:1/daina")
    expect(output).not.toContain("top-secret")
  })
})

describe("the embedded database", () => {
  test("the embedded database is restarted after a kill and has the saved profile", async () => {
    const signInResponse = await send("POST", "/api/auth/sign-in", {
      email: "member@daina.test",
      password: "daina-demo",
    })
    const cookie = getCookies(signInResponse)
    const body = { display_name: "Written before" }
    const saveResponse = await send("PATCH", "/api/profile", body, cookie)
    expect(saveResponse.status).toBe(200)

    process.kill((await findRunningPid(installation)) ?? 0, "SIGKILL")
    await vi.waitFor(async () => expect((await get("/api/health")).status).toBe(503), {
      interval: 10,
    })
    expect((await get("/ru/news")).status).toBe(200)
    const response = await get("/api/news")
    // The database may be back already.
    if (response.status !== 200) {
      expect(await response.json()).toMatchObject({ status: 503, code: "database_unavailable" })
    }
    await waitUntilHealthy(host)
    const profile = await get("/api/profile", cookie)
    expect(await profile.json()).toMatchObject({ display_name: "Written before" })
  })
})

describe("the end of the host", () => {
  const listSlugs = async () => {
    const { news } = await (await get("/api/news")).json()
    return news.map(({ slug }: { slug: string }) => slug)
  }

  test("Ctrl-C ends the host and its database; the next start has all news and needs no build", async () => {
    const slugsBefore = await listSlugs()
    const postgresPid = await findRunningPid(installation)
    expect(postgresPid).not.toBeNull()
    host.process.kill("SIGINT")
    expect(await waitForExit(host)).toBe(0)
    expect(await findRunningPid(installation)).toBeNull()
    // process.kill(pid, 0) would also find a zombie: a process that has ended but was not waited for.
    expect(getStartTime(postgresPid ?? 0)).toBeNull()

    const startedAt = Date.now()
    host = startHost()
    await waitUntilHealthy(host)
    expect(Date.now() - startedAt).toBeLessThan(25_000)
    expect(await listSlugs()).toEqual(slugsBefore)
    expect(host.getOutput()).not.toContain("Building the site")
  })

  test("when the database cannot be restarted, the host prints the reason and exits", async () => {
    host.process.kill("SIGTERM")
    await waitForExit(host)
    host = startHost()
    await waitUntilHealthy(host)
    const restoreControlFile = await removeControlFile()
    await stopPostgres()
    expect(await waitForExit(host)).toBe(1)
    await restoreControlFile()
    expect(host.getOutput()).toContain("pg_control")
    expect(host.getOutput()).toContain(installation.log)
    host = startHost()
    await waitUntilHealthy(host)
  })
})
