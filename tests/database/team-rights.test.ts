/** Who may do what with teams, their blogs and their events: each standing in SQL, as daina_app. */
import { beforeAll, expect, test } from "vitest"
import { testDatabase } from "../support/database.ts"
import { makeUser } from "../support/factories.ts"
import { DENIED, type Outcome, type Scene, testRights, who } from "../support/people/rights.ts"
import {
  addMember,
  type Crowd,
  makeCrowd,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  STANDINGS,
  type Standing,
} from "../support/people/teams.ts"

const database = testDatabase()
const { app, owner } = database
const root = owner.as(null)
let crowd: Crowd
const scenes = new Map<Standing, Scene>()

const makeSomebody = async () => (await makeUser(root, { displayName: "Somebody" })).id

async function makeScene(standing: Standing): Promise<Scene> {
  const stranger = await makeSomebody()
  const mate = await makeSomebody()
  const someone = crowd.people[standing].id ?? (await makeSomebody())
  const author = crowd.people["former admin"].id
  const { id: team, slug } = await crowd.newTeam(standing)
  await addMember(root, team, mate, "member")
  const { id: hidden } = await crowd.newTeam(standing)
  const { id: other } = await makeTeam(root, { [await makeSomebody()]: "owner" })
  const scene = {
    ...{ someone, stranger, mate, author, team, hidden, other, slug: `${slug}-x` },
    owner: crowd.people.owner.id,
    post: (await makePost(root, team, author)).id,
    draft: (await makePost(root, team, author, { published: false })).id,
    hiddenPost: (await makePost(root, team, author, { published: false })).id,
    event: (await makeEvent(root, team)).id,
    ownEvent: (await makeEvent(root, team, { type: "team" })).id,
    featuredEvent: (await makeEvent(root, team, { featured: true })).id,
    openEvent: (await makeEvent(root, null)).id,
    othersEvent: (await makeEvent(root, other)).id,
    postOfHidden: (await makePost(root, hidden, null)).id,
    eventOfHidden: (await makeEvent(root, hidden)).id,
    request: await makeRequest(root, team, stranger),
    declined: await makeRequest(root, team, await makeSomebody(), "rejected"),
    ownRequest: await makeRequest(root, other, someone),
    ownDeclined: await makeRequest(root, hidden, someone, "rejected"),
  }
  await root.one`update teams set hidden_at = now() where id = ${hidden}`
  await root.one`update team_posts set hidden_at = now() where id = ${scene.hiddenPost}`
  return scene
}

beforeAll(async () => {
  crowd = await makeCrowd(root)
  for (const standing of STANDINGS) scenes.set(standing, await makeScene(standing))
})

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
  ...([outcome, outcome, outcome, outcome] as const),
  ...([outcome, outcome, outcome, outcome] as const),
]
const onlyOwner = (yes: Outcome, no: Outcome): Outcomes => [no, no, no, no, no, yes, no, no]
const onlySuper = (yes: Outcome, no: Outcome): Outcomes => [no, no, no, no, no, no, yes, no]

const NONE = "not_found"
const IN_IT = "already_member"
const MANAGERS: Outcomes = [0, 0, 0, 0, 1, 1, 1, 1]
const THE_TEAM: Outcomes = [0, 0, 1, 1, 1, 1, 1, 1]
const EVENT_WRITERS: Outcomes = [0, 0, 1, 0, 1, 1, 1, 1]
const NEW_POST = "insert into team_posts (team_id, user_id, title)"
const NEW_EVENT =
  "insert into events (slug, title, start_date, end_date, team_id, user_id, featured)"

