import { expect, test, vi } from "vitest"
import { beginBuild, endBuild, getBuildState } from "../../../db/queries/builds.ts"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import publishPlanned from "../../../netlify/functions/publish-planned.ts"
import {
  requestBuild,
  requestBuildIfOutdated,
  requestMissedBuild,
} from "../../../netlify/lib/publishing/request-build.ts"
import { getStatusAndCode } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeUser } from "../../support/factories.ts"
import { makeMember } from "../../support/people/members.ts"
import { startNetlifyBuildHook } from "../../support/servers/build-hook.ts"

const database = await openTestDatabase()
const { db, app, auth } = database
const authDb = auth.as(null)
const { hook, storeBuild, ageBuilds } = startNetlifyBuildHook(database)

test("changes that are made before a build starts share one build request", async () => {
  for (let round = 0; round < 5; round += 1) {
    await repeatConcurrently(5, async () => {
      await makeArticle(db)
      expect(await requestBuild("article")).toBe(true)
    })
  }
  expect(hook.calls).toHaveLength(1)
  await storeBuild()
  await publishPlanned()
  expect(hook.calls, "the scheduled function requests no second build").toHaveLength(1)
})

test("a change during a build leads to one further build", async () => {
  const runningBuild = await beginBuild(authDb, await getContentVersion(authDb))
  for (let change = 0; change < 5; change += 1) {
    await makeArticle(db)
    await requestBuild("article")
  }
  await publishPlanned()
  expect(hook.calls, "no build is requested during a build").toHaveLength(0)
  const result = { status: "succeeded", pages: 1, error: null, retryMs: null } as const
  await endBuild(authDb, runningBuild, result)
  await ageBuilds("10 seconds")
  await publishPlanned()
  await publishPlanned()
  expect(hook.calls).toHaveLength(1)
  await storeBuild()
  await ageBuilds("1 hour")
  await publishPlanned()
  expect(hook.calls).toHaveLength(1)
})

test("a failed build is requested again after 5, 15, 45 and 135 minutes", async () => {
  for (const [index, minutes] of [5, 15, 45, 135].entries()) {
    await storeBuild("failed")
    await ageBuilds(`${minutes - 1} minutes`)
    await publishPlanned()
    expect(hook.calls, `before ${minutes} minutes`).toHaveLength(index)
    await ageBuilds("2 minutes")
    for (let minute = 0; minute < 3; minute += 1) await publishPlanned()
    expect(hook.calls, `after ${minutes} minutes`).toHaveLength(index + 1)
  }
  await storeBuild()
  await storeBuild("failed")
  await ageBuilds("6 minutes")
  await publishPlanned()
  expect(hook.calls, "after a success, the first pause is 5 minutes again").toHaveLength(5)
})

test("new content is built without waiting for the retry of a failed build", async () => {
  await storeBuild("failed")
  await ageBuilds("1 minute")
  await makeArticle(db)
  await requestBuild("article")
  expect(hook.calls).toHaveLength(1)
})

test("a super admin can request a build without a change, and gets 503 if the build hook fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  vi.stubEnv("SITE_ID", "")
  const { browser } = await makeMember(db, { role: "super_admin" })
  const request = async () => getStatusAndCode(await browser.send("POST", "/api/admin/build", {}))
  expect(await request()).toEqual([202, undefined])
  expect(hook.calls).toEqual(["POST"])
  hook.isFailing = true
  expect(await request()).toEqual([503, "build_unavailable"])
  vi.stubEnv("BUILD_HOOK_URL", "")
  expect(await request()).toEqual([503, "build_unavailable"])
})

test("a build that has not ended after half an hour counts as failed and is requested again", async () => {
  await beginBuild(authDb, await getContentVersion(authDb))
  await makeArticle(db)
  await ageBuilds("29 minutes")
  expect(await requestMissedBuild()).toBe(false)
  await ageBuilds("2 minutes")
  const { id: userId } = await makeUser(db, { role: "super_admin" })
  expect((await getBuildState(app.as({ userId }), 0)).build?.status).toBe("failed")
  expect(await requestMissedBuild()).toBe(true)
})

test("a build request is repeated if no build starts within half an hour", async () => {
  await makeArticle(db)
  await requestBuild("article")
  await ageBuilds("20 minutes")
  await publishPlanned()
  expect(hook.calls).toHaveLength(1)
  await ageBuilds("11 minutes")
  await publishPlanned()
  expect(hook.calls).toHaveLength(2)
})

test("after a failed call of the build hook, the next scheduled run calls the hook again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  await makeArticle(db)
  hook.isFailing = true
  expect(await requestBuild("article")).toBe(false)
  hook.isFailing = false
  await publishPlanned()
  expect(hook.calls).toHaveLength(2)
})

test("a build is repeated once if the site still serves older pages after the build", async () => {
  await storeBuild()
  const servedVersion = (await getContentVersion(db)) - 1
  expect(await requestMissedBuild(servedVersion), "the build may still be deploying").toBe(false)
  await ageBuilds("11 minutes")
  expect(await requestMissedBuild(servedVersion)).toBe(true)
  await storeBuild()
  await ageBuilds("1 hour")
  expect(await requestMissedBuild(servedVersion)).toBe(false)
})

test("under npm start, scheduled functions request no builds", async () => {
  vi.stubEnv("SITE_ID", "")
  vi.stubEnv("SITE_URL", "http://127.0.0.1:1")
  await makeArticle(db)
  expect(await requestBuildIfOutdated()).toBe(false)
  await housekeeping()
  await publishPlanned()
  expect(hook.calls).toEqual([])
})
