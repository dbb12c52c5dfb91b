/** What many do to teams at the same moment: one result, no failure, and always exactly one owner. */
import pg from "pg"
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import events from "../../netlify/functions/events.ts"
import joinRequests from "../../netlify/functions/join-requests.ts"
import teamPosts from "../../netlify/functions/team-posts.ts"
import teams from "../../netlify/functions/teams.ts"
import type { Answer } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { type Member, makeMember } from "../members.ts"
import {
  addMember,
  eventFields,
  forgetWrites,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  postFields,
  rolesIn,
  type TestTeam,
  teamChange,
  teamFields,
} from "../teams.ts"

const { owner: tables, appUrl, ownerUrl } = testDatabase()
const db = tables.as(null)
const MANY = 50

let owner: Member
let askers: Member[]
let team: TestTeam
beforeAll(async () => {
  owner = await makeMember(db, { displayName: "Owner", password: "tere-mari" })
  askers = []
  for (let index = 0; index < MANY; index++) {
    askers.push(await makeMember(db, { displayName: `Asker ${index}` }))
  }
})
beforeEach(async () => {
  await forgetWrites(db)
  team = await makeTeam(db, { [owner.id]: "owner" })
})
afterEach(async () => {
  const ownerless = await db.many`
    select slug from teams t
    where (select count(*) from team_members m where m.team_id = t.id and role = 'owner') <> 1`
  expect(ownerless).toEqual([])
})

const atOnce = <Result>(work: (index: number) => Promise<Result>, count = MANY) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** How often each status was answered. */
function statuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const ask = (who: Member) =>
  who.browser.call(teams, "POST", `/api/teams/${team.slug}/join-requests`, {})
const decide = (id: string, status: string) =>
  owner.browser.call(joinRequests, "PATCH", `/api/join-requests/${id}`, { status })
const memberPath = (id: string) => `/api/teams/${team.slug}/members/${id}`
const someone = (index: number): Member => {
  const asker = askers[index]
  if (!asker) throw new Error(`There is no asker ${index}`)
  return asker
}

describe("joining", () => {
  test("50 approvals of one request add one member, and one mail", async () => {
    const asker = someone(0)
    await db.one`update users set email_verified_at = now() where id = ${asker.id}`
    const id = await makeRequest(db, team.id, asker.id)
    const answers = await atOnce(() => decide(id, "approved"))
    expect(statuses(answers)).toEqual({ 200: 1, 409: MANY - 1 })
    expect(await rolesIn(db, team.id)).toHaveLength(2)
    const mails = await db.many`select id from mails where user_id = ${asker.id}`
    expect(mails).toHaveLength(1)
  })

  test("approving against declining has one outcome", async () => {
    const id = await makeRequest(db, team.id, someone(0).id)
    const answers = await atOnce((index) => decide(id, index % 2 ? "approved" : "rejected"))
    expect(statuses(answers)).toEqual({ 200: 1, 409: MANY - 1 })
    const won = answers.find(({ status }) => status === 200)?.json["status"]
    const row = await db.one`select status from team_join_requests where id = ${id}`
    expect(row).toEqual({ status: won })
    expect(await rolesIn(db, team.id)).toHaveLength(won === "approved" ? 2 : 1)
  })

  test("50 requests of one member are one", async () => {
    const answers = await atOnce(() => ask(someone(0)))
    expect(statuses(answers)).toEqual({ 201: 1, 409: MANY - 1 })
    const rows = await db.many`select id from team_join_requests where team_id = ${team.id}`
    expect(rows).toHaveLength(1)
  })

  test("50 members who ask, and are let in, at once are 50 members", async () => {
    expect(statuses(await atOnce((index) => ask(someone(index))))).toEqual({ 201: MANY })
    const rows = await db.many<{ id: string }>`
      select id from team_join_requests where team_id = ${team.id}`
    expect(rows).toHaveLength(MANY)
    const answers = await Promise.all(rows.map(({ id }) => decide(id, "approved")))
    expect(statuses(answers)).toEqual({ 200: MANY })
    expect(await rolesIn(db, team.id)).toHaveLength(MANY + 1)
  })

  test("approving against taking back has one outcome", async () => {
    const outcomes = await atOnce(async (index) => {
      const asker = someone(index)
      const id = await makeRequest(db, team.id, asker.id)
      const [approved, withdrawn] = await Promise.all([
        decide(id, "approved"),
        asker.browser.call(joinRequests, "DELETE", `/api/join-requests/${id}`),
      ])
      expect([approved.status === 200, withdrawn.status === 204].filter(Boolean)).toHaveLength(1)
      expect([200, 404, 409]).toContain(approved.status)
      expect([204, 404]).toContain(withdrawn.status)
      return approved.status === 200
    })
    expect(await rolesIn(db, team.id)).toHaveLength(1 + outcomes.filter(Boolean).length)
  })

  test("approving somebody who deletes the account has one outcome", async () => {
    const leavers = await atOnce(() => makeMember(db, { displayName: "Leaver" }), 20)
    await db.one`update users set google_subject = id::text where password_hash is null`
    await db.one`update sessions set method = 'google'`
    const answers = await Promise.all(
      leavers.flatMap(async ({ id, browser }) => {
        const request = await makeRequest(db, team.id, id)
        return Promise.all([
          decide(request, "approved"),
          browser.call(account, "DELETE", "/api/account", {}),
        ])
      }),
    )
    for (const [approved, deleted] of answers) {
      expect([200, 404, 409]).toContain(approved.status)
      expect(deleted.status).toBe(204)
    }
    expect(await rolesIn(db, team.id)).toHaveLength(1)
  })
})

