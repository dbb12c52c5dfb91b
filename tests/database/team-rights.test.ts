/** Who may do what with teams, their blogs and their events: each standing in SQL, as daina_app. */
import { NeonDbError } from "@neondatabase/serverless"
import { beforeAll, describe, expect, test } from "vitest"
import type { Db } from "../../db/client.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import {
  addMember,
  type Crowd,
  makeCrowd,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  STANDINGS,
  type TestTeam,
} from "../teams.ts"

const { app, owner } = testDatabase()
const root = owner.as(null)
let crowd: Crowd
beforeAll(async () => {
  crowd = await makeCrowd(root)
})

interface Scene {
  db: Db
  me: string | null
  /** Somebody who acts, for columns that must hold somebody. */
  someone: string
  team: TestTeam
  author: string
}

type Rows = Promise<object[]>

/** How many rows it gave, the word that a function answered, or the code of the refusal. */
async function outcomeOf(rows: Rows): Promise<number | string> {
  try {
    const found = await rows
    const [word] = Object.values(found[0] ?? {})
    return found.length === 1 && typeof word === "string" && /^[a-z_]+$/.test(word)
      ? word
      : found.length
  } catch (error) {
    if (error instanceof NeonDbError && error.code) return error.code
    throw error
  }
}

const newcomer = async () => (await makeUser(root, { displayName: "Newcomer" })).id
const newMember = async (team: TestTeam) => {
  const id = await newcomer()
  await addMember(root, team.id, id, "member")
  return id
}

const DENIED = "42501"
type Outcome = number | string
type Outcomes = [
  anonymous: Outcome,
  stranger: Outcome,
  member: Outcome,
  silent: Outcome,
  admin: Outcome,
  owner: Outcome,
  superAdmin: Outcome,
  former: Outcome,
]
const all = (outcome: Outcome): Outcomes => [
  outcome,
  outcome,
  outcome,
  outcome,
  outcome,
  outcome,
  outcome,
  outcome,
]
const onlyOwner = (yes: Outcome, no: Outcome): Outcomes => [no, no, no, no, no, yes, no, no]

const NONE = "not_found"
const IN_IT = "already_member"
const MANAGED: Outcomes = [0, 0, 0, 0, 1, 1, 1, 1]
const TEAMS_OWN: Outcomes = [0, 0, 1, 1, 1, 1, 1, 1]
const POST_EVENTS: Outcomes = [0, 0, 1, 0, 1, 1, 1, 1]

