/** Who may do what with teams, their blogs and their events: each standing at each route. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import events from "../../netlify/functions/events.ts"
import joinRequests from "../../netlify/functions/join-requests.ts"
import teamPosts from "../../netlify/functions/team-posts.ts"
import teams from "../../netlify/functions/teams.ts"
import type { Answer, TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { makeMember } from "../members.ts"
import {
  addMember,
  type Crowd,
  eventFields,
  forgetWrites,
  makeCrowd,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  postFields,
  STANDINGS,
  type Standing,
  type TestTeam,
  teamChange,
  teamFields,
} from "../teams.ts"

const { owner } = testDatabase()
const db = owner.as(null)
let crowd: Crowd
beforeAll(async () => {
  crowd = await makeCrowd(db)
})
beforeEach(() => forgetWrites(db))

interface Scene {
  browser: TestBrowser
  /** The id of who acts, null for nobody. */
  me: string | null
  team: TestTeam
  author: string
}

/** Prepares what it needs, and answers the act itself. */
type Act = (scene: Scene) => (() => Promise<Answer>) | Promise<() => Promise<Answer>>

const newcomer = async () => (await makeUser(db, { displayName: "Newcomer" })).id

const ACTS = {
  "read a team":
    ({ browser, team }) =>
    () =>
      browser.call(teams, "GET", `/api/teams/${team.slug}`),
  "read its members":
    ({ browser, team }) =>
    () =>
      browser.call(teams, "GET", `/api/teams/${team.slug}/members`),
  "read its posts":
    ({ browser, team }) =>
    () =>
      browser.call(teamPosts, "GET", `/api/teams/${team.slug}/posts`),
  "read its public event": async ({ browser, team }) => {
    const { slug } = await makeEvent(db, team.id)
    return () => browser.call(events, "GET", `/api/events/${slug}`)
  },
  "read its own event's page": async ({ browser, team }) => {
    const { slug } = await makeEvent(db, team.id, { type: "team" })
    return () => browser.call(events, "GET", `/api/events/${slug}`)
  },
  "read the calendar":
    ({ browser }) =>
    () =>
      browser.call(events, "GET", "/api/events"),
  "read own teams":
    ({ browser }) =>
    () =>
      browser.call(teams, "GET", "/api/teams/mine"),
  "found a team":
    ({ browser, team }) =>
    () =>
      browser.call(teams, "POST", "/api/teams", { ...teamFields, slug: `${team.slug}-too` }),
  "edit the team":
    ({ browser, team }) =>
    () =>
      browser.call(teams, "PATCH", `/api/teams/${team.slug}`, {
        ...teamChange,
        slug: team.slug,
        updated_at: team.updated_at,
      }),
  "make a member an admin": async ({ browser, team }) => {
    const id = await newcomer()
    await addMember(db, team.id, id, "member")
    return () =>
      browser.call(teams, "PATCH", `/api/teams/${team.slug}/members/${id}`, { role: "admin" })
  },
  "make oneself an admin":
    ({ browser, team, me }) =>
    () =>
      browser.call(teams, "PATCH", `/api/teams/${team.slug}/members/${me ?? team.id}`, {
        role: "admin",
      }),
  "make oneself the owner":
    ({ browser, team, me }) =>
    () =>
      browser.call(teams, "PATCH", `/api/teams/${team.slug}/members/${me ?? team.id}`, {
        role: "owner",
      }),
  "hand it over": async ({ browser, team }) => {
    const id = await newcomer()
    await addMember(db, team.id, id, "member")
    return () =>
      browser.call(teams, "PATCH", `/api/teams/${team.slug}/members/${id}`, { role: "owner" })
  },
  "remove a member": async ({ browser, team }) => {
    const id = await newcomer()
    await addMember(db, team.id, id, "member")
    return () => browser.call(teams, "DELETE", `/api/teams/${team.slug}/members/${id}`)
  },
  leave:
    ({ browser, team, me }) =>
    () =>
      browser.call(teams, "DELETE", `/api/teams/${team.slug}/members/${me ?? team.id}`),
  "ask to join":
    ({ browser, team }) =>
    () =>
      browser.call(teams, "POST", `/api/teams/${team.slug}/join-requests`, {}),
  "withdraw one's request": async ({ browser, team, me }) => {
    const id = await makeRequest(db, team.id, me ?? (await newcomer()))
    return () => browser.call(joinRequests, "DELETE", `/api/join-requests/${id}`)
  },
  "withdraw another's": async ({ browser, team }) => {
    const id = await makeRequest(db, team.id, await newcomer())
    return () => browser.call(joinRequests, "DELETE", `/api/join-requests/${id}`)
  },
  "list requests":
    ({ browser, team }) =>
    () =>
      browser.call(teams, "GET", `/api/teams/${team.slug}/join-requests`),
  "approve a request": (scene) => decide(scene, "pending", "approved"),
  "decline a request": (scene) => decide(scene, "pending", "rejected"),
  "reopen a request": (scene) => decide(scene, "rejected", "pending"),
  "approve one's own request": async ({ browser, team, me }) => {
    const id = await makeRequest(db, team.id, me ?? (await newcomer()))
    return () =>
      browser.call(joinRequests, "PATCH", `/api/join-requests/${id}`, { status: "approved" })
  },
  "write a post":
    ({ browser, team }) =>
    () =>
      browser.call(teamPosts, "POST", `/api/teams/${team.slug}/posts`, postFields),
  "edit a post": async ({ browser, team, author }) => {
    const { id, updated_at } = await makePost(db, team.id, author)
    return () => browser.call(teamPosts, "PATCH", `/api/posts/${id}`, { ...postFields, updated_at })
  },
  "edit a draft": async ({ browser, team, author }) => {
    const { id, updated_at } = await makePost(db, team.id, author, { published: false })
    return () => browser.call(teamPosts, "PATCH", `/api/posts/${id}`, { ...postFields, updated_at })
  },
  "delete a post": async ({ browser, team, author }) => {
    const { id } = await makePost(db, team.id, author)
    return () => browser.call(teamPosts, "DELETE", `/api/posts/${id}`)
  },
  "delete a draft": async ({ browser, team, author }) => {
    const { id } = await makePost(db, team.id, author, { published: false })
    return () => browser.call(teamPosts, "DELETE", `/api/posts/${id}`)
  },
  "add an event":
    ({ browser, team }) =>
    () =>
      browser.call(events, "POST", "/api/events", { ...eventFields, team_id: team.id }),
  "add the team's own event":
    ({ browser, team }) =>
    () =>
      browser.call(events, "POST", "/api/events", {
        ...eventFields,
        team_id: team.id,
        event_type: "team",
      }),
  "edit an event": (scene) => editEvent(scene, {}),
  "edit the team's own event": (scene) => editEvent(scene, { event_type: "team" }),
  "edit an event that is featured": (scene) => editEvent(scene, {}, true),
  "cancel an event": (scene) => editEvent(scene, { is_cancelled: true }),
  "give an event to another's team": async (scene) => {
    const other = await makeTeam(db, { [await newcomer()]: "owner" })
    return editEvent(scene, { team_id: other.id })
  },
  "delete an event": async ({ browser, team }) => {
    const { id } = await makeEvent(db, team.id)
    return () => browser.call(events, "DELETE", `/api/events/${id}`)
  },
  "delete the team's own event": async ({ browser, team }) => {
    const { id } = await makeEvent(db, team.id, { type: "team" })
    return () => browser.call(events, "DELETE", `/api/events/${id}`)
  },
} satisfies Record<string, Act>