describe("the owner", () => {
  const handOver = (to: Member, from = owner) =>
    from.browser.call(teams, "PATCH", memberPath(to.id), { role: "owner" })

  test("hands over to 50 members at once, and one of them gets it", async () => {
    for (const { id } of askers) await addMember(db, team.id, id, "member")
    const answers = await atOnce((index) => handOver(someone(index)))
    expect(statuses(answers)).toEqual({ 204: 1, 403: MANY - 1 })
    const winner = someone(answers.findIndex(({ status }) => status === 204))
    const [first, second, third] = await rolesIn(db, team.id)
    expect([first, second]).toEqual([
      { user_id: winner.id, role: "owner" },
      { user_id: owner.id, role: "admin" },
    ])
    expect(third?.role).toBe("member")
  })

  test("leaves while handing over", async () => {
    await atOnce(async () => {
      const { id, slug } = await makeTeam(db, {
        [owner.id]: "owner",
        [someone(0).id]: "admin",
        [someone(1).id]: "member",
      })
      const path = (member: string) => `/api/teams/${slug}/members/${member}`
      const [handed, left] = await Promise.all([
        owner.browser.call(teams, "PATCH", path(someone(1).id), { role: "owner" }),
        owner.browser.call(teams, "DELETE", path(owner.id)),
      ])
      expect([204, 403]).toContain(handed.status)
      expect(left.status).toBe(204)
      const roles = await rolesIn(db, id)
      expect(roles).toHaveLength(2)
      expect(roles[0]?.user_id).toBe(someone(handed.status === 204 ? 1 : 0).id)
    }, 20)
  })

  test("hands over to somebody who leaves at that moment", async () => {
    await atOnce(async (index) => {
      const heir = someone(index)
      const { id, slug } = await makeTeam(db, { [owner.id]: "owner", [heir.id]: "member" })
      const path = `/api/teams/${slug}/members/${heir.id}`
      const [handed, left] = await Promise.all([
        owner.browser.call(teams, "PATCH", path, { role: "owner" }),
        heir.browser.call(teams, "DELETE", path),
      ])
      expect([204, 404]).toContain(handed.status)
      expect(left.status).toBe(204)
      expect(await rolesIn(db, id)).toEqual([{ user_id: owner.id, role: "owner" }])
    }, 20)
  })

  test("is removed by nobody: removing oneself 50 times passes the team on once", async () => {
    await addMember(db, team.id, someone(0).id, "admin")
    await addMember(db, team.id, someone(1).id, "member")
    const answers = await atOnce(() => owner.browser.call(teams, "DELETE", memberPath(owner.id)))
    expect(statuses(answers)).toEqual({ 204: 1, 404: MANY - 1 })
    expect(await rolesIn(db, team.id)).toEqual([
      { user_id: someone(0).id, role: "owner" },
      { user_id: someone(1).id, role: "member" },
    ])
  })

  test("and all members leave at once: the team ends", async () => {
    for (const { id } of askers) await addMember(db, team.id, id, "admin")
    const answers = await Promise.all(
      [owner, ...askers].map(({ id, browser }) => browser.call(teams, "DELETE", memberPath(id))),
    )
    expect(statuses(answers)).toEqual({ 204: MANY + 1 })
    expect(await db.many`select id from teams where id = ${team.id}`).toEqual([])
  })
})

