/**
 * Tests when changes are built on Netlify. The build of an urgent change, such as a deleted post, starts at once. Changes
 * that are not urgent are built at the end of BUILD_INTERVAL.
 */
import { spawnSync } from "node:child_process"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import publishPlanned from "../../../netlify/functions/publish-planned.ts"
import { requestMissedBuild } from "../../../netlify/lib/publishing/request-build.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { password } from "../../support/people/sign-in.ts"
import {
  eventFields,
  makePost,
  makeTeam,
  type TestRow,
  type TestTeam,
  teamChange,
} from "../../support/people/teams.ts"
import { startNetlifyBuildHook } from "../../support/servers/build-hook.ts"

const database = await openTestDatabase()
const { db, clear } = database
const { hook, storeBuild, ageBuilds, recordBuild } = startNetlifyBuildHook(database)

let superAdmin: Member
let teamOwner: Member
let team: TestTeam
let post: TestRow

beforeEach(async () => {
  await clear("users", "teams")
  superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  teamOwner = await makeMember(db, { displayName: "Mari", password })
  team = await makeTeam(db, { [teamOwner.id]: "owner" })
  post = await makePost(db, team.id, teamOwner.id)
})

const deletePost = () => teamOwner.browser.send("DELETE", `/api/posts/${post.id}`)
const addEvent = () =>
  teamOwner.browser.send("POST", "/api/events", { ...eventFields, team_id: team.id })
const editTeam = () => {
  const body = { ...teamChange, slug: team.slug, updated_at: team.updated_at }
  return teamOwner.browser.send("PATCH", `/api/teams/${team.slug}`, body)
}

const sendChange = async (send: () => Promise<{ status: number }>) =>
  expect((await send()).status).toBeLessThan(300)

describe("changes that are not urgent", () => {
  beforeEach(() => recordBuild("1 hour"))

  test("changes that are not urgent are built together with an urgent change", async () => {
    await sendChange(editTeam)
    await sendChange(addEvent)
    expect(hook.calls).toHaveLength(0)
    await sendChange(deletePost)
    expect(hook.calls).toHaveLength(1)
    await storeBuild()
    await ageBuilds("7 hours")
    await publishPlanned()
    expect(hook.calls, "the build of the urgent change contains all changes").toHaveLength(1)
  })

  test("changes that are not urgent are built at once if the last build is older than the interval", async () => {
    await ageBuilds("5 hours")
    await sendChange(editTeam)
    await sendChange(addEvent)
    expect(hook.calls, "two changes request one build").toHaveLength(1)
  })

  test("several changes that are not urgent lead to one build at the end of the interval", async () => {
    await sendChange(editTeam)
    await sendChange(addEvent)
    await ageBuilds("5 hours")
    const claims = await repeatConcurrently(12, () => requestMissedBuild())
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(hook.calls).toHaveLength(1)
  })

  test("a super admin sees when the next build is due, and can request the build at once", async () => {
    await sendChange(editTeam)
    const getDueTime = async () => (await superAdmin.browser.get("/api/admin/build")).json["due_at"]
    const msUntilBuild = Date.parse(String(await getDueTime())) - Date.now()
    expect(msUntilBuild / 3_600_000).toBeCloseTo(5, 1)
    expect((await superAdmin.browser.send("POST", "/api/admin/build", {})).status).toBe(202)
    expect(hook.calls).toHaveLength(1)
    await storeBuild()
    expect(await getDueTime()).toBeNull()
  })

  test("BUILD_INTERVAL sets the interval, and with 0 all changes are built at once", async () => {
    vi.stubEnv("BUILD_INTERVAL", "90m")
    await sendChange(editTeam)
    // The last build is an hour old, so an interval of 90 minutes ends in half an hour.
    await ageBuilds("29 minutes")
    await publishPlanned()
    expect(hook.calls).toHaveLength(0)
    await ageBuilds("2 minutes")
    await publishPlanned()
    expect(hook.calls).toHaveLength(1)
    await storeBuild()
    await ageBuilds("1 minute")
    vi.stubEnv("BUILD_INTERVAL", "0")
    await sendChange(addEvent)
    expect(hook.calls).toHaveLength(2)
  })

  test("with an invalid BUILD_INTERVAL, an error is logged and only urgent changes are built at once", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    vi.stubEnv("BUILD_INTERVAL", "soon")
    await sendChange(editTeam)
    expect(hook.calls).toHaveLength(0)
    expect(String(log.mock.calls)).toContain('BUILD_INTERVAL is "soon"')
    await sendChange(deletePost)
    expect(hook.calls).toHaveLength(1)
  })
})

test("a deploy with an invalid BUILD_INTERVAL fails, and the error shows valid values", () => {
  const env = { ...process.env, BUILD_INTERVAL: "soon" }
  const { status, stderr } = spawnSync("node", ["scripts/build.ts"], { env, encoding: "utf8" })
  expect([status, stderr]).toEqual([1, expect.stringContaining('BUILD_INTERVAL is "soon"')])
  expect(stderr).toContain("such as BUILD_INTERVAL=6h")
})

describe("an urgent change", () => {
  beforeEach(() => recordBuild("1 hour"))

  test("an urgent change is built by the next scheduled run if no build was requested", async () => {
    await db.one`delete from team_posts where id = ${post.id}`
    await publishPlanned()
    expect(hook.calls).toHaveLength(1)
  })

  test("an urgent change is built again within minutes after a failed build", async () => {
    await sendChange(deletePost)
    await storeBuild("failed")
    await sendChange(editTeam)
    await ageBuilds("6 minutes")
    await publishPlanned()
    expect(hook.calls).toHaveLength(2)
  })

  test("an urgent change is built once more if the site does not serve it after the first build", async () => {
    await sendChange(deletePost)
    await storeBuild()
    const servedVersion = (await getContentVersion(db)) - 1
    await sendChange(editTeam)
    await ageBuilds("11 minutes")
    hook.calls.length = 0
    expect(await requestMissedBuild(servedVersion)).toBe(true)
    await storeBuild()
    await ageBuilds("11 minutes")
    expect(await requestMissedBuild(servedVersion)).toBe(false)
  })
})
