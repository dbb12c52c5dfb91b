import { beforeAll, beforeEach, expect, test } from "vitest"
import adminBuild from "../../netlify/functions/admin-build.ts"
import auth from "../../netlify/functions/auth.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"

const { owner } = testDatabase()
const builds = listenForBuilds()
const password = "daina-test"

async function signedIn(role?: "admin" | "super_admin"): Promise<TestBrowser> {
  const { email } = await makeUser(owner.as(null), { password, role })
  const browser = openBrowser()
  await browser.call(auth, "POST", "/api/auth/sign-in", { email, password })
  return browser
}

const ask = (browser: TestBrowser) => browser.call(adminBuild, "POST", "/api/admin/build", {})

let admin: TestBrowser
beforeAll(async () => {
  admin = await signedIn("super_admin")
})
beforeEach(() => {
  builds.calls.length = 0
  builds.fail = false
})

test("a super admin asks for a build though nothing has changed; nobody else does", async () => {
  expect((await ask(admin)).status).toBe(202)
  expect(builds.calls).toEqual(["POST"])
  expect((await ask(openBrowser())).status).toBe(401)
  for (const role of [undefined, "admin"] as const) {
    expect((await ask(await signedIn(role))).status).toBe(403)
  }
  expect(builds.calls).toHaveLength(1)
})

test("a builder that does not take it is told of", async () => {
  builds.fail = true
  const refused = await ask(admin)
  expect([refused.status, refused.json["code"]]).toEqual([503, "build_unavailable"])
  const hook = process.env.BUILD_HOOK_URL
  delete process.env.BUILD_HOOK_URL
  const nowhere = await ask(admin)
  expect([nowhere.status, nowhere.json["code"]]).toEqual([503, "build_unavailable"])
  process.env.BUILD_HOOK_URL = hook
})
