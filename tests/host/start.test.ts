/** Starting, failing to start, losing the database, stopping: the real host in processes of its own. */
import { execFile } from "node:child_process"
import { chmod, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { freePort, listen } from "../../netlify/host/listening.ts"
import { runningPid } from "../../netlify/host/postgres/cluster.ts"
import { type Place, placeFor } from "../../netlify/host/postgres/place.ts"
import { startedAt } from "../../netlify/host/processes.ts"
import { ended, type StartedHost, spawnHost, untilHealthy } from "./support/started-host.ts"
import { temporaryFolder } from "./support/temporary-folder.ts"

const run = promisify(execFile)

let dataDir: string
let port: number
let host: StartedHost
let place: Place

const start = (env: Record<string, string> = {}, nodeOptions: string[] = []) =>
  spawnHost({ DATA_DIR: dataDir, PORT: String(port), ...env }, nodeOptions)

/** Stops Postgres behind the host's back. */
const stopPostgres = () =>
  run(
    join(place.programs, "bin/pg_ctl"),
    ["stop", "--mode", "immediate", "--wait", "--pgdata", place.cluster],
    { ...place.account, cwd: "/" },
  )

/** Without its control file no Postgres starts; the answer puts it back. */
async function breakCluster() {
  const file = join(place.cluster, "global/pg_control")
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
  dataDir = await mkdtemp(join(tmpdir(), "daina-start-"))
  await chmod(dataDir, 0o711)
  port = await freePort(0)
  host = start()
  await untilHealthy(host)
  place = await placeFor(dataDir)
}, 180_000)

afterAll(async () => {
  if (host.process.exitCode === null) host.process.kill("SIGTERM")
  await ended(host)
  await rm(dataDir, { recursive: true })
})

describe("a start that cannot be says which, why and what to do", () => {
  /** What it prints before it ends with a code. */
  async function refusalOf(env: Record<string, string>) {
    const refused = start(env)
    expect(await ended(refused)).toBe(1)
    expect(refused.output()).not.toContain("at file:")
    return refused.output()
  }

  test("the data folder is in use: it names who has it and leaves it alone", async () => {
    const output = await refusalOf({ PORT: String(await freePort(0)) })
    expect(output).toContain(String(host.process.pid))
    expect(output).toContain(`:${port}`)
    expect((await get("/api/health")).status).toBe(200)
  })

  test("the port is taken", async () => {
    const server = createServer()
    const taken = String(await listen(server, 0, "127.0.0.1"))
    const output = await refusalOf({ DATA_DIR: await temporaryFolder(), PORT: taken })
    server.close()
    expect(output).toContain(`Port ${taken} is taken`)
    expect(output).toContain("PORT=")
  })

  test("the data folder cannot be one", async () => {
    const file = join(dataDir, "a-file")
    await writeFile(file, "")
    const output = await refusalOf({ DATA_DIR: join(file, "data"), PORT: "0" })
    expect(output).toContain(join(file, "data"))
    expect(output).toContain("DATA_DIR")
  })

  test("the database cannot be reached; its password is not printed", async () => {
    const DATABASE_URL = "postgres://daina_app:top-secret@127.0.0.1:1/daina"
    const AUTH_DATABASE_URL = DATABASE_URL.replace("daina_app", "daina_auth")
    const place = { DATA_DIR: await temporaryFolder(), PORT: "0" }
    const output = await refusalOf({ ...place, DATABASE_URL, AUTH_DATABASE_URL })
    expect(output).toContain("127.0.0.1:1/daina")
    expect(output).not.toContain("top-secret")
  })
})

describe("when the database ends by itself", () => {
  test("killed, it is back in a moment with all that was acknowledged", async () => {
    const signedIn = await send("POST", "/api/auth/sign-in", {
      email: "member@daina.test",
      password: "daina-demo",
    })
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(";", 1)[0])
      .join("; ")
    const body = { display_name: "Written before" }
    const written = await send("PATCH", "/api/profile", body, cookie)
    expect(written.status).toBe(200)

    process.kill((await runningPid(place)) ?? 0, "SIGKILL")
    await vi.waitFor(async () => expect((await get("/api/health")).status).toBe(503), {
      interval: 10,
    })
    expect((await get("/")).status).toBe(200)
    await untilHealthy(host)
    const profile = await get("/api/profile", cookie)
    expect(await profile.json()).toMatchObject({ display_name: "Written before" })
  })

  test("pages are served and calls say 503, until it starts again", async () => {
    const mend = await breakCluster()
    await stopPostgres()
    expect((await get("/ru/news")).status).toBe(200)
    const answer = await get("/api/news")
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ status: 503, code: "database_unavailable" })
    expect(host.process.exitCode).toBeNull()

    await mend()
    await untilHealthy(host)
    expect((await get("/api/news")).status).toBe(200)
  })
})

describe("stopping and starting again", () => {
  const slugs = async () => {
    const { news } = await (await get("/api/news")).json()
    return news.map(({ slug }: { slug: string }) => slug)
  }

  test("Ctrl-C ends everything it started; a second start keeps all data and is quick", async () => {
    const before = await slugs()
    const postgres = await runningPid(place)
    expect(postgres).not.toBeNull()
    host.process.kill("SIGINT")
    expect(await ended(host)).toBe(0)
    expect(await runningPid(place)).toBeNull()
    // Not process.kill: where nobody reaps orphans, the number stays taken.
    expect(startedAt(postgres ?? 0)).toBeNull()

    const began = Date.now()
    host = start()
    await untilHealthy(host)
    expect(Date.now() - began).toBeLessThan(25_000)
    expect(await slugs()).toEqual(before)
    expect(host.output()).not.toContain("Building the site")
  })

  test("a database that does not come back ends the host, with the reason", async () => {
    host.process.kill("SIGTERM")
    await ended(host)
    host = start({}, ["--import", "./tests/host/support/quick-restarts.ts"])
    await untilHealthy(host)
    const mend = await breakCluster()
    await stopPostgres()
    expect(await ended(host)).toBe(1)
    await mend()
    expect(host.output()).toContain("pg_control")
    expect(host.output()).toContain(place.log)
    host = start()
    await untilHealthy(host)
  })
})
