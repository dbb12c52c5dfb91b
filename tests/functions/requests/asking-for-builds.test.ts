/** On Netlify, whose hook builds whenever it is called: the database joins requests, and schedules catch up. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { beginBuild, buildState, endBuild } from "../../../db/queries/builds.ts"
import { contentVersion } from "../../../db/queries/content-version.ts"
import adminSystem from "../../../netlify/functions/admin-system.ts"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import publishPlanned from "../../../netlify/functions/publish-planned.ts"
import {
  requestBuild,
  requestBuildIfOutdated,
  requestMissedBuild,
} from "../../../netlify/lib/publishing/request-build.ts"
import { result } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeArticle, makeUser } from "../../support/factories.ts"
import { times } from "../../support/meanwhile.ts"
import { makeMember } from "../../support/people/members.ts"
import { listenForBuilds, recordBuilds } from "../../support/servers/build-hook.ts"

const { app, auth, owner } = testDatabase()
const db = owner.as(null)
const builder = auth.as(null)
const hook = listenForBuilds()
const { build, age, forgetBuilds } = recordBuilds({ auth, owner })

beforeEach(async () => {
  vi.stubEnv("SITE_ID", "a-site")
  // Its CDN is not asked to forget anything.
  vi.stubEnv("NETLIFY_LOCAL", "true")
  hook.calls.length = 0
  hook.fail = false
  await forgetBuilds()
})
afterEach(() => {
  vi.unstubAllEnvs()
})

test("of many changes in a row one asks; the build that follows holds them all", async () => {
  for (let round = 0; round < 5; round += 1) {
    await times(5, async () => {
      await makeArticle(db)
      expect(await requestBuild("article")).toBe(true)
    })
  }
  expect(hook.calls).toHaveLength(1)
  await build()
  await publishPlanned()
  expect(hook.calls, "nothing is left to build").toHaveLength(1)
})

test("a change during a build, or right after it began, gets one more", async () => {
  const id = await beginBuild(builder, await contentVersion(builder))
  for (let change = 0; change < 5; change += 1) {
    await makeArticle(db)
    await requestBuild("article")
  }
  await publishPlanned()
  expect(hook.calls, "never two at once").toHaveLength(0)
  await endBuild(builder, id, { status: "succeeded", pages: 1, error: null, retryMs: null })
  await age("10 seconds")
  await publishPlanned()
  await publishPlanned()
  expect(hook.calls).toHaveLength(1)
  await build()
  await age("1 hour")
  await publishPlanned()
  expect(hook.calls).toHaveLength(1)
})

test("a failed build is asked for once per failure, later and later", async () => {
  for (const [index, minutes] of [5, 15, 45, 135].entries()) {
    await build("failed")
    await age(`${minutes - 1} minutes`)
    await publishPlanned()
    expect(hook.calls, `before ${minutes} minutes`).toHaveLength(index)
    await age("2 minutes")
    for (let minute = 0; minute < 3; minute += 1) await publishPlanned()
    expect(hook.calls, `after ${minutes} minutes`).toHaveLength(index + 1)
  }
  await build()
  await build("failed")
  await age("6 minutes")
  await publishPlanned()
  expect(hook.calls, "the count begins anew").toHaveLength(5)
})

test("new content does not wait for a failed build's time", async () => {
  await build("failed")
  await age("1 minute")
  await makeArticle(db)
  await requestBuild("article")
  expect(hook.calls).toHaveLength(1)
})

test("a super admin asks though nothing has changed, and is told when nobody takes it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  vi.stubEnv("SITE_ID", "")
  const { browser } = await makeMember(db, { role: "super_admin" })
  const ask = async () => result(await browser.call(adminSystem, "POST", "/api/admin/build", {}))
  expect(await ask()).toEqual([202, undefined])
  expect(hook.calls).toEqual(["POST"])
  hook.fail = true
  expect(await ask()).toEqual([503, "build_unavailable"])
  vi.stubEnv("BUILD_HOOK_URL", "")
  expect(await ask()).toEqual([503, "build_unavailable"])
})

test("a build that runs is not doubled; one of which half an hour nothing was heard is lost", async () => {
  await beginBuild(builder, await contentVersion(builder))
  await makeArticle(db)
  await age("29 minutes")
  expect(await requestMissedBuild()).toBe(false)
  await age("2 minutes")
  const { id: userId } = await makeUser(db, { role: "super_admin" })
  expect((await buildState(app.as({ userId }), 0)).build?.status).toBe("failed")
  expect(await requestMissedBuild()).toBe(true)
})

test("a request that no build follows is made again", async () => {
  await makeArticle(db)
  await requestBuild("article")
  await age("20 minutes")
  await publishPlanned()
  expect(hook.calls).toHaveLength(1)
  await age("11 minutes")
  await publishPlanned()
  expect(hook.calls).toHaveLength(2)
})

test("a hook that cannot be reached is called again by the next look", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  await makeArticle(db)
  hook.fail = true
  expect(await requestBuild("article")).toBe(false)
  hook.fail = false
  await publishPlanned()
  expect(hook.calls).toHaveLength(2)
})

test("what was built and is not served is built once more, and then left to people", async () => {
  await build()
  const served = (await contentVersion(db)) - 1
  expect(await requestMissedBuild(served), "it may be on its way").toBe(false)
  await age("11 minutes")
  expect(await requestMissedBuild(served)).toBe(true)
  await build()
  await age("1 hour")
  expect(await requestMissedBuild(served)).toBe(false)
})

test("on a host of our own the schedules leave it to the rebuilder", async () => {
  vi.stubEnv("SITE_ID", "")
  vi.stubEnv("SITE_URL", "http://127.0.0.1:1")
  await makeArticle(db)
  expect(await requestBuildIfOutdated()).toBe(false)
  await housekeeping()
  await publishPlanned()
  expect(hook.calls).toEqual([])
})
