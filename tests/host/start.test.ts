/** Starting, failing to start, losing the database, stopping: the real host in processes of its own. */
import { execFile } from "node:child_process"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freePort, listen } from "../../netlify/host/ports.ts"
import { runningPid } from "../../netlify/host/postgres-cluster.ts"
import { type Place, placeFor } from "../../netlify/host/postgres-place.ts"
import { startedAt } from "../../netlify/host/processes.ts"
import { ended, type StartedHost, spawnHost, untilHealthy } from "./started-host.ts"

const run = promisify(execFile)

let dataDir: string
let port: number
let host: StartedHost
let place: Place

const start = (env: Record<string, string> = {}) =>
  spawnHost({ DATA_DIR: dataDir, PORT: String(port), ...env })

/** Stops and starts Postgres behind the host's back. */
const control = (...args: string[]) =>
  run(join(place.programs, "bin/pg_ctl"), [...args, "--wait", "--pgdata", place.cluster], {
    ...place.account,
    cwd: "/",
  })

const get = (path: string) => fetch(`${host.origin}${path}`)

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
  const refusal = async (env: Record<string, string>) => {
    const refused = start(env)
    const code = await ended(refused)
    return { code, output: refused.output() }
  }

  test("the data folder is in use: it names who has it and leaves it alone", async () => {
    const { code, output } = await refusal({ PORT: String(await freePort(0)) })
    expect(code).toBe(1)
    expect(output).toContain(String(host.process.pid))
    expect(output).toContain(`:${port}`)
    expect((await get("/api/health")).status).toBe(200)
  })

  test("the port is taken", async () => {
    const server = createServer()
    const taken = String(await listen(server, 0, "127.0.0.1"))
    const other = await mkdtemp(join(tmpdir(), "daina-other-"))
    const { code, output } = await refusal({ DATA_DIR: other, PORT: taken })
    server.close()
    await rm(other, { recursive: true })
    expect(code).toBe(1)
    expect(output).toContain(`Port ${taken} is taken`)
    expect(output).toContain("PORT=")
  })

  test("the data folder cannot be one", async () => {
    const file = join(dataDir, "a-file")
    await writeFile(file, "")
    const { code, output } = await refusal({ DATA_DIR: join(file, "data"), PORT: "0" })
    expect(code).toBe(1)
    expect(output).toContain(join(file, "data"))
    expect(output).toContain("DATA_DIR")
  })

  test("the database cannot be reached; its password is not printed", async () => {
    const other = await mkdtemp(join(tmpdir(), "daina-other-"))
    const { code, output } = await refusal({
      DATA_DIR: other,
      PORT: "0",
      DATABASE_URL: "postgres://daina_app:top-secret@127.0.0.1:1/daina",
    })
    await rm(other, { recursive: true })
    expect(code).toBe(1)
    expect(output).toContain("127.0.0.1:1/daina")
    expect(output).not.toContain("top-secret")
  })

  test.each([
    [{ PORT: "http" }, "PORT"],
    [{ SITE_URL: "daina.example" }, "SITE_URL"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
  ])("%j", async (env, named) => {
    const { code, output } = await refusal(env)
    expect(code).toBe(1)
    expect(output).toContain(named)
    expect(output).not.toContain("at file:")
  })
})

describe("with the database stopped", () => {
  const PAGES = [
    "/",
    "/lv",
    "/news",
    "/ru/news",
    "/shop",
    "/feed.xml",
    "/sitemap.xml",
    "/robots.txt",
    "/build.json",
  ]
  const CALLS = [
    "/api/health",
    "/api/news",
    "/api/news/x",
    "/api/events?scope=public",
    "/api/team-posts",
    "/api/auth/session",
  ]

  test("pages are served, calls say 503, and all is well again when it is back", async () => {
    await control("stop", "--mode", "fast")
    for (const path of PAGES) expect([path, (await get(path)).status]).toEqual([path, 200])
    for (const path of CALLS) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, 503])
      expect(answer.headers.get("content-type")).toBe("application/problem+json")
      expect(await answer.json()).toMatchObject({ status: 503, code: "database_unavailable" })
    }
    const signIn = await fetch(`${host.origin}/api/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "super@daina.test", password: "daina-demo" }),
    })
    expect(signIn.status).toBe(503)
    expect(host.process.exitCode).toBeNull()

    await control("start", "--log", place.log)
    await untilHealthy(host)
    for (const path of [...PAGES, "/api/news"]) expect((await get(path)).status).toBe(200)
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

  test("after a kill -9 the next start finds the orphaned database and all that was stored", async () => {
    const before = await slugs()
    host.process.kill("SIGKILL")
    await ended(host)
    expect(await runningPid(place)).not.toBeNull()
    host = start()
    await untilHealthy(host)
    expect(await slugs()).toEqual(before)
  })

  test("of two started at once on one folder, one serves", async () => {
    host.process.kill("SIGTERM")
    await ended(host)
    const both = [start(), start({ PORT: String(await freePort(0)) })]
    const loser = await Promise.race(both.map(async (one) => [one, await ended(one)] as const))
    expect(loser[1]).toBe(1)
    host = both.find((one) => one !== loser[0]) ?? host
    await untilHealthy(host)
  })
})
