import { rm } from "node:fs/promises"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { connect } from "../../db/client.ts"
import { findFreePort } from "../../netlify/host/listening.ts"
import { getOutboxFolder, readMails } from "../../netlify/host/outbox/outbox.ts"
import { findRunningPid } from "../../netlify/host/postgres/cluster.ts"
import { chooseInstallation } from "../../netlify/host/postgres/installation.ts"
import { findRunningUrls } from "../../netlify/host/postgres/postgres.ts"
import { copyTemplate, HOST_SETTINGS } from "../support/site-template.ts"
import {
  getCookies,
  runProgram,
  type StartedHost,
  spawnHost,
  waitForExit,
  waitUntilHealthy,
} from "./support/started-host.ts"

let folder: string
let dataDir: string
let port: string
let host: StartedHost

const startHost = () =>
  spawnHost({ ...HOST_SETTINGS, DATA_DIR: dataDir, PORT: port }, [
    "--import",
    "./tests/host/support/crash-on-signal.ts",
  ])

const get = (path: string, headers = {}) =>
  fetch(`${host.origin}${path}`, { headers, redirect: "manual" })

async function post(path: string, body: object, headers = {}, method = "POST") {
  const response = await fetch(`${host.origin}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return response
}

async function signIn(): Promise<{ cookie: string }> {
  const body = { email: "member@daina.test", password: "daina-demo" }
  return { cookie: getCookies(await post("/api/auth/sign-in", body)) }
}

beforeAll(async () => {
  ;({ folder, dataDir } = await copyTemplate())
  port = String(await findFreePort())
  host = startHost()
  await waitUntilHealthy(host)
}, 600_000)

afterAll(async () => {
  host.process.kill("SIGTERM")
  await waitForExit(host)
  await rm(folder, { recursive: true })
})

test.each([
  ["/", 200, "text/html; charset=utf-8"],
  ["/api/news", 200, "application/json"],
  ["/members/00000000-0000-4000-8000-000000000000", 200, "text/html; charset=utf-8"],
  ["/nowhere", 404, "text/html; charset=utf-8"],
])("%s responds with %d, %s and a Content-Security-Policy", async (path, status, type) => {
  const { status: actualStatus, headers } = await get(path)
  expect([actualStatus, headers.get("content-type")]).toEqual([status, type])
  const policy = headers.get("content-security-policy")
  expect(policy).toMatch(path.startsWith("/api/") ? /^default-src 'none'/ : /^default-src 'self'/)
})

test("a write from another origin is refused", async () => {
  const headers = { origin: "https://elsewhere.example", "content-type": "application/json" }
  const init = { method: "POST", headers, body: "{}" }
  expect((await fetch(`${host.origin}/api/auth/sign-in`, init)).status).toBe(403)
})

test("db:migrate uses a running site's database, and requires DATABASE_OWNER_URL for an external one", async () => {
  const migrate = (env: Record<string, string>) =>
    runProgram(process.execPath, ["netlify/host/migrate.ts"], env)
  const success = { code: 0, output: "The database is up to date." }
  expect(await migrate({ DATA_DIR: dataDir })).toEqual(success)
  const DATABASE_URL = "postgres://daina_app:secret@127.0.0.1:1/daina"
  const refusal = { code: 1, output: expect.stringContaining("Set DATABASE_OWNER_URL") }
  expect(await migrate({ DATA_DIR: dataDir, DATABASE_URL })).toEqual(refusal)
})

test("the start after a kill -9 needs no build and has the saved profile", async () => {
  await post("/api/profile", { display_name: "Written before" }, await signIn(), "PATCH")
  host.process.kill("SIGKILL")
  await waitForExit(host)
  host = startHost()
  await waitUntilHealthy(host)
  expect(host.getOutput()).not.toContain("Building the site")
  const profile = await get("/api/profile", await signIn())
  expect(await profile.json()).toMatchObject({ display_name: "Written before" })
}, 60_000)

test("an email that was queued before a kill -9 is delivered once, also after a second kill -9", async () => {
  const listPasswordMails = async () =>
    (await readMails(getOutboxFolder(dataDir))).filter(({ subject }) => /password/i.test(subject))
  const databaseUrls = await findRunningUrls(dataDir)
  if (!databaseUrls) throw new Error("The database is not running")
  await connect(databaseUrls.ownerUrl).as(null).one`
    insert into mails (user_id, kind, language)
    select id, 'password_changed', 'en' from users where email = 'member@daina.test'`
  for (const _start of ["first", "second"]) {
    host.process.kill("SIGKILL")
    await waitForExit(host)
    host = startHost()
    await waitUntilHealthy(host)
    await vi.waitFor(async () => expect(await listPasswordMails()).toHaveLength(1), 10_000)
  }
}, 60_000)

test("an uncaught exception stops the host and its database with exit code 1", async () => {
  // The startup message, which is printed last, explains how to stop the host.
  await vi.waitUntil(() => host.getOutput().includes("Ctrl-C"), 10_000)
  host.process.kill("SIGUSR2")
  expect(await waitForExit(host)).toBe(1)
  expect(host.getOutput()).toContain("An exception made on purpose")
  expect(await findRunningPid(await chooseInstallation(dataDir))).toBeNull()
}, 60_000)