async function decide({ browser, team }: Scene, from: "pending" | "rejected", to: string) {
  const id = await makeRequest(db, team.id, await newcomer(), from)
  return () => browser.call(joinRequests, "PATCH", `/api/join-requests/${id}`, { status: to })
}

async function editEvent(scene: Scene, change: Record<string, unknown>, featured = false) {
  const { browser, team, author } = scene
  const type = change["event_type"] === "team" ? "team" : "public"
  const { id, updated_at } = await makeEvent(db, team.id, { type, author, featured })
  const body = { ...eventFields, team_id: team.id, updated_at, ...change }
  return () => browser.call(events, "PATCH", `/api/events/${id}`, body)
}

type Statuses = [
  anonymous: number,
  stranger: number,
  member: number,
  silent: number,
  admin: number,
  owner: number,
  superAdmin: number,
  former: number,
]

const EVERYBODY: Statuses = [200, 200, 200, 200, 200, 200, 200, 200]
const THE_OWNER: Statuses = [401, 403, 403, 403, 403, 200, 403, 403]
const THE_OWNER_204: Statuses = [401, 403, 403, 403, 403, 204, 403, 403]
const THE_OWNER_OR_404: Statuses = [401, 404, 404, 404, 404, 200, 404, 404]
const NOBODY: Statuses = [401, 404, 404, 404, 404, 404, 404, 404]
const WRITERS_200: Statuses = [401, 403, 200, 403, 200, 200, 200, 200]
const WRITERS_201: Statuses = [401, 403, 201, 403, 201, 201, 201, 201]
const WRITERS_204: Statuses = [401, 404, 204, 404, 204, 204, 204, 204]