testRights(
  database,
  STANDINGS,
  (standing) => ({ viewer: crowd.people[standing].id, scene: scenes.get(standing) ?? {} }),
  [
    ...who(all(1), {
      "see a team": "select from teams where id = {team}",
      "see a published post": "select from team_posts where id = {post}",
      "see a public event": "select from events where id = {event}",
    }),
    ...who(all(6), { "see who is in a team": "select from team_members_safe({team})" }),
    ...who([0, 0, 1, 1, 1, 1, 0, 1], {
      "see rows of members (their own)": "select from team_members where team_id = {team}",
    }),
    ...who(THE_TEAM, {
      "see a team's own event": "select from events where id = {ownEvent}",
      "see a hidden team": "select from teams where id = {hidden}",
      "see its members": "select from team_members_safe({hidden}) limit 1",
      "see its posts": "select from get_safe_team_posts() where id = {postOfHidden}",
      "see its events": "select from get_safe_events() where id = {eventOfHidden}",
    }),
    ...who([DENIED, NONE, NONE, NONE, NONE, NONE, NONE, NONE], {
      "ask to join it": "select outcome from request_to_join({hidden}, null)",
    }),
    ...who(MANAGERS, {
      "see a draft": "select from team_posts where id = {draft}",
      "edit a post": "update team_posts set title = 'x' where id = {post} returning 1",
      "say which language a post is in":
        "update team_posts set language = 'lv', is_language_guessed = false where id = {post} returning 1",
      "delete a post": "delete from team_posts where id = {post} returning 1",
    }),
    ...who([0, 0, 0, 0, "DA423", "DA423", 1, "DA423"], {
      "publish a hidden post of their own or their team's":
        "update team_posts set is_published = true where id = {hiddenPost} returning 1",
    }),
    ...who([DENIED, DENIED, DENIED, DENIED, 1, 1, 1, DENIED], {
      "write a post": `${NEW_POST} values ({team}, {someone}, 'x') returning 1`,
    }),
    ...who(EVENT_WRITERS, {
      "edit an event": "update events set title = 'x' where id = {event} returning 1",
      "translate an event": `update events set translations = '{"lv": {"title": "x"}}', language = 'en' where id = {event} returning 1`,
      "cancel an event that is featured":
        "update events set is_cancelled = true where id = {featuredEvent} returning 1",
      "delete an event": "delete from events where id = {event} returning 1",
    }),
    ...who([DENIED, DENIED, 1, DENIED, 1, 1, 1, 1], {
      "add an event": `${NEW_EVENT} values ({slug}, 'x', now(), now(), {team}, {someone}, false) returning 1`,
    }),
    ...who([0, 0, DENIED, 0, DENIED, DENIED, 1, DENIED], {
      "feature an event": "update events set featured = true where id = {event} returning 1",
      "give an event to another's team":
        "update events set team_id = {other} where id = {event} returning 1",
    }),
    ...who([DENIED, 1, 1, 1, 1, 1, 1, 1], {
      "found a team": "select create_team('x', {slug}, null, null, null, 'en')::text || '-'",
    }),
    ...who([0, 0, 0, 0, 0, 1, 1, 0], {
      "edit a team": "update teams set name = 'x' where id = {team} returning 1",
      "translate a team": `update teams set translations = '{"lv": {"description": "x"}}' where id = {team} returning 1`,
      "say which language a team's text is in":
        "update teams set language = 'lv' where id = {team} returning 1",
    }),
    ...who([0, 0, 0, 0, 0, DENIED, 1, 0], {
      "verify a team": "update teams set is_verified = true where id = {team} returning 1",
      "show a hidden team again":
        "update teams set hidden_at = null where id = {hidden} returning 1",
    }),
    ...who(onlySuper(1, 0), {
      "delete a team": "delete from teams where id = {team} returning 1",
      "edit an event of no team":
        "update events set title = 'x' where id = {openEvent} returning 1",
      "take an event of another's team":
        "update events set team_id = {team} where id = {othersEvent} returning 1",
    }),
    ...who(onlySuper(1, DENIED), {
      "add an event in another's name": `${NEW_EVENT} values ({slug}, 'x', now(), now(), {team}, {stranger}, false) returning 1`,
      "add a featured event": `${NEW_EVENT} values ({slug}, 'x', now(), now(), {team}, {someone}, true) returning 1`,
      "add an event of no team": `${NEW_EVENT} values ({slug}, 'x', now(), now(), null, {someone}, false) returning 1`,
    }),
    ...who(onlyOwner(1, 0), {
      "see another's request": "select from team_join_requests where id = {request}",
    }),
    ...who(onlyOwner("decided", NONE), {
      "decide about a request": "select decide_join_request({request}, true)",
      "reopen a request": "select reopen_join_request({declined})",
    }),
    ...who(onlyOwner("done", "forbidden"), {
      "set a role": "select set_team_role({team}, {mate}, 'admin')",
      "hand a team over": "select hand_over_team({team}, {mate})",
      "remove a member": "select remove_team_member({team}, {mate})",
      "remove the owner": "select remove_team_member({team}, {owner})",
    }),
    ...who(onlyOwner(NONE, "forbidden"), {
      "make an owner by setting a role": "select set_team_role({team}, {mate}, 'owner')",
      "hand a team to a stranger": "select hand_over_team({team}, {stranger})",
    }),
    ...who(["forbidden", NONE, "done", "done", "done", "done", NONE, "done"], {
      leave: "select remove_team_member({team}, {someone})",
    }),
    ...who([DENIED, "asked", IN_IT, IN_IT, IN_IT, IN_IT, "asked", IN_IT], {
      "ask to join": "select outcome from request_to_join({team}, null)",
    }),
    ...who([0, 1, 1, 1, 1, 1, 1, 1], {
      "take back their own request":
        "delete from team_join_requests where id = {ownRequest} returning 1",
      "say which emails they get": "update users set mail_join_requests = false returning 1",
    }),
    ...who(all(0), {
      "take back another's request":
        "delete from team_join_requests where id = {request} returning 1",
      "take back their own request that was declined":
        "delete from team_join_requests where id = {ownDeclined} returning 1",
    }),
    ...who(all(DENIED), {
      "insert a team": "insert into teams (name, slug) values ('x', {slug})",
      "insert a member":
        "insert into team_members (team_id, user_id, role) values ({team}, {someone}, 'admin')",
      "update a role": "update team_members set role = 'admin' where team_id = {team}",
      "delete a member": "delete from team_members where team_id = {team}",
      "insert a request":
        "insert into team_join_requests (team_id, user_id) values ({team}, {someone})",
      "update a request": "update team_join_requests set status = 'approved', decided_at = now()",
      "pass a team on": "select pass_team_on({team}, {someone})",
      "write a post in another's name": `${NEW_POST} values ({team}, {stranger}, 'x')`,
      "write a post in nobody's name": `${NEW_POST} values ({team}, null, 'x')`,
      "give a post to another team": "update team_posts set team_id = {team}",
      "give a post to another author": "update team_posts set user_id = null",
      "change an event's address": "update events set slug = 'x'",
      "change an event's author": "update events set user_id = null",
      "change an event's count of changes": "update events set revision = 0",
    }),
  ],
)

test("an author who has left the team reads and changes neither their drafts nor their events", async () => {
  const { id: author } = await makeUser(root)
  const team = await makeTeam(root, { [crowd.people.owner.id]: "owner" })
  const { id } = await makePost(root, team.id, author, { published: false })
  const event = await makeEvent(root, team.id, { author, type: "team" })
  const db = app.as({ userId: author })
  expect(await db.many`select id from team_posts where id = ${id}`).toEqual([])
  expect(await db.many`update team_posts set title = 'x' returning id`).toEqual([])
  expect(await db.many`delete from team_posts returning id`).toEqual([])
  expect(await db.many`select id from events where id = ${event.id}`).toEqual([])
  expect(await db.many`delete from events returning id`).toEqual([])
})
