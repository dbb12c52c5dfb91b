import { expect, test } from "vitest"
import { openTestDatabase } from "../support/database.ts"
import { makeUser } from "../support/factories.ts"
import {
  DENIED,
  expectSameOutcomes,
  type Fixture,
  type Outcome,
  testRights,
} from "../support/people/rights.ts"
import {
  addMember,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  makeTeamPeople,
  TEAM_RELATIONS,
  type TeamRelation,
} from "../support/people/teams.ts"

const database = await openTestDatabase()
const { db, app } = database
const scenes = new Map<TeamRelation, Fixture>()

const makePerson = async () => (await makeUser(db, { displayName: "Person" })).id

/** Creates rows for the statements of one viewer. For an anonymous visitor, who has no id, `viewer` is any member. */
async function makeScene(relation: TeamRelation): Promise<Fixture> {
  const stranger = await makePerson()
  const teammate = await makePerson()
  const viewer = teamPeople.people[relation].id ?? (await makePerson())
  // A former admin is an ordinary member with the right to change their own posts.
  const author = teamPeople.people["former admin"].id
  const { id: team, slug } = await teamPeople.newTeam(relation)
  await addMember(db, team, teammate, "member")
  const { id: hiddenTeam } = await teamPeople.newTeam(relation)
  const { id: otherTeam } = await makeTeam(db, { [await makePerson()]: "owner" })
  const scene = {
    ...{ viewer, stranger, teammate, author, team, hiddenTeam, otherTeam, slug: `${slug}-x` },
    owner: teamPeople.people.owner.id,
    post: (await makePost(db, team, author)).id,
    draft: (await makePost(db, team, author, { published: false })).id,
    hiddenPost: (await makePost(db, team, author, { published: false })).id,
    event: (await makeEvent(db, team)).id,
    teamOnlyEvent: (await makeEvent(db, team, { type: "team" })).id,
    featuredEvent: (await makeEvent(db, team, { featured: true })).id,
    eventWithoutTeam: (await makeEvent(db, null)).id,
    eventOfOtherTeam: (await makeEvent(db, otherTeam)).id,
    postOfHiddenTeam: (await makePost(db, hiddenTeam, null)).id,
    eventOfHiddenTeam: (await makeEvent(db, hiddenTeam)).id,
    request: await makeRequest(db, team, stranger),
    declinedRequest: await makeRequest(db, team, await makePerson(), "rejected"),
    ownRequest: await makeRequest(db, otherTeam, viewer),
    ownDeclinedRequest: await makeRequest(db, hiddenTeam, viewer, "rejected"),
  }
  await db.one`update teams set hidden_at = now() where id = ${hiddenTeam}`
  await db.one`update team_posts set hidden_at = now() where id = ${scene.hiddenPost}`
  return scene
}

const teamPeople = await makeTeamPeople(db)
for (const relation of TEAM_RELATIONS) scenes.set(relation, await makeScene(relation))

/** Outcomes in the order of TEAM_RELATIONS. A number is a number of rows; 0 means that row-level security hides all rows. */
type Outcomes = [
  anonymous: Outcome,
  nonMember: Outcome,
  member: Outcome,
  memberWithoutPosting: Outcome,
  admin: Outcome,
  owner: Outcome,
  superAdmin: Outcome,
  formerAdmin: Outcome,
]
const expectForAll = (outcome: Outcome): Outcomes => [
  ...([outcome, outcome, outcome, outcome] as const),
  ...([outcome, outcome, outcome, outcome] as const),
]
const expectOnlyForOwner = (allowed: Outcome, refused: Outcome): Outcomes => [
  refused,
  refused,
  refused,
  refused,
  refused,
  allowed,
  refused,
  refused,
]
const expectOnlyForSuperAdmin = (allowed: Outcome, refused: Outcome): Outcomes => [
  refused,
  refused,
  refused,
  refused,
  refused,
  refused,
  allowed,
  refused,
]

/** SQLSTATE with which a trigger refuses to publish a post that a super admin has hidden. */
const HIDDEN_BY_ADMINS = "DA423"
const NOT_FOUND = "not_found"
const ALREADY_MEMBER = "already_member"
const ONE_FOR_MANAGERS: Outcomes = [0, 0, 0, 0, 1, 1, 1, 1]
const ONE_FOR_TEAM_MEMBERS: Outcomes = [0, 0, 1, 1, 1, 1, 1, 1]
const ONE_FOR_EVENT_WRITERS: Outcomes = [0, 0, 1, 0, 1, 1, 1, 1]
const INSERT_POST = "insert into team_posts (team_id, user_id, title)"
const INSERT_EVENT =
  "insert into events (slug, title, start_date, end_date, team_id, user_id, featured)"