/** What each is answered, in the order of the standings. */
const MATRIX: Record<keyof typeof ACTS, Statuses> = {
  "read a team": EVERYBODY,
  "read its members": EVERYBODY,
  "read its posts": EVERYBODY,
  "read its public event": EVERYBODY,
  "read its own event's page": [404, 404, 404, 404, 404, 404, 404, 404],
  "read the calendar": [401, 200, 200, 200, 200, 200, 200, 200],
  "read own teams": [401, 200, 200, 200, 200, 200, 200, 200],
  "found a team": [401, 201, 201, 201, 201, 201, 201, 201],
  "edit the team": THE_OWNER,
  "make a member an admin": THE_OWNER_204,
  "make oneself an admin": [401, 403, 403, 403, 403, 404, 403, 403],
  "make oneself the owner": [401, 403, 403, 403, 403, 404, 403, 403],
  "hand it over": THE_OWNER_204,
  "remove a member": THE_OWNER_204,
  leave: [401, 404, 204, 204, 204, 204, 404, 204],
  "ask to join": [401, 201, 409, 409, 409, 409, 201, 409],
  "withdraw one's request": [401, 204, 204, 204, 204, 204, 204, 204],
  "withdraw another's": NOBODY,
  "list requests": THE_OWNER,
  "approve a request": THE_OWNER_OR_404,
  "decline a request": THE_OWNER_OR_404,
  "reopen a request": THE_OWNER_OR_404,
  "approve one's own request": THE_OWNER_OR_404,
  "write a post": [401, 403, 403, 403, 201, 201, 201, 403],
  "edit a post": [401, 403, 403, 403, 200, 200, 200, 200],
  "edit a draft": [401, 404, 404, 404, 200, 200, 200, 200],
  "delete a post": [401, 404, 404, 404, 204, 204, 204, 204],
  "delete a draft": [401, 404, 404, 404, 204, 204, 204, 204],
  "add an event": WRITERS_201,
  "add the team's own event": WRITERS_201,
  "edit an event": WRITERS_200,
  "edit the team's own event": [401, 404, 200, 403, 200, 200, 200, 200],
  "edit an event that is featured": WRITERS_200,
  "cancel an event": WRITERS_200,
  "give an event to another's team": [401, 403, 403, 403, 403, 403, 200, 403],
  "delete an event": WRITERS_204,
  "delete the team's own event": WRITERS_204,
}

const sceneOf = async (standing: Standing): Promise<Scene> => ({
  browser: crowd.browsers[standing],
  me: crowd.ids[standing],
  team: await crowd.newTeam(standing),
  author: crowd.members["former admin"].id,
})

/** All that is there of a team, and how many teams there are. */
const stateOf = (team: string) => db.one`
  select
    (select count(*) from teams) as number, (select to_jsonb(t) from teams t where id = ${team}) as team,
    (select jsonb_agg(to_jsonb(m) order by id) from team_members m where team_id = ${team}) as members,
    (select jsonb_agg(to_jsonb(r) order by id) from team_join_requests r where team_id = ${team})
      as requests,
    (select jsonb_agg(to_jsonb(p) order by id) from team_posts p where team_id = ${team}) as posts,
    (select jsonb_agg(to_jsonb(e) order by id) from events e where team_id = ${team}) as events,
    (select count(*) from mails) as mails, (select version from content_state) as version`

const entries = Object.entries<Act>(ACTS).map(
  ([name, act]) => [name, act, Object.entries(MATRIX).find(([key]) => key === name)?.[1]] as const,
)

describe.each(entries)("to %s", (_name, prepare, statuses = NOBODY) => {
  test.each(STANDINGS.map((standing, index) => [standing, statuses[index] ?? 0] as const))(
    "%s is answered %i",
    async (standing, status) => {
      const scene = await sceneOf(standing)
      const act = await prepare(scene)
      const before = await stateOf(scene.team.id)
      expect((await act()).status).toBe(status)
      const after = await stateOf(scene.team.id)
      if (status >= 400) expect(after, "what is refused changes nothing").toEqual(before)
    },
  )
})

