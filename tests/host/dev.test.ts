/** Tests of `npm run dev`, which starts Astro's dev server with the functions and the database. */
import { rm } from "node:fs/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { findFreePort } from "../../netlify/host/listening.ts"
import { makeDataFolder } from "../support/site-template.ts"
import {
  getCookies,
  type StartedHost,
  spawnHost,
  waitForExit,
  waitUntilHealthy,
} from "./support/started-host.ts"

let dataDir: string
let host: StartedHost

beforeAll(async () => {
  dataDir = await makeDataFolder()
  const settings = { DATA_DIR: dataDir, PORT: String(await findFreePort()) }
  host = spawnHost(settings, [], "netlify/host/dev.ts")
  await waitUntilHealthy(host)
}, 180_000)

afterAll(async () => {
  host.process.kill("SIGTERM")
  await waitForExit(host)
  await rm(dataDir, { recursive: true })
}, 60_000)

test("pages show the demo content", async () => {
  const page = await (await fetch(`${host.origin}/teams`)).text()
  expect(page).toContain("Põhjatäht")
}, 60_000)

test("TypeScript is served as JavaScript", async () => {
  const script = await fetch(`${host.origin}/src/layouts/page.ts`)
  expect(script.headers.get("content-type")).toMatch(/javascript/)
  expect(await script.text()).not.toContain("HTMLImageElement): void")
}, 60_000)

test.each([
  ["/package.json"],
  ["/package.json?raw"],
  [`/@fs${process.cwd()}/package.json`],
  ["/netlify.toml"],
  ["/netlify/host/dev.ts"],
  ["/db/migrations/01_base.sql"],
  ["/scripts/run.mjs"],
  ["/public/locales/en/teams.json"],
  ["/.gitignore"],
])("%s is not served, because it is outside src and node_modules", async (path) => {
  const response = await fetch(`${host.origin}${path}`)
  expect([403, 404]).toContain(response.status)
})

test("a member can log in, and the session works", async () => {
  const response = await fetch(`${host.origin}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "member@daina.test", password: "daina-demo" }),
  })
  expect(response.status).toBe(200)
  const headers = { cookie: getCookies(response) }
  const session = await fetch(`${host.origin}/api/auth/session`, { headers })
  expect(await session.json()).toMatchObject({ user: { email: "member@daina.test" } })
})

test("after the dev server has stopped, no process responds at its address", async () => {
  host.process.kill("SIGTERM")
  await waitForExit(host)
  await expect(fetch(`${host.origin}/api/health`)).rejects.toThrow()
})