const STATEMENTS: [
  what: string,
  outcomes: Outcomes,
  run: (scene: Scene) => Promise<Rows> | Rows,
][] = [
  ["see a team", all(1), ({ db, team }) => db.many`select id from teams where id = ${team.id}`],
  [
    "see rows of members (their own)",
    [0, 0, 1, 1, 1, 1, 0, 1],
    ({ db, team }) => db.many`select id from team_members where team_id = ${team.id}`,
  ],
  [
    "see who the members are",
    all(5),
    ({ db, team }) => db.many`select user_id from team_members_safe(${team.id})`,
  ],
  [
    "see a published post",
    all(1),
    async ({ db, team, author }) => {
      const { id } = await makePost(root, team.id, author)
      return db.many`select 1 from team_posts where id = ${id}`
    },
  ],
  [
    "see a draft",
    MANAGED,
    async ({ db, team, author }) => {
      const { id } = await makePost(root, team.id, author, { published: false })
      return db.many`select 1 from team_posts where id = ${id}`
    },
  ],
  [
    "see a public event",
    all(1),
    async ({ db, team }) => {
      const { id } = await makeEvent(root, team.id)
      return db.many`select 1 from events where id = ${id}`
    },
  ],
  [
    "see a team's own event",
    TEAMS_OWN,
    async ({ db, team }) => {
      const { id } = await makeEvent(root, team.id, { type: "team" })
      return db.many`select 1 from events where id = ${id}`
    },
  ],
  ...["team", "member", "post", "event"].map((what): (typeof STATEMENTS)[number] => [
    `see a ${what} of a hidden team`,
    [0, 0, 1, 1, 1, 1, 1, 1],
    async ({ db, team }) => {
      await root.one`update teams set hidden_at = now() where id = ${team.id}`
      const { id: post } = await makePost(root, team.id, null)
      const { id: event } = await makeEvent(root, team.id)
      return db.many`
        select 1 where case ${what}
          when 'team' then exists (select from teams where id = ${team.id})
          when 'member' then exists (select from team_members_safe(${team.id}))
          when 'post' then exists (select from get_safe_team_posts() where id = ${post})
          else exists (select from get_safe_events() where id = ${event})
        end`
    },
  ]),
  [
    "ask to join a hidden team",
    [DENIED, NONE, NONE, NONE, NONE, NONE, NONE, NONE],
    async ({ db, team }) => {
      await root.one`update teams set hidden_at = now() where id = ${team.id}`
      return db.many`select outcome from ask_to_join(${team.id}, null)`
    },
  ],
  [
    "show a hidden team again",
    [0, 0, 0, 0, 0, DENIED, 1, 0],
    async ({ db, team }) => {
      await root.one`update teams set hidden_at = now() where id = ${team.id}`
      return db.many`update teams set hidden_at = null where id = ${team.id} returning 1`
    },
  ],
  [
    "publish a hidden post of their own or their team's",
    [0, 0, 0, 0, "DA423", "DA423", 1, "DA423"],
    async ({ db, team, author }) => {
      const { id } = await makePost(root, team.id, author, { published: false })
      await root.one`update team_posts set hidden_at = now() where id = ${id}`
      return db.many`update team_posts set is_published = true where id = ${id} returning 1`
    },
  ],
  [
    "see another's request",
    onlyOwner(1, 0),
    async ({ db, team }) => {
      const id = await makeRequest(root, team.id, await newcomer())
      return db.many`select 1 from team_join_requests where id = ${id}`
    },
  ],
  [
    "insert a team past its owner",
    all(DENIED),
    ({ db, team }) => db.many`insert into teams (name, slug) values ('x', ${`${team.slug}-x`})`,
  ],
  [
    "found a team",
    [DENIED, 1, 1, 1, 1, 1, 1, 1],
    ({ db, team }) => db.many`
        select create_team('x', ${`${team.slug}-x`}, null, null, null)::text || '-'`,
  ],
  [
    "edit a team",
    [0, 0, 0, 0, 0, 1, 1, 0],
    ({ db, team }) => db.many`update teams set name = 'x' where id = ${team.id} returning 1`,
  ],
  [
    "verify a team",
    [0, 0, 0, 0, 0, DENIED, 1, 0],
    ({ db, team }) => db.many`
        update teams set is_verified = true where id = ${team.id} returning 1`,
  ],
  [
    "delete a team",
    [0, 0, 0, 0, 0, 0, 1, 0],
    ({ db, team }) => db.many`delete from teams where id = ${team.id} returning 1`,
  ],
  [
    "insert themselves as a member",
    all(DENIED),
    ({ db, team, someone }) => db.many`
        insert into team_members (team_id, user_id, role) values (${team.id}, ${someone}, 'admin')`,
  ],
  [
    "update a role",
    all(DENIED),
    ({ db, team }) => db.many`update team_members set role = 'admin' where team_id = ${team.id}`,
  ],
  [
    "delete a member",
    all(DENIED),
    ({ db, team }) => db.many`delete from team_members where team_id = ${team.id}`,
  ],
  [
    "insert a request",
    all(DENIED),
    ({ db, team, someone }) => db.many`
        insert into team_join_requests (team_id, user_id) values (${team.id}, ${someone})`,
  ],
  [
    "update a request",
    all(DENIED),
    ({ db }) => db.many`update team_join_requests set status = 'approved', decided_at = now()`,
  ],
  [
    "take back another's request",
    all(0),
    async ({ db, team }) => {
      const id = await makeRequest(root, team.id, await newcomer())
      return db.many`delete from team_join_requests where id = ${id} returning 1`
    },
  ],
  [
    "take back their own request",
    [0, 1, 1, 1, 1, 1, 1, 1],
    async ({ db, team, someone }) => {
      const id = await makeRequest(root, team.id, someone)
      return db.many`delete from team_join_requests where id = ${id} returning 1`
    },
  ],
  [
    "take back their own request that was declined",
    all(0),
    async ({ db, team, someone }) => {
      const id = await makeRequest(root, team.id, someone, "rejected")
      return db.many`delete from team_join_requests where id = ${id} returning 1`
    },
  ],
  [
    "set a role",
    onlyOwner("done", "forbidden"),
    async ({ db, team }) => {
      const id = await newMember(team)
      return db.many`select set_team_role(${team.id}, ${id}, 'admin')`
    },
  ],
  [
    "make an owner by setting a role",
    onlyOwner("not_found", "forbidden"),
    async ({ db, team }) => {
      const id = await newMember(team)
      return db.many`select set_team_role(${team.id}, ${id}, 'owner')`
    },
  ],
  [
    "hand a team over",
    onlyOwner("done", "forbidden"),
    async ({ db, team }) => {
      const id = await newMember(team)
      return db.many`select hand_over_team(${team.id}, ${id})`
    },
  ],
  [
    "hand a team to a stranger",
    onlyOwner("not_found", "forbidden"),
    async ({ db, team }) => db.many`select hand_over_team(${team.id}, ${await newcomer()})`,
  ],
  [
    "remove a member",
    onlyOwner("done", "forbidden"),
    async ({ db, team }) => {
      const id = await newMember(team)
      return db.many`select remove_team_member(${team.id}, ${id})`
    },
  ],
  [
    "remove the owner",
    onlyOwner("done", "forbidden"),
    ({ db, team }) => db.many`
        select remove_team_member(${team.id}, ${crowd.members.owner.id})`,
  ],
  [
    "leave",
    ["forbidden", "not_found", "done", "done", "done", "done", "not_found", "done"],
    ({ db, team, someone }) => db.many`select remove_team_member(${team.id}, ${someone})`,
  ],
  [
    "pass a team on",
    all(DENIED),
    ({ db, team, someone }) => db.many`select pass_team_on(${team.id}, ${someone})`,
  ],
  [
    "ask to join",
    [DENIED, "asked", IN_IT, IN_IT, IN_IT, IN_IT, "asked", IN_IT],
    ({ db, team }) => db.many`select outcome from ask_to_join(${team.id}, null)`,
  ],
  [
    "decide about a request",
    onlyOwner("decided", "not_found"),
    async ({ db, team }) => {
      const id = await makeRequest(root, team.id, await newcomer())
      return db.many`select decide_join_request(${id}, true)`
    },
  ],
  [
    "reopen a request",
    onlyOwner("decided", "not_found"),
    async ({ db, team }) => {
      const id = await makeRequest(root, team.id, await newcomer(), "rejected")
      return db.many`select reopen_join_request(${id})`
    },
  ],
  [
    "write a post",
    [DENIED, DENIED, DENIED, DENIED, 1, 1, 1, DENIED],
    ({ db, team, someone }) => db.many`
        insert into team_posts (team_id, user_id, title) values (${team.id}, ${someone}, 'x')
        returning 1`,
  ],
  [
    "write a post in another's name",
    all(DENIED),
    async ({ db, team }) => db.many`
        insert into team_posts (team_id, user_id, title, is_published)
        values (${team.id}, ${await newcomer()}, 'x', true)`,
  ],
  [
    "write a post in nobody's name",
    all(DENIED),
    ({ db, team }) => db.many`
        insert into team_posts (team_id, user_id, title) values (${team.id}, null, 'x')`,
  ],
  [
    "edit a post",
    MANAGED,
    async ({ db, team, author }) => {
      const { id } = await makePost(root, team.id, author)
      return db.many`update team_posts set title = 'x' where id = ${id} returning 1`
    },
  ],
  [
    "give a post to another team, or to another author",
    all(DENIED),
    ({ db, team }) => db.many`update team_posts set team_id = ${team.id}, user_id = null`,
  ],
  [
    "delete a post",
    MANAGED,
    async ({ db, team, author }) => {
      const { id } = await makePost(root, team.id, author)
      return db.many`delete from team_posts where id = ${id} returning 1`
    },
  ],
  [
    "add an event",
    [DENIED, DENIED, 1, DENIED, 1, 1, 1, 1],
    ({ db, team, someone }) => db.many`
        insert into events (slug, title, start_date, end_date, team_id, user_id)
        values (${`${team.slug}-x`}, 'x', now(), now(), ${team.id}, ${someone}) returning 1`,
  ],
  [
    "add an event in another's name",
    [DENIED, DENIED, DENIED, DENIED, DENIED, DENIED, 1, DENIED],
    async ({ db, team }) => db.many`
        insert into events (slug, title, start_date, end_date, team_id, user_id)
        values (${`${team.slug}-x`}, 'x', now(), now(), ${team.id}, ${await newcomer()}) returning 1`,
  ],
  [
    "add a featured event",
    [DENIED, DENIED, DENIED, DENIED, DENIED, DENIED, 1, DENIED],
    ({ db, team, someone }) => db.many`
        insert into events (slug, title, start_date, end_date, team_id, user_id, featured)
        values (${`${team.slug}-x`}, 'x', now(), now(), ${team.id}, ${someone}, true) returning 1`,
  ],
  [
    "add an event of no team",
    [DENIED, DENIED, DENIED, DENIED, DENIED, DENIED, 1, DENIED],
    ({ db, team, someone }) => db.many`
        insert into events (slug, title, start_date, end_date, user_id)
        values (${`${team.slug}-x`}, 'x', now(), now(), ${someone}) returning 1`,
  ],
  [
    "edit an event",
    POST_EVENTS,
    async ({ db, team }) => {
      const { id } = await makeEvent(root, team.id)
      return db.many`update events set title = 'x' where id = ${id} returning 1`
    },
  ],
  [
    "edit an event of no team",
    [0, 0, 0, 0, 0, 0, 1, 0],
    async ({ db }) => {
      const { id } = await makeEvent(root, null)
      return db.many`update events set title = 'x' where id = ${id} returning 1`
    },
  ],
  [
    "cancel an event that is featured",
    POST_EVENTS,
    async ({ db, team }) => {
      const { id } = await makeEvent(root, team.id, { featured: true })
      return db.many`update events set is_cancelled = true where id = ${id} returning 1`
    },
  ],
  [
    "feature an event",
    [0, 0, DENIED, 0, DENIED, DENIED, 1, DENIED],
    async ({ db, team }) => {
      const { id } = await makeEvent(root, team.id)
      return db.many`update events set featured = true where id = ${id} returning 1`
    },
  ],
  [
    "give an event to another's team",
    [0, 0, DENIED, 0, DENIED, DENIED, 1, DENIED],
    async ({ db, team }) => {
      const { id } = await makeEvent(root, team.id)
      const other = await makeTeam(root, { [await newcomer()]: "owner" })
      return db.many`update events set team_id = ${other.id} where id = ${id} returning 1`
    },
  ],
  [
    "take an event of another's team",
    [0, 0, 0, 0, 0, 0, 1, 0],
    async ({ db, team }) => {
      const other = await makeTeam(root, { [await newcomer()]: "owner" })
      const { id } = await makeEvent(root, other.id)
      return db.many`update events set team_id = ${team.id} where id = ${id} returning 1`
    },
  ],
  [
    "change an event's address, author or count of changes",
    all(DENIED),
    ({ db }) => db.many`update events set slug = 'x', user_id = null, revision = 0`,
  ],
  [
    "delete an event",
    POST_EVENTS,
    async ({ db, team }) => {
      const { id } = await makeEvent(root, team.id)
      return db.many`delete from events where id = ${id} returning 1`
    },
  ],
]

