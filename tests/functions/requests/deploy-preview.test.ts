/** Tests that deploy previews (deploys of other branches) neither write to the site's database nor send emails. */
import type { Context } from "@netlify/functions"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { testDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"

const previewDatabase = testDatabase()
const siteDatabase = testDatabase()

/** Settings of the site. Netlify sets the same environment variables for previews. */
const SITE_SETTINGS = {
  DATABASE_URL: siteDatabase.appUrl,
  AUTH_DATABASE_URL: siteDatabase.authUrl,
  SMTP_URL: "smtp://127.0.0.1:9",
  BUILD_HOOK_URL: "http://127.0.0.1:9/hook",
  TELEGRAM_BOT_TOKEN: "token",
  SITE_URL: "https://preview.example",
}

beforeEach(() => {
  // Loads the functions again, as a new instance does.
  vi.resetModules()
  for (const [name, value] of Object.entries(SITE_SETTINGS)) vi.stubEnv(name, value)
  vi.stubEnv("UPLOADS_STORE", undefined)
})
afterEach(() => void vi.unstubAllEnvs())

type FunctionName = "auth" | "news" | "system"

/** Calls a function in a deploy of this kind: `production`, `deploy-preview` or `branch-deploy`. */
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

const SIGN_UP_FIELDS = { email: "new@daina.test", password: "tere-mari-maasikas", terms: true }
const countMembers = ({ owner }: typeof siteDatabase) =>
  owner.as(null).value`select count(*) from users`

test("a preview without its own database reads public content of the site and cannot write", async () => {
  vi.stubEnv("BUILD_DATABASE_URL", siteDatabase.buildUrl)
  const { slug } = await makeArticle(siteDatabase.owner.as(null))
  const before = await countMembers(siteDatabase)
  expect(await call("auth", "/api/auth/sign-up", SIGN_UP_FIELDS)).toMatchObject({ status: 403 })
  expect(await countMembers(siteDatabase)).toBe(before)
  expect((await call("news", "/api/news")).text).toContain(slug)
  expect(process.env.DATABASE_URL).toBe(siteDatabase.buildUrl)
  expect([
    process.env.SMTP_URL,
    process.env.BUILD_HOOK_URL,
    process.env.TELEGRAM_BOT_TOKEN,
  ]).toEqual([undefined, undefined, undefined])
})

test("a preview without any database responds with 503", async () => {
  vi.stubEnv("BUILD_DATABASE_URL", undefined)
  expect(await call("system", "/api/health")).toMatchObject({ status: 503 })
})

test("a preview with its own database accepts writes", async () => {
  vi.stubEnv("PREVIEW_DATABASE_URL", previewDatabase.appUrl)
  vi.stubEnv("PREVIEW_AUTH_DATABASE_URL", previewDatabase.authUrl)
  const before = await countMembers(siteDatabase)
  expect(await call("auth", "/api/auth/sign-up", SIGN_UP_FIELDS, "branch-deploy")).toMatchObject({
    status: 201,
  })
  expect([await countMembers(siteDatabase), await countMembers(previewDatabase)]).toEqual([
    before,
    1,
  ])
  expect(process.env.UPLOADS_STORE).toBe("preview-uploads")
})

test("the published site uses its own database, even if the database of previews is set", async () => {
  vi.stubEnv("PREVIEW_DATABASE_URL", previewDatabase.appUrl)
  vi.stubEnv("PREVIEW_AUTH_DATABASE_URL", previewDatabase.authUrl)
  const before = Number(await countMembers(siteDatabase))
  expect(await call("auth", "/api/auth/sign-up", SIGN_UP_FIELDS, "production")).toMatchObject({
    status: 201,
  })
  expect(await countMembers(siteDatabase)).toBe(before + 1)
})
