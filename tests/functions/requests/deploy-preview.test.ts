import type { Context } from "@netlify/functions"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { testDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"

const previewDatabase = testDatabase()
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
  // Loads the functions again, as a new instance does.
  vi.resetModules()
  for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value)
  vi.stubEnv("UPLOADS_STORE", undefined)
})
afterEach(() => void vi.unstubAllEnvs())

type FunctionName = "auth" | "news" | "system"

async function call(name: FunctionName, path: string, body?: object, context = "deploy-preview") {
  const { default: handler } = await import(`../../../netlify/functions/${name}.ts`)
  const request = new Request(`https://preview.example${path}`, {
    method: body ? "POST" : "GET",
    headers: { origin: "https://preview.example", "content-type": "application/json" },
    body: body ? JSON.stringify(body) : null,
  })
  const deploy = { context, id: "1", published: false }
  const response: Response = await handler(request, {
    ip: "10.0.0.1",
    requestId: "1",
    deploy,
  } as Context)
  return { status: response.status, text: await response.text() }
}

const NEWCOMER = { email: "new@daina.test", password: "tere-mari-maasikas", terms: true }
const countMembers = ({ owner }: typeof site) => owner.as(null).value`select count(*) from users`

test("a preview without its own database reads as an anonymous visitor and writes nothing", async () => {
  vi.stubEnv("BUILD_DATABASE_URL", site.buildUrl)
  const { slug } = await makeArticle(site.owner.as(null))
  const before = await countMembers(site)
  expect(await call("auth", "/api/auth/sign-up", NEWCOMER)).toMatchObject({ status: 403 })
  expect(await countMembers(site)).toBe(before)
  expect((await call("news", "/api/news")).text).toContain(slug)
  expect(process.env.DATABASE_URL).toBe(site.buildUrl)
  expect([
    process.env.SMTP_URL,
    process.env.BUILD_HOOK_URL,
    process.env.TELEGRAM_BOT_TOKEN,
  ]).toEqual([undefined, undefined, undefined])
})

test("a preview without any database responds with database_unavailable", async () => {
  vi.stubEnv("BUILD_DATABASE_URL", undefined)
  expect(await call("system", "/api/health")).toMatchObject({ status: 503 })
})

test("a preview with its own database accepts writes", async () => {
  vi.stubEnv("PREVIEW_DATABASE_URL", previewDatabase.appUrl)
  vi.stubEnv("PREVIEW_AUTH_DATABASE_URL", previewDatabase.authUrl)
  const before = await countMembers(site)
  expect(await call("auth", "/api/auth/sign-up", NEWCOMER, "branch-deploy")).toMatchObject({
    status: 201,
  })
  expect([await countMembers(site), await countMembers(previewDatabase)]).toEqual([before, 1])
  expect(process.env.UPLOADS_STORE).toBe("preview-uploads")
})

test("the site itself needs no preview settings", async () => {
  vi.stubEnv("PREVIEW_DATABASE_URL", previewDatabase.appUrl)
  vi.stubEnv("PREVIEW_AUTH_DATABASE_URL", previewDatabase.authUrl)
  const before = Number(await countMembers(site))
  expect(await call("auth", "/api/auth/sign-up", NEWCOMER, "production")).toMatchObject({
    status: 201,
  })
  expect(await countMembers(site)).toBe(before + 1)
})
