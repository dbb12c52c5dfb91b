import { beforeEach, describe, expect, test } from "vitest"
import { getRows, getStatusAndCode } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { addMember, makeTeam, type TestTeam } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, app, clear } = await openTestDatabase()
const builds = startBuildHook()

let owner: Member
let fan: Member
let team: TestTeam
beforeEach(async () => {
  await clear("follows")
  owner = await makeMember(db)
  fan = await makeMember(db)
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Aurora", country: "ee" })
})

const send = (method: "PUT" | "DELETE", { browser }: Member, path: string) =>
  browser.send(method, `/api/${path}/follow`)
const follow = (member: Member, path = `teams/${team.slug}`) => send("PUT", member, path)
const unfollow = (member: Member, path = `teams/${team.slug}`) => send("DELETE", member, path)
const listFollows = async ({ browser }: Member) =>
  getRows(await browser.get("/api/follows"), "follows")
const readTeam = async ({ browser }: Member) => (await browser.get(`/api/teams/${team.slug}`)).json
/** Returns the expected response. The owner of a team counts as a follower of the team in `follower_count`. */
const makeFollowState = (is_following: boolean, follower_count: number) => ({
  is_following,
  follower_count,
})

describe("a member", () => {
  test("a member follows and unfollows a team, and repetitions change nothing", async () => {
    for (const _time of [1, 2]) expect((await follow(fan)).json).toEqual(makeFollowState(true, 2))
    expect(await readTeam(fan)).toMatchObject(makeFollowState(true, 2))
    for (const _time of [1, 2])
      expect((await unfollow(fan)).json).toEqual(makeFollowState(false, 1))
    expect(await readTeam(fan)).toMatchObject(makeFollowState(false, 1))
    expect(builds.calls).toEqual([])
  })

  test("a member can follow a team under its former slug", async () => {
    const { slug } = team
    await db.one`update teams set slug = ${`${slug}-new`} where id = ${team.id}`
    expect((await follow(fan, `teams/${slug}`)).json).toEqual(makeFollowState(true, 2))
  })

  test("a member follows and unfollows a country, and repetitions change nothing", async () => {
    const lv = "countries/lv"
    for (const _time of [1, 2])
      expect((await follow(fan, lv)).json).toEqual(makeFollowState(true, 1))
    expect((await follow(owner, lv)).json).toEqual(makeFollowState(true, 2))
    for (const _time of [1, 2])
      expect((await unfollow(fan, lv)).json).toEqual(makeFollowState(false, 1))
  })

  test("a member who sends three concurrent requests follows the team once", async () => {
    const responses = await Promise.all([follow(fan), follow(fan), follow(fan)])
    for (const { json } of responses) expect(json).toEqual(makeFollowState(true, 2))
    expect(await listFollows(fan)).toHaveLength(1)
  })

  test("a member sees only their own list, newest first", async () => {
    await follow(fan, "countries/lv")
    await db.one`update follows set created_at = now() - interval '1 day'`
    await follow(fan)
    await follow(owner, "countries/lt")
    expect(await listFollows(fan)).toMatchObject([
      { kind: "team", name: "Aurora", slug: team.slug, country: "ee", ...makeFollowState(true, 2) },
      { kind: "country", country: "lv", ...makeFollowState(true, 1) },
    ])
    expect(await listFollows(owner)).toMatchObject([{ kind: "country", country: "lt" }])
  })
})

describe("a team's member", () => {
  test("a team's member follows the team without a row in follows, is counted once, and cannot unfollow", async () => {
    expect(await readTeam(owner)).toMatchObject(makeFollowState(true, 1))
    expect((await follow(owner)).json).toEqual(makeFollowState(true, 1))
    expect((await unfollow(owner)).json).toEqual(makeFollowState(true, 1))
    expect(await listFollows(owner)).toEqual([])
    expect(await db.many`select from follows where user_id = ${owner.id}`).toEqual([])
  })

  test("a follower who joins the team is counted once, and stops following when leaving the team", async () => {
    await follow(fan)
    await addMember(db, team.id, fan.id, "member")
    expect(await readTeam(fan)).toMatchObject(makeFollowState(true, 2))
    expect(await listFollows(fan)).toEqual([])
    await fan.browser.send("DELETE", `/api/teams/${team.slug}/members/${fan.id}`)
    expect(await readTeam(fan)).toMatchObject(makeFollowState(false, 1))
    expect(await listFollows(fan)).toEqual([])
  })
})

test("blocked members and members whose account will be deleted are not counted as followers", async () => {
  const other = await makeMember(db)
  for (const member of [fan, other]) {
    await follow(member)
    await follow(member, "countries/lv")
  }
  await db.one`update users set blocked_at = now() where id = ${other.id}`
  expect(await readTeam(fan)).toMatchObject(makeFollowState(true, 2))
  expect((await follow(fan, "countries/lv")).json).toEqual(makeFollowState(true, 1))
  await db.one`update users set deletion_due_at = now() where id = ${fan.id}`
  expect(await readTeam(owner)).toMatchObject({ follower_count: 1 })
  await db.one`delete from users where id = ${fan.id}`
  expect(await db.many`select from follows where user_id = ${fan.id}`).toEqual([])
})

describe("refusals", () => {
  test("a hidden team cannot be followed, not even by its members", async () => {
    await follow(fan)
    await db.one`update teams set hidden_at = now() where id = ${team.id}`
    const superAdmin = await makeMember(db, { role: "super_admin" })
    for (const caller of [fan, owner, superAdmin]) {
      expect(getStatusAndCode(await follow(caller))).toEqual([404, "not_found"])
      expect(await listFollows(caller)).toEqual([])
    }
    const directInsert = app.as({ userId: superAdmin.id }).one`
      insert into follows (user_id, team_id) values (${superAdmin.id}, ${team.id})`
    await expect(directInsert).rejects.toThrow(/row-level security/)
  })

  test.each(["teams/no-team", "teams/Not_A_Slug", "countries/fi", "countries/latvia"])(
    "%s is not found",
    async (path) => {
      expect(getStatusAndCode(await follow(fan, path))).toEqual([404, "not_found"])
      expect(getStatusAndCode(await unfollow(fan, path))).toEqual([404, "not_found"])
    },
  )

  test("a member cannot read, write or end the follows of another member", async () => {
    await follow(owner, "countries/lv")
    const fanDb = app.as({ userId: fan.id })
    expect(await fanDb.many`select * from follows`).toEqual([])
    await fanDb.one`delete from follows`
    expect(await listFollows(owner)).toHaveLength(1)
    const insertForOwner = fanDb.one`
      insert into follows (user_id, country) values (${owner.id}, 'ee')`
    await expect(insertForOwner).rejects.toThrow(/row-level security/)
    await expect(fanDb.one`update follows set country = 'ee'`).rejects.toThrow(/permission denied/)
  })

  test("a row of follows has either a team or a country", async () => {
    const insertFollow = (id: string | null, country: string | null) => db.one`
      insert into follows (user_id, team_id, country) values (${fan.id}, ${id}, ${country})`
    await expect(insertFollow(team.id, "lv")).rejects.toThrow(/check/)
    await expect(insertFollow(null, null)).rejects.toThrow(/check/)
  })
})
