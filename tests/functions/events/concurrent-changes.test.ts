import { afterEach, beforeEach, describe, expect, test } from "vitest"
import {
  countByStatus,
  repeatConcurrently,
  runDuringTransaction,
} from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  addMember,
  eventFields,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  postFields,
  readRoles,
  type TestTeam,
  teamChange,
  teamFields,
} from "../../support/people/teams.ts"

const { db, app, ownerUrl } = await openTestDatabase()
const CONCURRENT_CALLS = 12

let team: TestTeam
const owner = await makeMember(db, { displayName: "Owner" })
const requesters: Member[] = await repeatConcurrently(CONCURRENT_CALLS, (index) =>
  makeMember(db, { displayName: `Requester ${index}` }),
)
beforeEach(async () => {
  team = await makeTeam(db, { [owner.id]: "owner" })
})
afterEach(async () => {
  const teamsWithoutOneOwner = await db.many`
    select slug from teams t
    where (select count(*) from team_members m where m.team_id = t.id and role = 'owner') <> 1`
  expect(teamsWithoutOneOwner).toEqual([])
})

const decide = (id: string, status: string) =>
  owner.browser.send("PATCH", `/api/join-requests/${id}`, { status })
const getMemberPath = (id: string) => `/api/teams/${team.slug}/members/${id}`
const leave = ({ id, browser }: Member) => browser.send("DELETE", getMemberPath(id))
const getRequester = (index: number): Member => {
  const requester = requesters[index]
  if (!requester) throw new Error(`There is no requester ${index}`)
  return requester
}

describe("joining", () => {
  test("only one of several concurrent decisions on a join request takes effect and sends an email", async () => {
    const { id: requesterId } = getRequester(0)
    const id = await makeRequest(db, team.id, requesterId)
    const responses = await repeatConcurrently(CONCURRENT_CALLS, (n) =>
      decide(id, n % 2 ? "approved" : "rejected"),
    )
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: CONCURRENT_CALLS - 1 })
    const status = responses.find((response) => response.status === 200)?.json["status"]
    const row = await db.one`select status from team_join_requests where id = ${id}`
    expect(row).toEqual({ status })
    expect(await readRoles(db, team.id)).toHaveLength(status === "approved" ? 2 : 1)
    expect(await db.many`select id from mails where user_id = ${requesterId}`).toHaveLength(1)
  })

  test("concurrent join requests of a member are stored once", async () => {
    const path = `/api/teams/${team.slug}/join-requests`
    const responses = await repeatConcurrently(CONCURRENT_CALLS, () =>
      getRequester(0).browser.send("POST", path, {}),
    )
    expect(countByStatus(responses)).toEqual({ 201: 1, 409: CONCURRENT_CALLS - 1 })
    const rows = await db.many`select id from team_join_requests where team_id = ${team.id}`
    expect(rows).toHaveLength(1)
  })

  test("of a concurrent approval and withdrawal of a join request, only one takes effect", async () => {
    const approvals = await repeatConcurrently(CONCURRENT_CALLS, async (index) => {
      const requester = getRequester(index)
      const id = await makeRequest(db, team.id, requester.id)
      const [approved, withdrawn] = await Promise.all([
        decide(id, "approved"),
        requester.browser.send("DELETE", `/api/join-requests/${id}`),
      ])
      expect(["200 404", "404 204", "409 204"]).toContain(`${approved.status} ${withdrawn.status}`)
      return approved.status === 200
    })
    expect(await readRoles(db, team.id)).toHaveLength(1 + approvals.filter(Boolean).length)
  })
})

