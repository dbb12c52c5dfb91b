/** Tests which calls are allowed to people with each relation to a team. TEAM_RELATIONS explains the relations. */
import { expect, test } from "vitest"
import { getRows, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import {
  addMember,
  eventFields,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  makeTeamPeople,
  postFields,
  type TeamRelation,
  type TestTeam,
  teamChange,
} from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
const teamPeople = await makeTeamPeople(db)

const makeOtherPerson = async () => (await makeUser(db, { displayName: "Other" })).id

interface Scene {
  browser: TestBrowser
  /** Id of the caller; null for an anonymous visitor. */
  callerId: string | null
  team: TestTeam
  otherMember: string
  /** Id of a former admin, who wrote the posts and events. */
  author: string
}

async function makeSceneFor(relation: TeamRelation): Promise<Scene> {
  const otherMember = await makeOtherPerson()
  const team = await teamPeople.newTeam(relation)
  await addMember(db, team.id, otherMember, "member")
  const author = teamPeople.people["former admin"].id
  const { browser, id: callerId } = teamPeople.people[relation]
  return { browser, callerId, team, otherMember, author }
}

type Call = [method: string, path: string, body?: object]
/** Creates the rows that a call needs and returns the call. */
type PrepareCall = (scene: Scene) => Call | Promise<Call>

const editPost =
  (state: { published: boolean }): PrepareCall =>
  async ({ team, author }) => {
    const { id, updated_at } = await makePost(db, team.id, author, state)
    return ["PATCH", `/api/posts/${id}`, { ...postFields, updated_at }]
  }

const editEvent =
  (type: "public" | "team", change: object = {}): PrepareCall =>
  async ({ team, author }) => {
    const { id, updated_at } = await makeEvent(db, team.id, { type, author })
    const body = { ...eventFields, team_id: team.id, event_type: type, updated_at, ...change }
    return ["PATCH", `/api/events/${id}`, body]
  }

const setRole =
  (role: string, target: "callerId" | "otherMember"): PrepareCall =>
  (scene) => ["PATCH", `/api/teams/${scene.team.slug}/members/${scene[target]}`, { role }]

const approveRequest =
  (requester: "caller" | "other person"): PrepareCall =>
  async ({ team, callerId }) => {
    const isOwnRequest = requester === "caller" && callerId !== null
    const requesterId = isOwnRequest ? callerId : await makeOtherPerson()
    const id = await makeRequest(db, team.id, requesterId)
    return ["PATCH", `/api/join-requests/${id}`, { status: "approved" }]
  }

/** Returns the rows of a team, and counts that a successful call would change. */
const readTeamContent = (team: string) => db.one`
  select
    (select to_jsonb(t) from teams t where id = ${team}) as team,
    (select jsonb_agg(to_jsonb(m) order by id) from team_members m where team_id = ${team}) as members,
    (select jsonb_agg(to_jsonb(r) order by id) from team_join_requests r where team_id = ${team})
      as requests,
    (select jsonb_agg(to_jsonb(p) order by id) from team_posts p where team_id = ${team}) as posts,
    (select jsonb_agg(to_jsonb(e) order by id) from events e where team_id = ${team}) as events,
    (select count(*) from mails) as mails, (select version from content_state) as version`

const makeRefusedCase = (
  ...row: [action: string, by: TeamRelation, status: number, prepare: PrepareCall]
) => row
const makeCall = (...call: Call) => call

test.each([
  makeRefusedCase("edit the team", "admin", 403, ({ team: { slug, updated_at } }) =>
    makeCall("PATCH", `/api/teams/${slug}`, { ...teamChange, slug, updated_at }),
  ),
  makeRefusedCase("make a member an admin", "admin", 403, setRole("admin", "otherMember")),
  makeRefusedCase("make themself the owner", "admin", 403, setRole("owner", "callerId")),
  makeRefusedCase("make themself an admin", "owner", 404, setRole("admin", "callerId")),
  makeRefusedCase("hand the team over", "super admin", 403, setRole("owner", "otherMember")),
  makeRefusedCase("remove a member", "admin", 403, ({ team, otherMember }) =>
    makeCall("DELETE", `/api/teams/${team.slug}/members/${otherMember}`),
  ),
  makeRefusedCase("leave a team of others", "non-member", 404, ({ team, callerId }) =>
    makeCall("DELETE", `/api/teams/${team.slug}/members/${callerId}`),
  ),
  makeRefusedCase("request to join their own team", "member", 409, ({ team }) =>
    makeCall("POST", `/api/teams/${team.slug}/join-requests`, {}),
  ),
  makeRefusedCase("list requests", "admin", 403, ({ team }) =>
    makeCall("GET", `/api/teams/${team.slug}/join-requests`),
  ),
  makeRefusedCase("withdraw another's request", "owner", 404, async ({ team }) => {
    const id = await makeRequest(db, team.id, await makeOtherPerson())
    return makeCall("DELETE", `/api/join-requests/${id}`)
  }),
  makeRefusedCase("approve a request", "admin", 404, approveRequest("other person")),
  makeRefusedCase("approve their own request", "non-member", 404, approveRequest("caller")),
  makeRefusedCase("write a post", "member", 403, ({ team }) =>
    makeCall("POST", `/api/teams/${team.slug}/posts`, postFields),
  ),
  makeRefusedCase("edit a post", "member", 403, editPost({ published: true })),
  makeRefusedCase("edit a draft", "member", 404, editPost({ published: false })),
  makeRefusedCase("delete a post", "member", 404, async ({ team, author }) => {
    const { id } = await makePost(db, team.id, author)
    return makeCall("DELETE", `/api/posts/${id}`)
  }),
  makeRefusedCase("add an event", "silent member", 403, ({ team }) =>
    makeCall("POST", "/api/events", { ...eventFields, team_id: team.id }),
  ),
  makeRefusedCase("edit an event", "silent member", 403, editEvent("public")),
  makeRefusedCase("edit the team's own event", "non-member", 404, editEvent("team")),
  makeRefusedCase("move an event to a team of others", "admin", 403, async (scene) => {
    const { id } = await makeTeam(db, { [await makeOtherPerson()]: "owner" })
    return editEvent("public", { team_id: id })(scene)
  }),
  makeRefusedCase("delete an event", "silent member", 404, async ({ team }) => {
    const { id } = await makeEvent(db, team.id)
    return makeCall("DELETE", `/api/events/${id}`)
  }),
  makeRefusedCase("read the page of the team's own event", "owner", 404, async ({ team }) => {
    const { slug } = await makeEvent(db, team.id, { type: "team" })
    return makeCall("GET", `/api/events/${slug}`)
  }),
])(
  '"%s" by a %s is refused with %i and changes nothing',
  async (_action, relation, status, prepare) => {
    const scene = await makeSceneFor(relation)
    const call = await prepare(scene)
    const before = await readTeamContent(scene.team.id)
    expect((await scene.browser.send(...call)).status).toBe(status)
    expect(await readTeamContent(scene.team.id)).toEqual(before)
  },
)

test("a member can change a featured event, which stays featured", async () => {
  const scene = await makeSceneFor("member")
  const { id, updated_at } = await makeEvent(db, scene.team.id, { featured: true })
  const body = { ...eventFields, team_id: scene.team.id, is_cancelled: true, updated_at }
  const { status, json } = await scene.browser.send("PATCH", `/api/events/${id}`, body)
  expect([status, json["featured"]]).toEqual([200, true])
})

const getTitles = (rows: Record<string, unknown>[]) => rows.map(({ title }) => title).sort()

test.each<[TeamRelation, titles: string[], mayEdit: boolean]>([
  ["non-member", ["Public"], false],
  ["member", ["Own", "Public"], true],
  ["silent member", ["Own", "Public"], false],
  ["super admin", ["Own", "Public"], true],
])("a %s sees the team's events %j, editable: %s", async (relation, titles, mayEdit) => {
  const { browser, team } = await makeSceneFor(relation)
  await makeEvent(db, team.id, { title: "Public" })
  await makeEvent(db, team.id, { title: "Own", type: "team" })
  const response = await browser.get(`/api/events?team=${team.slug}`)
  const rows = getRows(response, "events")
  expect(getTitles(rows)).toEqual(titles)
  for (const { may_edit } of rows) expect(may_edit).toBe(mayEdit)
})

test.each<[TeamRelation, role: string | null, mayPost: boolean | undefined]>([
  ["anonymous", null, undefined],
  ["member", "member", true],
  ["silent member", "member", false],
  ["admin", "admin", true],
  ["super admin", null, undefined],
])("a %s has the role %s in the team, and may post events: %s", async (relation, role, mayPost) => {
  const { browser, team } = await makeSceneFor(relation)
  const response = await browser.get(`/api/teams/${team.slug}`)
  expect(response.json).toMatchObject({ role, request: null, member_count: 6 })
  const ownTeams = await browser.get("/api/teams/mine")
  const ownTeam = getRows(ownTeams, "teams").find(({ id }) => id === team.id)
  expect(ownTeam?.["may_post_events"]).toBe(mayPost)
})

test.each<TeamRelation>(["owner", "super admin"])(
  "a %s cannot feature an event or choose its slug in the calendar",
  async (relation) => {
    const { browser, team } = await makeSceneFor(relation)
    const body = { ...eventFields, team_id: team.id, featured: true, slug: "mine" }
    const created = await browser.send("POST", "/api/events", body)
    expect(created.json).toMatchObject({ featured: false })
    const path = `/api/events/${created.json["id"]}`
    const change = { ...body, updated_at: created.json["updated_at"] }
    const changed = await browser.send("PATCH", path, change)
    expect(changed.json).toMatchObject({ featured: false, slug: created.json["slug"] })
  },
)