testRights(
  database,
  TEAM_RELATIONS,
  (relation) => ({ viewer: teamPeople.people[relation].id, scene: scenes.get(relation) ?? {} }),
  [
    ...expectSameOutcomes(expectForAll(1), {
      "see a team": "select from teams where id = {team}",
      "see a published post": "select from team_posts where id = {post}",
      "see a public event": "select from events where id = {event}",
    }),
    ...expectSameOutcomes(expectForAll(6), {
      "list the members of a team": "select from list_team_members({team})",
    }),
    ...expectSameOutcomes([0, 0, 1, 1, 1, 1, 0, 1], {
      "see membership rows of their own team": "select from team_members where team_id = {team}",
    }),
    ...expectSameOutcomes(ONE_FOR_TEAM_MEMBERS, {
      "see a team-only event": "select from events where id = {teamOnlyEvent}",
      "see a hidden team": "select from teams where id = {hiddenTeam}",
      "list the members of a hidden team": "select from list_team_members({hiddenTeam}) limit 1",
      "see posts of a hidden team":
        "select from list_visible_team_posts() where id = {postOfHiddenTeam}",
      "see events of a hidden team":
        "select from list_visible_events() where id = {eventOfHiddenTeam}",
    }),
    ...expectSameOutcomes(
      [DENIED, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND],
      {
        "request to join a hidden team": "select outcome from request_to_join({hiddenTeam}, null)",
      },
    ),
    ...expectSameOutcomes(ONE_FOR_MANAGERS, {
      "see a draft": "select from team_posts where id = {draft}",
      "edit a post": "update team_posts set title = 'x' where id = {post} returning 1",
      "set the language of a post":
        "update team_posts set language = 'lv', is_language_guessed = false where id = {post} returning 1",
      "delete a post": "delete from team_posts where id = {post} returning 1",
    }),
    ...expectSameOutcomes([0, 0, 0, 0, HIDDEN_BY_ADMINS, HIDDEN_BY_ADMINS, 1, HIDDEN_BY_ADMINS], {
      "publish a hidden post":
        "update team_posts set is_published = true where id = {hiddenPost} returning 1",
    }),
    ...expectSameOutcomes([DENIED, DENIED, DENIED, DENIED, 1, 1, 1, DENIED], {
      "write a post": `${INSERT_POST} values ({team}, {viewer}, 'x') returning 1`,
    }),
    ...expectSameOutcomes(ONE_FOR_EVENT_WRITERS, {
      "edit an event": "update events set title = 'x' where id = {event} returning 1",
      "translate an event": `update events set translations = '{"lv": {"title": "x"}}', language = 'en' where id = {event} returning 1`,
      "cancel an event that is featured":
        "update events set is_cancelled = true where id = {featuredEvent} returning 1",
      "delete an event": "delete from events where id = {event} returning 1",
    }),
    ...expectSameOutcomes([DENIED, DENIED, 1, DENIED, 1, 1, 1, 1], {
      "add an event": `${INSERT_EVENT} values ({slug}, 'x', now(), now(), {team}, {viewer}, false) returning 1`,
    }),
    ...expectSameOutcomes([0, 0, DENIED, 0, DENIED, DENIED, 1, DENIED], {
      "feature an event": "update events set featured = true where id = {event} returning 1",
      "move an event to another team":
        "update events set team_id = {otherTeam} where id = {event} returning 1",
    }),
    ...expectSameOutcomes([DENIED, 1, 1, 1, 1, 1, 1, 1], {
      "create a team": "select create_team('x', {slug}, null, null, null, 'en')::text || '-'",
    }),
    ...expectSameOutcomes([0, 0, 0, 0, 0, 1, 1, 0], {
      "edit a team": "update teams set name = 'x' where id = {team} returning 1",
      "translate a team": `update teams set translations = '{"lv": {"description": "x"}}' where id = {team} returning 1`,
      "set the language of a team's description":
        "update teams set language = 'lv' where id = {team} returning 1",
    }),
    ...expectSameOutcomes([0, 0, 0, 0, 0, DENIED, 1, 0], {
      "verify a team": "update teams set is_verified = true where id = {team} returning 1",
      "show a hidden team again":
        "update teams set hidden_at = null where id = {hiddenTeam} returning 1",
    }),
    ...expectSameOutcomes(expectOnlyForSuperAdmin(1, 0), {
      "delete a team": "delete from teams where id = {team} returning 1",
      "edit an event of no team":
        "update events set title = 'x' where id = {eventWithoutTeam} returning 1",
      "move an event of another team to this one":
        "update events set team_id = {team} where id = {eventOfOtherTeam} returning 1",
    }),
    ...expectSameOutcomes(expectOnlyForSuperAdmin(1, DENIED), {
      "add an event in another member's name": `${INSERT_EVENT} values ({slug}, 'x', now(), now(), {team}, {stranger}, false) returning 1`,
      "add a featured event": `${INSERT_EVENT} values ({slug}, 'x', now(), now(), {team}, {viewer}, true) returning 1`,
      "add an event of no team": `${INSERT_EVENT} values ({slug}, 'x', now(), now(), null, {viewer}, false) returning 1`,
    }),
    ...expectSameOutcomes(expectOnlyForOwner(1, 0), {
      "see a request to join": "select from team_join_requests where id = {request}",
    }),
    ...expectSameOutcomes(expectOnlyForOwner("decided", NOT_FOUND), {
      "decide about a request": "select decide_join_request({request}, true)",
      "reopen a request": "select reopen_join_request({declinedRequest})",
    }),
    ...expectSameOutcomes(expectOnlyForOwner("done", "forbidden"), {
      "set a role": "select set_team_role({team}, {teammate}, 'admin')",
      "hand a team over": "select hand_over_team({team}, {teammate})",
      "remove a member": "select remove_team_member({team}, {teammate})",
      "remove the owner": "select remove_team_member({team}, {owner})",
    }),
    ...expectSameOutcomes(expectOnlyForOwner(NOT_FOUND, "forbidden"), {
      "make an owner by setting a role": "select set_team_role({team}, {teammate}, 'owner')",
      "hand a team to a person outside it": "select hand_over_team({team}, {stranger})",
    }),
    ...expectSameOutcomes(
      ["forbidden", NOT_FOUND, "done", "done", "done", "done", NOT_FOUND, "done"],
      {
        "leave a team": "select remove_team_member({team}, {viewer})",
      },
    ),
    ...expectSameOutcomes(
      [
        DENIED,
        "requested",
        ALREADY_MEMBER,
        ALREADY_MEMBER,
        ALREADY_MEMBER,
        ALREADY_MEMBER,
        "requested",
        ALREADY_MEMBER,
      ],
      {
        "request to join": "select outcome from request_to_join({team}, null)",
      },
    ),
    ...expectSameOutcomes([0, 1, 1, 1, 1, 1, 1, 1], {
      "withdraw their own request":
        "delete from team_join_requests where id = {ownRequest} returning 1",
      "choose their emails":
        "insert into notification_preferences (user_id, topic, email) select id, 'join_request', false from users returning 1",
    }),
    ...expectSameOutcomes(expectForAll(0), {
      "withdraw another member's request":
        "delete from team_join_requests where id = {request} returning 1",
      "withdraw their own declined request":
        "delete from team_join_requests where id = {ownDeclinedRequest} returning 1",
    }),
    ...expectSameOutcomes(expectForAll(DENIED), {
      "insert a team": "insert into teams (name, slug) values ('x', {slug})",
      "insert a member":
        "insert into team_members (team_id, user_id, role) values ({team}, {viewer}, 'admin')",
      "update a role": "update team_members set role = 'admin' where team_id = {team}",
      "delete a member": "delete from team_members where team_id = {team}",
      "insert a request":
        "insert into team_join_requests (team_id, user_id) values ({team}, {viewer})",
      "update a request": "update team_join_requests set status = 'approved', decided_at = now()",
      "pass a team on": "select pass_team_to_next_owner({team}, {viewer})",
      "write a post in another member's name": `${INSERT_POST} values ({team}, {stranger}, 'x')`,
      "write a post without an author": `${INSERT_POST} values ({team}, null, 'x')`,
      "give a post to another team": "update team_posts set team_id = {team}",
      "give a post to another author": "update team_posts set user_id = null",
      "change the slug of an event": "update events set slug = 'x'",
      "change an event's author": "update events set user_id = null",
      "change the revision of an event": "update events set revision = 0",
    }),
  ],
)

test("a former member can neither read nor change drafts and events of the team", async () => {
  const { id: author } = await makeUser(db)
  const team = await makeTeam(db, { [teamPeople.people.owner.id]: "owner" })
  const { id } = await makePost(db, team.id, author, { published: false })
  const event = await makeEvent(db, team.id, { author, type: "team" })
  const formerMember = app.as({ userId: author })
  expect(await formerMember.many`select id from team_posts where id = ${id}`).toEqual([])
  expect(await formerMember.many`update team_posts set title = 'x' returning id`).toEqual([])
  expect(await formerMember.many`delete from team_posts returning id`).toEqual([])
  expect(await formerMember.many`select id from events where id = ${event.id}`).toEqual([])
  expect(await formerMember.many`delete from events returning id`).toEqual([])
})