describe("the owner", () => {
  test("an owner who hands the team over to several members concurrently gets one successor", async () => {
    for (const { id } of requesters) await addMember(db, team.id, id, "member")
    const responses = await repeatConcurrently(CONCURRENT_CALLS, (n) =>
      owner.browser.send("PATCH", getMemberPath(getRequester(n).id), { role: "owner" }),
    )
    expect(countByStatus(responses)).toEqual({ 204: 1, 403: CONCURRENT_CALLS - 1 })
    const newOwner = getRequester(responses.findIndex(({ status }) => status === 204))
    const [first, second, third] = await readRoles(db, team.id)
    expect([first, second]).toEqual([
      { user_id: newOwner.id, role: "owner" },
      { user_id: owner.id, role: "admin" },
    ])
    expect(third?.role).toBe("member")
  })

  test("an owner who leaves several times concurrently passes the team on once", async () => {
    const [adminId, memberId] = [getRequester(0).id, getRequester(1).id]
    await addMember(db, team.id, adminId, "admin")
    await addMember(db, team.id, memberId, "member")
    expect(countByStatus(await repeatConcurrently(CONCURRENT_CALLS, () => leave(owner)))).toEqual({
      204: 1,
      404: CONCURRENT_CALLS - 1,
    })
    expect(await readRoles(db, team.id)).toEqual([
      { user_id: adminId, role: "owner" },
      { user_id: memberId, role: "member" },
    ])
  })

  test("a team is deleted when all members leave concurrently", async () => {
    for (const { id } of requesters) await addMember(db, team.id, id, "admin")
    expect(countByStatus(await Promise.all([owner, ...requesters].map(leave)))).toEqual({
      204: CONCURRENT_CALLS + 1,
    })
    expect(await db.many`select id from teams where id = ${team.id}`).toEqual([])
  })

  test.each(["hands over the team", "leaves the team"])(
    "a member whose account is being deleted does not become owner when the owner %s",
    async (action) => {
      const [deletedAdmin, otherMember] = [await makeUser(db), await makeUser(db)]
      await addMember(db, team.id, deletedAdmin.id, "admin", { daysAgo: 5 })
      await addMember(db, team.id, otherMember.id, "member")
      const ownerDb = app.as({ userId: owner.id })
      const isHandover = action === "hands over the team"
      const deletion: [string, string] = ["delete from users where id = $1", deletedAdmin.id]
      const result = await runDuringTransaction(ownerUrl, deletion, () =>
        isHandover
          ? ownerDb.one`select hand_over_team(${team.id}, ${deletedAdmin.id}) as outcome`
          : ownerDb.one`select remove_team_member(${team.id}, ${owner.id}) as outcome`,
      )
      expect(result).toEqual({ outcome: isHandover ? "not_found" : "done" })
      const [first] = await readRoles(db, team.id)
      expect(first).toEqual({ user_id: isHandover ? owner.id : otherMember.id, role: "owner" })
    },
  )
})

test("one of several teams that are created concurrently with the same slug is stored", async () => {
  const body = { ...teamFields, slug: "wanted" }
  const responses = await repeatConcurrently(CONCURRENT_CALLS, (n) =>
    getRequester(n).browser.send("POST", "/api/teams", body),
  )
  expect(countByStatus(responses)).toEqual({ 201: 1, 409: CONCURRENT_CALLS - 1 })
  const slugTaken = { code: "slug_taken", errors: { slug: "slug_taken" } }
  expect(responses.find(({ status }) => status === 409)?.json).toMatchObject(slugTaken)
  expect(await db.many`select id from teams where slug = 'wanted'`).toHaveLength(1)
})

test("events with the same title and day that are created concurrently get different slugs", async () => {
  const body = { ...eventFields, title: "Diena", team_id: team.id }
  const responses = await repeatConcurrently(CONCURRENT_CALLS, () =>
    owner.browser.send("POST", "/api/events", body),
  )
  expect(countByStatus(responses)).toEqual({ 201: CONCURRENT_CALLS })
  expect(new Set(responses.map(({ json }) => json["slug"])).size).toBe(CONCURRENT_CALLS)
})

type Save = (title: string) => ReturnType<Member["browser"]["call"]>
test.each<[kind: string, prepareSave: () => Promise<Save>]>([
  [
    "team",
    async () => (name) =>
      owner.browser.send("PATCH", `/api/teams/${team.slug}`, {
        ...teamChange,
        ...team,
        name,
      }),
  ],
  [
    "post",
    async () => {
      const post = await makePost(db, team.id, owner.id)
      const body = { ...postFields, updated_at: post.updated_at }
      return (title) => owner.browser.send("PATCH", `/api/posts/${post.id}`, { ...body, title })
    },
  ],
  [
    "event",
    async () => {
      const event = await makeEvent(db, team.id)
      const body = { ...eventFields, team_id: team.id, updated_at: event.updated_at }
      return (title) => owner.browser.send("PATCH", `/api/events/${event.id}`, { ...body, title })
    },
  ],
])(
  "only one of several concurrent changes of a %s is saved, and the others fail with the saved version",
  async (_kind, prepareSave) => {
    const save = await prepareSave()
    const responses = await repeatConcurrently(CONCURRENT_CALLS, (index) => save(`Name ${index}`))
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: CONCURRENT_CALLS - 1 })
    const { name, title } = responses.find(({ status }) => status === 200)?.json ?? {}
    for (const { status, json } of responses) {
      const currentFields = name ? { name } : { title }
      if (status === 409) expect(json).toMatchObject({ code: "stale", current: currentFields })
    }
  },
)
