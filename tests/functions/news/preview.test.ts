/** A deploy preview has the site's settings but does not change the site. */
import type { Context } from "@netlify/functions"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { testDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"

const elsewhere = testDatabase()
const site = testDatabase()

const SETTINGS = {
  DATABASE_URL: site.appUrl,
  AUTH_DATABASE_URL: site.authUrl,
  SMTP_URL: "smtp://127.0.0.1:9",
  BUILD_HOOK_URL: "http://127.0.0.1:9/hook",
  TELEGRAM_BOT_TOKEN: "token",
  SITE_URL: "https://preview.example",
}

beforeEach(() => {
  // Simulates a new instance.
  vi.resetModules()
  for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value)
  vi.stubEnv("UPLOADS_STORE", undefined)
})
afterEach(() => void vi.unstubAllEnvs())

type Name = "auth" | "news" | "system"

async function call(name: Name, path: string, body?: object, context = "deploy-preview") {
  const { default: handler } = await import(`../../../netlify/functions/${name}.ts`)
  const request = new Request(`https://preview.example${path}`, {
    method: body ? "POST" : "GET",
    headers: { origin: "https://preview.example", "content-type": "application/json" },
    body: body ? JSON.stringify(body) : null,
  })
  const deploy = { context, id: "1", published: false }
  const answer: Response = await handler(request, {
    ip: "10.0.0.1",
    requestId: "1",
    deploy,
  } as Context)
  return { status: answer.status, text: await answer.text() }
}

const NEWCOMER = { email: "new@daina.test", password: "tere-mari-maasikas", terms: true }
const membersOf = ({ owner }: typeof site) => owner.as(null).value`select count(*) from users`

test("a preview without its own database reads as an anonymous visitor and writes nothing", async () => {
  vi.stubEnv("BUILD_DATABASE_URL", site.buildUrl)
  const { slug } = await makeArticle(site.owner.as(null))
  const before = await membersOf(site)
  expect(await call("auth", "/api/auth/sign-up", NEWCOMER)).toMatchObject({ status: 403 })
  expect(await membersOf(site)).toBe(before)
  expect((await call("news", "/api/news")).text).toContain(slug)
  // A GET request that would write has no right to.
  expect(process.env.DATABASE_URL).toBe(site.buildUrl)
  expect([
    process.env.SMTP_URL,
    process.env.BUILD_HOOK_URL,
    process.env.TELEGRAM_BOT_TOKEN,
  ]).toEqual([undefined, undefined, undefined])
})

test("a preview without any database answers database_unavailable", async () => {
  vi.stubEnv("BUILD_DATABASE_URL", undefined)
  expect(await call("system", "/api/health")).toMatchObject({ status: 503 })
})

test("a preview with its own database accepts writes", async () => {
  vi.stubEnv("PREVIEW_DATABASE_URL", elsewhere.appUrl)
  vi.stubEnv("PREVIEW_AUTH_DATABASE_URL", elsewhere.authUrl)
  const before = await membersOf(site)
  expect(await call("auth", "/api/auth/sign-up", NEWCOMER, "branch-deploy")).toMatchObject({
    status: 201,
  })
  expect([await membersOf(site), await membersOf(elsewhere)]).toEqual([before, 1])
  expect(process.env.UPLOADS_STORE).toBe("preview-uploads")
})

test("the site itself needs no preview settings", async () => {
  vi.stubEnv("PREVIEW_DATABASE_URL", elsewhere.appUrl)
  vi.stubEnv("PREVIEW_AUTH_DATABASE_URL", elsewhere.authUrl)
  const before = Number(await membersOf(site))
  expect(await call("auth", "/api/auth/sign-up", NEWCOMER, "production")).toMatchObject({
    status: 201,
  })
  expect(await membersOf(site)).toBe(before + 1)
})