describe.each(STATEMENTS)("to %s", (_what, outcomes, run) => {
  test.each(STANDINGS.map((standing, index) => [standing, outcomes[index]] as const))(
    "%s: %s",
    async (standing, outcome) => {
      const me = crowd.ids[standing]
      const scene = {
        db: app.as(me ? { userId: me } : null),
        me,
        someone: me ?? (await newcomer()),
        team: await crowd.newTeam(standing),
        author: crowd.members["former admin"].id,
      }
      expect(await outcomeOf(Promise.resolve(run(scene)))).toBe(outcome)
    },
  )
})

describe("an author who has left the team", () => {
  test("keeps nothing but the sight of their drafts", async () => {
    const { id: author } = await makeUser(root)
    const team = await makeTeam(root, { [crowd.members.owner.id]: "owner" })
    const { id } = await makePost(root, team.id, author, { published: false })
    const event = await makeEvent(root, team.id, { author, type: "team" })
    const db = app.as({ userId: author })
    expect(await db.many`select id from team_posts where id = ${id}`).toHaveLength(1)
    expect(await db.many`update team_posts set title = 'x' returning id`).toEqual([])
    expect(await db.many`delete from team_posts returning id`).toEqual([])
    expect(await db.many`select id from events where id = ${event.id}`).toEqual([])
    expect(await db.many`delete from events returning id`).toEqual([])
  })
})

test("which mails somebody gets is theirs alone to say", async () => {
  const { id } = crowd.members.member
  const rows = app.as({ userId: id }).many<{ id: string }>`
    update users set mail_join_requests = false, mail_join_answers = false returning id`
  expect(await rows).toEqual([{ id }])
  expect(await app.as(null).many`update users set mail_join_answers = false returning id`).toEqual(
    [],
  )
})