describe("an heir whose account is being deleted", () => {
  // Two connections of our own, so that each step is where it should be.
  async function between<Result>(
    work: (deleting: pg.Client, acting: pg.Client) => Promise<Result>,
  ): Promise<Result> {
    const deleting = new pg.Client(ownerUrl)
    const acting = new pg.Client(appUrl)
    await Promise.all([deleting.connect(), acting.connect()])
    try {
      return await work(deleting, acting)
    } finally {
      await Promise.all([deleting.end(), acting.end()])
    }
  }
  const actAs = async (client: pg.Client, id: string) => {
    await client.query("begin")
    await client.query("select set_config('app.user_id', $1, true)", [id])
  }

  test.each([
    ["hands over to them", "select hand_over_team($1, $2) as outcome", "not_found"],
    ["leaves", "select remove_team_member($1, $3) as outcome, $2::text", "done"],
  ])("is not made the owner when the owner %s", async (_what, statement, outcome) => {
    const heir = await makeUser(db)
    const next = await makeUser(db)
    await addMember(db, team.id, heir.id, "admin", 5)
    await addMember(db, team.id, next.id, "member")
    await between(async (deleting, acting) => {
      await deleting.query("begin")
      await deleting.query("delete from users where id = $1", [heir.id])
      await actAs(acting, owner.id)
      const values = [team.id, heir.id, owner.id].slice(0, statement.includes("$3") ? 3 : 2)
      const acted = acting.query(statement, values)
      await new Promise((done) => setTimeout(done, 200))
      await deleting.query("commit")
      expect((await acted).rows[0]?.outcome).toBe(outcome)
      await acting.query("commit")
    })
    const roles = await rolesIn(db, team.id)
    expect(roles[0]).toEqual({
      user_id: outcome === "done" ? next.id : owner.id,
      role: "owner",
    })
  })

  test("passes on what they were handed a moment before", async () => {
    const heir = await makeUser(db)
    await addMember(db, team.id, heir.id, "member")
    await between(async (deleting, acting) => {
      await actAs(acting, owner.id)
      await acting.query("select hand_over_team($1, $2)", [team.id, heir.id])
      const deleted = deleting.query("delete from users where id = $1", [heir.id])
      await new Promise((done) => setTimeout(done, 200))
      await acting.query("commit")
      await deleted
    })
    expect(await rolesIn(db, team.id)).toEqual([{ user_id: owner.id, role: "owner" }])
  })
})

describe("addresses", () => {
  test("50 teams of one slug are one", async () => {
    const body = { ...teamFields, slug: "wanted" }
    const answers = await atOnce((index) =>
      someone(index).browser.call(teams, "POST", "/api/teams", body),
    )
    expect(statuses(answers)).toEqual({ 201: 1, 409: MANY - 1 })
    for (const { status, json } of answers) {
      if (status === 409) {
        expect(json).toMatchObject({ code: "slug_taken", errors: { slug: "slug_taken" } })
      }
    }
    expect(await db.many`select id from teams where slug = 'wanted'`).toHaveLength(1)
  })

  test("50 teams renamed to one slug at once: one is", async () => {
    const own = await Promise.all(askers.map(({ id }) => makeTeam(db, { [id]: "owner" })))
    const answers = await Promise.all(
      own.map(({ slug, updated_at }, index) =>
        someone(index).browser.call(teams, "PATCH", `/api/teams/${slug}`, {
          ...teamChange,
          slug: "renamed",
          updated_at,
        }),
      ),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 409: MANY - 1 })
  })

  test("50 events of one title and day have an address each", async () => {
    const body = { ...eventFields, title: "Diena", team_id: team.id }
    const answers = await atOnce(() => owner.browser.call(events, "POST", "/api/events", body))
    expect(statuses(answers)).toEqual({ 201: MANY })
    expect(new Set(answers.map(({ json }) => json["slug"])).size).toBe(MANY)
  })
})

describe("50 who save what they all read", () => {
  test("a team: one is saved, the others are told", async () => {
    const answers = await atOnce((index) =>
      owner.browser.call(teams, "PATCH", `/api/teams/${team.slug}`, {
        ...teamChange,
        name: `Name ${index}`,
        slug: team.slug,
        updated_at: team.updated_at,
      }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 409: MANY - 1 })
    const saved = answers.find(({ status }) => status === 200)?.json["name"]
    for (const { status, json } of answers) {
      if (status === 409) expect(json).toMatchObject({ code: "stale", current: { name: saved } })
    }
  })

  test("a post, and an event", async () => {
    const post = await makePost(db, team.id, owner.id)
    const event = await makeEvent(db, team.id)
    const posts = await atOnce((index) =>
      owner.browser.call(teamPosts, "PATCH", `/api/posts/${post.id}`, {
        ...postFields,
        title: `Title ${index}`,
        updated_at: post.updated_at,
      }),
    )
    expect(statuses(posts)).toEqual({ 200: 1, 409: MANY - 1 })
    await forgetWrites(db)
    const changes = await atOnce((index) =>
      owner.browser.call(events, "PATCH", `/api/events/${event.id}`, {
        ...eventFields,
        title: `Title ${index}`,
        team_id: team.id,
        updated_at: event.updated_at,
      }),
    )
    expect(statuses(changes)).toEqual({ 200: 1, 409: MANY - 1 })
    expect(await db.one`select revision from events where id = ${event.id}`).toEqual({
      revision: 1,
    })
  })
})