const perform = async (act: Act, scene: Scene) => (await act(scene))()

describe("what each sees", () => {
  const listOf = (answer: Answer, key: string) =>
    [answer.json[key] ?? []].flat().map((row) => Object(row).title)

  test.each<[Standing, string[]]>([
    ["anonymous", ["Published"]],
    ["stranger", ["Published"]],
    ["member", ["Published"]],
    ["silent member", ["Published"]],
    ["admin", ["By another", "Draft", "Published"]],
    ["owner", ["By another", "Draft", "Published"]],
    ["super admin", ["By another", "Draft", "Published"]],
    ["former admin", ["Draft", "Published"]],
  ])("of a blog: %s %j", async (standing, titles) => {
    const scene = await sceneOf(standing)
    const { team, author } = scene
    await makePost(db, team.id, author, { title: "Published" })
    await makePost(db, team.id, author, { title: "Draft", published: false })
    await makePost(db, team.id, null, { title: "By another", published: false })
    const answer = await perform(ACTS["read its posts"], scene)
    expect(listOf(answer, "posts").sort()).toEqual(titles)
  })

  test.each<[Standing, string[], boolean]>([
    ["stranger", ["Public"], false],
    ["member", ["Own", "Public"], true],
    ["silent member", ["Own", "Public"], false],
    ["admin", ["Own", "Public"], true],
    ["owner", ["Own", "Public"], true],
    ["super admin", ["Own", "Public"], true],
    ["former admin", ["Own", "Public"], true],
  ])("of a team's calendar: %s %j, to edit: %s", async (standing, titles, mayEdit) => {
    const { browser, team } = await sceneOf(standing)
    await makeEvent(db, team.id, { title: "Public" })
    await makeEvent(db, team.id, { title: "Own", type: "team" })
    const answer = await browser.call(events, "GET", `/api/events?team=${team.slug}`)
    expect(listOf(answer, "events").sort()).toEqual(titles)
    for (const event of [answer.json["events"] ?? []].flat()) {
      expect(Object(event).may_edit).toBe(mayEdit)
    }
  })

  test.each<[Standing, string | null, boolean | undefined]>([
    ["anonymous", null, undefined],
    ["stranger", null, undefined],
    ["member", "member", true],
    ["silent member", "member", false],
    ["admin", "admin", true],
    ["owner", "owner", true],
    ["super admin", null, undefined],
  ])("%s is told what they are: %s", async (standing, role, mayPost) => {
    const { browser, team } = await sceneOf(standing)
    const answer = await browser.call(teams, "GET", `/api/teams/${team.slug}`)
    expect(answer.json).toMatchObject({ role, request: null, member_count: 5 })
    const mine = await browser.call(teams, "GET", "/api/teams/mine")
    const own = [mine.json["teams"] ?? []].flat().find((row) => Object(row).id === team.id)
    expect(Object(own).may_post_events).toBe(mayPost)
  })
})

test("nobody features an event by way of the calendar", async () => {
  for (const standing of ["owner", "super admin"] as const) {
    const { browser, team } = await sceneOf(standing)
    const body = {
      ...eventFields,
      team_id: team.id,
      featured: true,
      slug: "mine",
      user_id: team.id,
    }
    const created = await browser.call(events, "POST", "/api/events", body)
    expect(created.json).toMatchObject({ featured: false })
    const path = `/api/events/${created.json["id"]}`
    const change = { ...body, updated_at: created.json["updated_at"] }
    const changed = await browser.call(events, "PATCH", path, change)
    expect(changed.json).toMatchObject({ featured: false, slug: created.json["slug"] })
  }
})

describe("somebody who has left the team", () => {
  test("edits and deletes neither the posts nor the events that they wrote", async () => {
    const { browser, id: author } = await makeMember(db, { displayName: "Gone" })
    const team = await makeTeam(db, { [crowd.members.owner.id]: "owner" })
    const scene = { browser, me: author, team, author }
    expect((await perform(ACTS["edit a post"], scene)).status).toBe(403)
    expect((await perform(ACTS["edit a draft"], scene)).status).toBe(403)
    expect((await perform(ACTS["delete a post"], scene)).status).toBe(404)
    expect((await (await editEvent(scene, {}))()).status).toBe(403)
    const rows = await db.many`
      select title from team_posts where team_id = ${team.id} and title <> 'A post'`
    expect(rows).toEqual([])
  })
})
