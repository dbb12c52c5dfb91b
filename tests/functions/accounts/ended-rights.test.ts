/**
 * Tests that a right really ends, for example when a member leaves a team. The former holder of the right tries each action
 * that needs the right in SQL, with a viewer claim that was signed before the right ended, and one HTTP call.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto"
import { describe, expect, test } from "vitest"
import { connect, type ViewerByClaim } from "../../../db/client.ts"
import { renewFeed } from "../../../db/queries/signups.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { createClaim, openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation, makeUser } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  EDITOR,
  giveGrant,
  makeTranslatorGrant,
  makeWriter,
} from "../../support/people/newsroom.ts"
import {
  addMember,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
} from "../../support/people/teams.ts"

const { db, app, auth, owner, appUrl, run } = await openTestDatabase()
process.env.SITE_URL = "http://daina.test"
const actAs = (userId: string) => app.as({ userId })

const superAdmin = (await makeUser(db, { role: "super_admin", displayName: "Boss" })).id
/** Runs statements as daina_app with a viewer claim. */
const appWithClaim = connect<ViewerByClaim>(appUrl)

interface Scene {
  /** The member who has the right, until a statement of an `Ending` ends it. */
  holder: Member
  /** Ids by the name of the placeholder that they replace in statements and paths, such as `{team}`. */
  ids: Record<string, string>
}
/**
 * The statements that end the right, and the actor who runs them. The actor `auth` is the holder with the database role
 * daina_auth; the actor `database` is the database owner.
 */
type Ending = [
  actor: "holder" | "owner" | "superAdmin" | "auth" | "database",
  ...statements: string[],
]

interface Right {
  makeScene(): Promise<Scene>
  endings: Record<string, Ending>
  /** Statements for which `does_succeed()` is true only while the holder has the right. */
  actions: Record<string, string>
  /** An HTTP call that needs the right, such as `GET profile`. */
  probe: string
}

/** Replaces placeholders such as `{team}` with ids in quotes. */
const fillIds = (text: string, ids: Scene["ids"], quote = "'") =>
  text.replace(/\{(\w+)\}/g, (_, name) => {
    if (!ids[name]) throw new Error(`The scene has no id ${name}`)
    return `${quote}${ids[name]}${quote}`
  })

async function endRight({ holder, ids }: Scene, [actor, ...statements]: Ending): Promise<void> {
  const viewers = { holder: holder.id, owner: ids["owner"] ?? "", superAdmin }
  const actors = { auth: auth.as({ userId: holder.id }), database: db }
  const actorDb = actor === "auth" || actor === "database" ? actors[actor] : actAs(viewers[actor])
  for (const statement of statements) {
    const text = fillIds(statement, { ...ids, holder: holder.id })
    await actorDb.batch([{ text, params: [] }])
  }
}

// does_succeed() runs a statement and rolls it back. It returns true if the statement returned a row, unless a value in the
// row means that a function did nothing, such as 'not_found'.
await run(`
  create function does_succeed(statement text) returns boolean language plpgsql as $$
  declare
    result record;
    row_count integer;
  begin
    execute statement into result;
    get diagnostics row_count = row_count;
    raise sqlstate 'UNDO1';
  exception
    when sqlstate 'UNDO1' then
      return row_count > 0 and not exists (
        select from jsonb_each_text(to_jsonb(result))
        where value is null or value in
          ('false', '-1', '', 'not_found', 'forbidden', 'closed', 'waiting', 'declined'));
    when others then
      return false;
  end $$`)

/** Returns the names of the actions that succeed with a viewer claim. */
async function findSuccessfulActions(claim: string, { actions }: Right, ids: Scene["ids"]) {
  const statements = fillIds(JSON.stringify(actions), ids)
  const rows = await appWithClaim.as({ claim }).many<{ name: string }>`
    select name from json_each_text(${statements}) as action (name, statement)
    where does_succeed(statement)`
  return rows.map(({ name }) => name)
}

function sendProbe({ probe }: Right, { holder, ids }: Scene) {
  const [method = "", path] = fillIds(probe, ids, "").split(" ")
  return holder.browser.send(method, `/api/${path}`)
}

const ACCOUNT_ENDINGS = {
  "is blocked": ["superAdmin", "select block_user({holder}, 'Spam')"],
  "requests the deletion of their account": ["auth", "select schedule_own_deletion('{}')"],
  "is deleted": ["database", "delete from users where id = {holder}"],
} satisfies Record<string, Ending>
/** Ways in which a role loses its rights: a role that requires a second factor has none after the deadline without one. */
const FACTOR_ENDINGS = {
  "misses the deadline for a second factor": [
    "database",
    "update users set factor_due_at = now() - interval '1 day' where id = {holder}",
  ],
} satisfies Record<string, Ending>
const MEMBERSHIP_ENDINGS = {
  "leaves the team": ["holder", "select remove_team_member({team}, {holder})"],
  "is removed from the team": ["owner", "select remove_team_member({team}, {holder})"],
} satisfies Record<string, Ending>

/**
 * Creates a team with an event, a draft of a post and a join request. The holder wrote the event and the draft, attends
 * the event, and has `role` in the team.
 */
async function makeTeamScene(
  options: { role?: "owner" | "admin" | "member" | null; type?: "public" | "team" } = {},
): Promise<Scene> {
  const { role = "member", type = "public" } = options
  const [holder, teammate, guest, applicant, otherOwner] = await Promise.all([
    makeMember(db, { displayName: "Holder" }),
    makeUser(db, { displayName: "Mate" }),
    makeUser(db, { displayName: "Guest" }),
    makeUser(db, { displayName: "Asks" }),
    makeUser(db, { displayName: "Owner" }),
  ])
  const owner = role === "owner" ? holder : otherOwner
  const team = await makeTeam(db, { [owner.id]: "owner", [teammate.id]: "member" })
  if (role && role !== "owner") await addMember(db, team.id, holder.id, role)
  const start = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const event = await makeEvent(db, team.id, { author: holder.id, type, start })
  await db.one`update events set takes_signups = true where id = ${event.id}`
  const insertSignup = async (user: string) =>
    (await db.value<string>`
      insert into event_signups (event_id, user_id, status) values (${event.id}, ${user}, 'going')
      returning id`) ?? ""
  const [signup, ownSignup, request, post] = await Promise.all([
    insertSignup(guest.id),
    insertSignup(holder.id),
    makeRequest(db, team.id, applicant.id),
    makePost(db, team.id, holder.id, { published: false }),
  ])
  const ids = {
    team: team.id,
    slug: team.slug,
    owner: owner.id,
    teammate: teammate.id,
    holder: holder.id,
    event: event.id,
    signup,
    ownSignup,
    request,
    post: post.id,
    freeSlug: `event-${randomUUID()}`,
  }
  return { holder, ids }
}

/** Creates a team with an event, a draft and a join request. The holder is a helper at the event, not its author. */
async function makeHelperScene(options: Parameters<typeof makeTeamScene>[0] = {}): Promise<Scene> {
  const scene = await makeTeamScene(options)
  const { event, ownSignup, owner = "" } = scene.ids
  // The author of an event could manage it even without being a helper.
  await db.one`update events set user_id = null where id = ${event}`
  expect(await actAs(owner).value`select set_helper(${ownSignup}, true)`).toBe(true)
  return scene
}

/** Actions that organizers and helpers of an event may do with the list of its attendees. */
const LIST_ACTIONS = {
  "organize the event": "select organizes_event({event})",
  "read the list": "select id from list_signups({event}, '', 'going', null, null, 100)",
  "download the list": "select id from list_signups({event}, '', 'everyone', null, null, 100)",
  "message all attendees": "select message_attendees({event}, 'Doors at 6.')",
  "add a walk-in": "select add_walk_in({event}, 'Anna', 0)",
  "take an attendee off the list": "select outcome from move_signup({signup}, 'not_going', null)",
  "check in an attendee": "select guests from check_in({event}, {signup}, now())",
} satisfies Right["actions"]
const LIST_PROBE = "GET events/{event}/signups"
const actAsOrganizer = ({ ids }: Scene) => actAs(ids["owner"] ?? "")
/** Ways in which a helper, who is also an attendee, loses the place or the helper role. */
const PLACE_ENDINGS = {
  "withdraws from the event": ["holder", "select withdraw_from_event({event})"],
  "answers that they are not going": [
    "holder",
    "select answer_event({event}, 'not_going', 0, null, '{}')",
  ],
  "answers that they are only interested": [
    "holder",
    "select answer_event({event}, 'interested', 0, null, '{}')",
  ],
  "is taken off the list": ["owner", "select move_signup({ownSignup}, 'not_going', null)"],
  "is moved to the waitlist": [
    "owner",
    "update events set max_participants = 0 where id = {event}",
    "select move_signup({ownSignup}, 'waiting', null)",
  ],
  "loses the helper role": ["owner", "select set_helper({ownSignup}, false)"],
} satisfies Record<string, Ending>

/** Ways in which an event becomes invisible to attendees who are not members of the team. */
const VISIBILITY_ENDINGS = {
  "becomes team-only": ["database", "update events set event_type = 'team' where id = {event}"],
  "is hidden with its team": ["superAdmin", "update teams set hidden_at = now() where id = {team}"],
} satisfies Record<string, Ending>

const FORBID_EVENTS = "update teams set members_may_post_events = false where id = {team}"
const EVENT_ACTIONS: Right["actions"] = {
  "manage an event": "select manages_event({event})",
  "read its list": LIST_ACTIONS["read the list"],
  "make an attendee a helper": "select set_helper({signup}, true)",
  "edit the event": "update events set title = 'x' where id = {event} returning 1",
  "delete the event": "delete from events where id = {event} returning 1",
  "add an event": `insert into events (slug, title, start_date, end_date, team_id, user_id)
    values ({freeSlug}, 'x', now(), now(), {team}, {holder}) returning 1`,
  "record an import":
    "insert into event_imports (team_id, uid, event_id) values ({team}, 'x', {event}) returning 1",
}
const TEAM_ONLY_ACTIONS: Right["actions"] = {
  "see the team-only event": "select from events where id = {event}",
  "sign up for the event": "select answer_event({event}, 'interested', 0, null, '{}')",
  "see the attendees": "select from list_visible_attendees({event})",
  "have a role in the team": "select get_own_team_role({team})",
}
const NEWS_ACTIONS: Right["actions"] = {
  "read a draft": "select from news where id = {draft}",
  "write an article": "insert into news (slug, title) values ({freeSlug}, 'x') returning 1",
  "edit an article": "update news set title = 'x' where id = {article} returning 1",
  "delete a draft": "delete from news where id = {draft} returning 1",
  "read the revisions of an article": "select from news_revisions where news_id = {article}",
  "store a draft":
    "insert into news_drafts (id, language, form) values (gen_random_uuid(), 'en', '{}') returning 1",
  "see the current editors of articles": "select from news_presence",
  "list all articles": "select id from list_admin_rows('news', '', null, 'newest', null, null, 5)",
  "see the builds": "select from builds",
  "see the number of newsletter readers": "select readers from get_article_issue_status({article})",
  "send the newsletter": "select begin_article_issue({article}, '{}')",
  "open a preview":
    "insert into news_previews (article_id, token_hash) values ({article}, sha256('x')) returning 1",
}
async function makeNewsScene(): Promise<Scene> {
  const holder = await makeWriter(db, EDITOR)
  const article = await makeArticle(db)
  const draft = await makeArticle(db, { published: false })
  await db.one`insert into builds (content_version, status) values (1, 'running') on conflict do nothing`
  await db.one`insert into news_presence (article_id, user_id) values (${article.id}, ${superAdmin})`
  const token = randomBytes(32).toString("base64url")
  await actAs(holder.id).one`
    insert into news_previews (article_id, token_hash) values (${draft.id}, sha256(${token}::text::bytea))`
  const ids = { article: article.id, draft: draft.id, token, freeSlug: `article-${randomUUID()}` }
  return { holder, ids: { ...ids, holder: holder.id } }
}
const GRANT_ENDING: Ending = ["superAdmin", "delete from news_grants where user_id = {holder}"]
/** Ways in which an editor loses the right to share previews of originals. Translators do not have this right. */
const PREVIEW_ENDINGS = {
  "loses the grant": GRANT_ENDING,
  "becomes a translator into another language": [
    "superAdmin",
    `update news_grants set kind = 'translator', languages = array['lv']::locale_code[]
    where user_id = {holder}`,
  ],
} satisfies Record<string, Ending>

const RIGHTS: Record<string, Right> = {
  "a helper at the public event of their team": {
    makeScene: makeHelperScene,
    endings: { ...PLACE_ENDINGS, ...MEMBERSHIP_ENDINGS, ...ACCOUNT_ENDINGS },
    actions: LIST_ACTIONS,
    probe: LIST_PROBE,
  },
  "a helper from outside the team": {
    makeScene: () => makeHelperScene({ role: null }),
    endings: {
      ...PLACE_ENDINGS,
      ...ACCOUNT_ENDINGS,
      "cannot see the event, because it became team-only": VISIBILITY_ENDINGS["becomes team-only"],
      "cannot see the event, because its team is hidden":
        VISIBILITY_ENDINGS["is hidden with its team"],
    },
    actions: LIST_ACTIONS,
    probe: LIST_PROBE,
  },
  "a helper at a team-only event": {
    makeScene: () => makeHelperScene({ type: "team" }),
    endings: { ...PLACE_ENDINGS, ...MEMBERSHIP_ENDINGS, ...ACCOUNT_ENDINGS },
    actions: LIST_ACTIONS,
    probe: "GET events/{event}/signups.csv",
  },
  "an attendee of a team-only event": {
    makeScene: () => makeTeamScene({ type: "team" }),
    endings: { ...MEMBERSHIP_ENDINGS, ...ACCOUNT_ENDINGS },
    actions: {
      ...TEAM_ONLY_ACTIONS,
      "keep the place": `select from event_signups
        where event_id = {event} and status in ('going', 'waiting', 'offered')`,
    },
    probe: "GET events/{event}/signup",
  },
  "the author of an event": {
    makeScene: makeTeamScene,
    endings: {
      ...MEMBERSHIP_ENDINGS,
      ...ACCOUNT_ENDINGS,
      "loses the permission to post events": ["owner", FORBID_EVENTS],
    },
    actions: EVENT_ACTIONS,
    probe: LIST_PROBE,
  },
  "the author of a post": {
    makeScene: makeTeamScene,
    endings: { ...MEMBERSHIP_ENDINGS, ...ACCOUNT_ENDINGS },
    actions: {
      "read the draft": "select from team_posts where id = {post}",
      "edit the post": "update team_posts set title = 'x' where id = {post} returning 1",
      "publish the post": "update team_posts set is_published = true where id = {post} returning 1",
      "delete the post": "delete from team_posts where id = {post} returning 1",
    },
    probe: "GET posts/{post}",
  },
  "an admin of a team": {
    makeScene: async () => {
      const scene = await makeTeamScene({ role: "admin" })
      // The author of a post could read it even without being an admin.
      await db.one`update team_posts set user_id = null where id = ${scene.ids["post"]}`
      return scene
    },
    endings: {
      ...MEMBERSHIP_ENDINGS,
      ...ACCOUNT_ENDINGS,
      "becomes an ordinary member of a team whose members may not post events": [
        "owner",
        FORBID_EVENTS,
        "select set_team_role({team}, {holder}, 'member')",
      ],
    },
    actions: {
      ...EVENT_ACTIONS,
      "write a post":
        "insert into team_posts (team_id, user_id, title) values ({team}, {holder}, 'x') returning 1",
      "read a draft": "select from team_posts where id = {post}",
      "edit a post": "update team_posts set title = 'x' where id = {post} returning 1",
    },
    probe: LIST_PROBE,
  },
  "the owner of a team": {
    makeScene: () => makeTeamScene({ role: "owner" }),
    endings: {
      "hands the team over": ["holder", "select hand_over_team({team}, {teammate})"],
      "leaves the team": MEMBERSHIP_ENDINGS["leaves the team"],
      ...ACCOUNT_ENDINGS,
    },
    actions: {
      "edit the team": "update teams set name = 'x' where id = {team} returning 1",
      "see the members who request to join": "select from list_join_requests({team})",
      "read the row of a join request": "select from team_join_requests where id = {request}",
      "decide on a join request": "select decide_join_request({request}, true)",
      "make a member an admin": "select set_team_role({team}, {teammate}, 'admin')",
      "remove a member": "select remove_team_member({team}, {teammate})",
      "hand the team over": "select hand_over_team({team}, {teammate})",
    },
    probe: "GET teams/{slug}/join-requests",
  },
  "a member with a pending join request": {
    makeScene: async () => {
      const scene = await makeTeamScene({ role: null })
      const { team = "", holder = "" } = scene.ids
      scene.ids["ownRequest"] = await makeRequest(db, team, holder)
      return scene
    },
    endings: {
      "withdraws the request": ["holder", "delete from team_join_requests where id = {ownRequest}"],
      "is declined": ["owner", "select decide_join_request({ownRequest}, false)"],
      "is approved": ["owner", "select decide_join_request({ownRequest}, true)"],
      ...ACCOUNT_ENDINGS,
    },
    actions: {
      "withdraw the request": "delete from team_join_requests where id = {ownRequest} returning 1",
    },
    probe: "DELETE join-requests/{ownRequest}",
  },
  "a member who was offered a free place, while others wait": {
    makeScene: async () => {
      const scene = await makeTeamScene({ role: null })
      await db.one`
        update events set max_participants = 2, offers_places = true where id = ${scene.ids["event"]}`
      await db.one`
        update event_signups set status = 'offered', offered_until = now() + interval '1 day'
        where id = ${scene.ids["ownSignup"]}`
      await db.one`
        insert into event_signups (event_id, user_id, status, queue)
        values (${scene.ids["event"]}, ${scene.ids["teammate"]}, 'waiting', nextval('signup_queue'))`
      return scene
    },
    endings: {
      "does not answer in time": [
        "database",
        "update event_signups set offered_until = now() - interval '1 second' where id = {ownSignup}",
      ],
      "declines the place": PLACE_ENDINGS["answers that they are not going"],
      "is taken off the list": PLACE_ENDINGS["is taken off the list"],
      ...ACCOUNT_ENDINGS,
    },
    actions: { "take the place": "select answer_event({event}, 'going', 0, null, '{}')" },
    // A probe has no body, so no probe can accept the place. This probe is a call that members can never make.
    probe: `DELETE events/{event}/check-ins/${randomUUID()}`,
  },
  "an editor of news": {
    makeScene: makeNewsScene,
    endings: { "loses the grant": GRANT_ENDING, ...ACCOUNT_ENDINGS, ...FACTOR_ENDINGS },
    actions: NEWS_ACTIONS,
    probe: "GET admin/news/{draft}",
  },
  "a super admin": {
    makeScene: async () => {
      const holder = await makeMember(db, { role: "super_admin", displayName: "Former" })
      const member = await makeUser(db, { displayName: "Member" })
      const { slug, id: team } = await makeTeam(db, { [member.id]: "owner" })
      return { holder, ids: { member: member.id, team, slug } }
    },
    endings: {
      "is made a member": [
        "superAdmin",
        "select change_user_role({holder}, 'user', 'Left the board')",
      ],
      ...ACCOUNT_ENDINGS,
      ...FACTOR_ENDINGS,
    },
    actions: {
      "list members": "select user_id from list_admin_users('', null, 'newest', null, null, 5)",
      "read emails": "select from mails",
      "read the audit log": "select from audit_log",
      "read a member's address": "select where get_masked_email_for_admin({member}) is not null",
      "block a member": "select block_user({member}, 'x')",
      "give a role": "select change_user_role({member}, 'super_admin', 'x')",
      "delete a member": "select delete_user_as_admin({member})",
      "hide a team": "update teams set hidden_at = now() where id = {team} returning 1",
      "delete a team": "delete from teams where id = {team} returning 1",
      "grant newsroom access":
        "insert into news_grants (user_id, kind) values ({member}, 'editor') returning 1",
    },
    probe: "GET admin/users",
  },
  "a signed-in member": {
    makeScene: async () => ({ holder: await makeMember(db, { displayName: "Holder" }), ids: {} }),
    endings: ACCOUNT_ENDINGS,
    actions: {
      "have a viewer id": "select current_viewer()",
      "see their account": "select from users",
      "export the account": "select export_account()::text",
      "edit their profile": "update profiles set bio = 'x' returning 1",
    },
    probe: "GET profile",
  },
}

describe.each(Object.entries(RIGHTS))("%s", (_, right) => {
  test.each(Object.entries(right.endings))(
    "no action succeeds after the member %s",
    async (_, ending) => {
      const scene = await right.makeScene()
      const claim = await createClaim(owner, scene.holder.id)
      expect(await findSuccessfulActions(claim, right, scene.ids)).toEqual(
        Object.keys(right.actions),
      )
      if (right.probe.startsWith("GET ")) expect((await sendProbe(right, scene)).status).toBe(200)
      await endRight(scene, ending)
      expect(await findSuccessfulActions(claim, right, scene.ids)).toEqual([])
      expect([401, 403, 404]).toContain((await sendProbe(right, scene)).status)
    },
  )
})

const listMailKinds = async (user: string) =>
  (await db.many<{ kind: string }>`select kind from mails where user_id = ${user}`).map(
    ({ kind }) => kind,
  )

describe("a link to a draft", () => {
  const openPreview = (token: string | undefined) =>
    openBrowser().send("POST", "/api/news/preview", { token })

  test.each(Object.entries({ ...PREVIEW_ENDINGS, ...ACCOUNT_ENDINGS }))(
    "the link shows nothing after its creator %s",
    async (_, ending) => {
      const scene = await makeNewsScene()
      expect((await openPreview(scene.ids["token"])).json["id"]).toBe(scene.ids["draft"])
      await endRight(scene, ending)
      expect((await openPreview(scene.ids["token"])).status).toBe(410)
    },
  )

  test("the link to a translation ends when its creator may no longer write in the language", async () => {
    const holder = await makeWriter(db, makeTranslatorGrant(["lv"]))
    const article = await makeArticle(db)
    const { id: translation } = await makeTranslation(db, article, "lv", { published: false })
    const token = randomBytes(32).toString("base64url")
    await actAs(holder.id).one`
      insert into news_previews (article_id, token_hash)
      values (${translation}, sha256(${token}::text::bytea))`
    expect((await openPreview(token)).json["id"]).toBe(translation)
    await db.one`delete from news_grants where user_id = ${holder.id}`
    await giveGrant(db, holder.id, makeTranslatorGrant(["et"]))
    expect((await openPreview(token)).status).toBe(410)
  })
})

describe("the secret URL of a member's calendar", () => {
  const readFeed = (token: string) => openBrowser().get(`/api/calendar-feed/${token}`)
  async function makeFeedScene() {
    const scene = await makeTeamScene({ type: "team" })
    const token = randomBytes(32).toString("base64url")
    const hash = createHash("sha256").update(token).digest("hex")
    await renewFeed(actAs(scene.holder.id), hash)
    return { scene, token }
  }

  test.each(Object.entries(ACCOUNT_ENDINGS))(
    "the URL is not found after the member %s",
    async (_, ending) => {
      const { scene, token } = await makeFeedScene()
      expect((await readFeed(token)).text).toContain("An event")
      await endRight(scene, ending)
      expect((await readFeed(token)).status).toBe(404)
    },
  )

  test.each(Object.entries(MEMBERSHIP_ENDINGS))(
    "the calendar has no team-only event after the member %s",
    async (_, ending) => {
      const { scene, token } = await makeFeedScene()
      await endRight(scene, ending)
      const { status, text } = await readFeed(token)
      expect([status, text.includes("An event")]).toEqual([200, false])
    },
  )

  test("the old URL of a calendar is not found after the member has renewed it", async () => {
    const { scene, token } = await makeFeedScene()
    await renewFeed(actAs(scene.holder.id), "00".repeat(32))
    expect((await readFeed(token)).status).toBe(404)
  })
})

describe("a team-only event", () => {
  test.each(Object.entries(MEMBERSHIP_ENDINGS))(
    "a member who %s gets no emails about the event",
    async (_, ending) => {
      const scene = await makeTeamScene({ type: "team" })
      const { event, holder } = scene.ids
      const listEmails = () => db.many`
      select kind from mails where user_id = ${holder} and about ->> 'event_id' = ${event}`
      await db.one`update events set address = 'Telliskivi 60a' where id = ${event}`
      expect(await listEmails()).toEqual([{ kind: "event_changed" }])
      await endRight(scene, ending)
      expect(await listEmails(), "unsent emails are deleted").toEqual([])
      await db.one`update events set address = 'Pirita tee 28' where id = ${event}`
      await actAsOrganizer(scene).one`select message_attendees(${event}, 'Doors at 6.')`
      expect(await listEmails()).toEqual([])
    },
  )

  test("the place of a former member passes to the first member on the waitlist", async () => {
    const { holder, ids } = await makeTeamScene({ type: "team" })
    await db.one`delete from event_signups where id = ${ids["signup"]}`
    await db.one`update events set max_participants = 1 where id = ${ids["event"]}`
    const outcomeOfTeammate = actAs(ids["teammate"] ?? "").value`
      select answer_event(${ids["event"]}, 'going', 0, null, '{}')`
    expect(await outcomeOfTeammate).toBe("waiting")
    await actAs(holder.id).one`select remove_team_member(${ids["team"]}, ${holder.id})`
    const places = await db.many`
      select user_id, status from event_signups where event_id = ${ids["event"]} order by status`
    expect(places).toEqual([
      { user_id: ids["teammate"], status: "going" },
      { user_id: holder.id, status: "not_going" },
    ])
  })

  test("members who sign up during their removal from the team have no place afterwards", async () => {
    const { ids } = await makeTeamScene({ type: "team" })
    const { team = "", event = "", owner = "" } = ids
    const leavingMembers = await Promise.all(Array.from({ length: 10 }, () => makeUser(db)))
    for (const { id } of leavingMembers) await addMember(db, team, id, "member")
    await Promise.all(
      leavingMembers.flatMap(({ id }) => [
        actAs(id).one`select answer_event(${event}, 'going', 0, null, '{}')`,
        actAs(owner).one`select remove_team_member(${team}, ${id})`,
      ]),
    )
    const remaining = await db.many`
      select from event_signups
      where event_id = ${event} and status = 'going' and user_id = any(${leavingMembers.map(({ id }) => id)}::uuid[])`
    expect(remaining).toEqual([])
  })

  test("after an event becomes team-only, attendees outside the team get no further details of the event", async () => {
    const { holder, ids } = await makeTeamScene({ role: null })
    await db.one`
      update events set event_type = 'team', title = 'Secret', address = 'Pirita tee 28'
      where id = ${ids["event"]}`
    await db.one`update events set address = 'Telliskivi 60a' where id = ${ids["event"]}`
    expect(
      await db.many`
        select kind, about ->> 'event' as event, about ->> 'location' as location
        from mails where user_id = ${holder.id}`,
    ).toEqual([{ kind: "event_access_lost", event: "An event", location: null }])
  })

  test("when a team is deleted, the attendees of its events get an email about the cancellation", async () => {
    const { holder, ids } = await makeTeamScene({ type: "team" })
    await db.one`delete from teams where id = ${ids["team"]}`
    expect(await listMailKinds(holder.id)).toEqual(["event_cancelled"])
  })
})

describe("an event that becomes invisible to its attendees", () => {
  const listAnswers = (event: string | undefined) => db.many<{ user_id: string; status: string }>`
    select user_id, status from event_signups where event_id = ${event} order by created_at, id`

  const readStatus = ({ event }: Scene["ids"], user: string | undefined) => db.value<string>`
    select status from event_signups where event_id = ${event} and user_id = ${user}`

  test.each(Object.entries(VISIBILITY_ENDINGS))(
    "when an event %s, attendees who can no longer see it lose their places and get one email",
    async (_, ending) => {
      const scene = await makeHelperScene({ role: null })
      const { holder, ids } = scene
      const { event = "", teammate = "", signup } = ids
      await db.one`delete from event_signups where id = ${signup}`
      await db.one`update events set max_participants = 1 where id = ${event}`
      const outcomeOfTeammate = actAs(teammate)
        .value`select answer_event(${event}, 'going', 0, null, '{}')`
      expect(await outcomeOfTeammate).toBe("waiting")
      await db.one`update events set address = 'Telliskivi 60a' where id = ${event}`
      await endRight(scene, ending)
      expect(await listAnswers(event), "the place passes to the team's member").toEqual([
        { user_id: holder.id, status: "not_going" },
        { user_id: teammate, status: "going" },
      ])
      expect(await listMailKinds(holder.id)).toEqual(["event_access_lost"])
      expect(await db.many`select from event_helpers where event_id = ${event}`).toEqual([])
      const call = (method: string) => holder.browser.send(method, `/api/events/${event}/signup`)
      expect((await call("GET")).status).toBe(404)
      expect((await call("DELETE")).status, "the attendee can delete the old sign-up").toBe(204)
      expect((await call("DELETE")).status).toBe(404)
    },
  )

  test("when an event moves to another team, attendees of only the former team lose their places", async () => {
    const { holder, ids } = await makeTeamScene({ type: "team" })
    const otherTeam = await makeTeam(db, { [ids["teammate"] ?? ""]: "owner" })
    await actAs(ids["teammate"] ?? "").value`
      select answer_event(${ids["event"]}, 'going', 0, null, '{}')`
    await db.one`update events set team_id = ${otherTeam.id} where id = ${ids["event"]}`
    expect(await readStatus(ids, ids["teammate"])).toBe("going")
    expect(await readStatus(ids, holder.id)).toBe("not_going")
    expect(await listMailKinds(holder.id)).toEqual(["event_access_lost"])
  })

  test("attendees who still see the event and attendees of a past event keep their places", async () => {
    const { ids } = await makeTeamScene()
    await db.one`update events set event_type = 'team' where id = ${ids["event"]}`
    expect(await readStatus(ids, ids["holder"])).toBe("going")
    const pastScene = await makeTeamScene({ role: null })
    await db.one`
      update events set start_date = now() - interval '3 hours', end_date = now() - interval '1 hour'
      where id = ${pastScene.ids["event"]}`
    await endRight(pastScene, VISIBILITY_ENDINGS["becomes team-only"])
    expect(await readStatus(pastScene.ids, pastScene.holder.id)).toBe("going")
  })

  test("attendees who can no longer see a canceled event get only the email about the cancellation", async () => {
    const canceledWhenHidden = await makeTeamScene({ role: null })
    await db.one`
      update events set event_type = 'team', is_cancelled = true where id = ${canceledWhenHidden.ids["event"]}`
    expect(await listMailKinds(canceledWhenHidden.holder.id)).toEqual(["event_cancelled"])
    const canceledEarlier = await makeTeamScene({ role: null })
    await db.one`update events set is_cancelled = true where id = ${canceledEarlier.ids["event"]}`
    await endRight(canceledEarlier, VISIBILITY_ENDINGS["becomes team-only"])
    expect(await listMailKinds(canceledEarlier.holder.id)).toEqual(["event_cancelled"])
  })

  test("outsiders who sign up while the event becomes team-only have no place afterwards", async () => {
    const { ids } = await makeTeamScene({ role: null })
    const members = await Promise.all(Array.from({ length: 10 }, () => makeUser(db)))
    await Promise.all([
      ...members.map(
        ({ id }) => actAs(id).one`select answer_event(${ids["event"]}, 'going', 0, null, '{}')`,
      ),
      db.one`update events set event_type = 'team' where id = ${ids["event"]}`,
    ])
    const goingSignups = (await listAnswers(ids["event"])).filter(
      ({ status }) => status === "going",
    )
    const goingIds = goingSignups.map(({ user_id }) => user_id)
    expect(members.filter(({ id }) => goingIds.includes(id))).toEqual([])
  })
})

test("a member who is removed by the owner gets an email, and a member who leaves gets none", async () => {
  const removedScene = await makeTeamScene()
  await endRight(removedScene, MEMBERSHIP_ENDINGS["is removed from the team"])
  expect(await listMailKinds(removedScene.holder.id)).toEqual(["team_removed"])
  const leavingScene = await makeTeamScene()
  await endRight(leavingScene, MEMBERSHIP_ENDINGS["leaves the team"])
  expect(await listMailKinds(leavingScene.holder.id)).toEqual([])
})

test("a helper who withdraws has no rights after signing up again", async () => {
  const scene = await makeHelperScene({ role: null })
  const { event, ownSignup } = scene.ids
  await endRight(scene, PLACE_ENDINGS["withdraws from the event"])
  await actAs(scene.holder.id).one`select answer_event(${event}, 'going', 0, null, '{}')`
  expect(await actAs(scene.holder.id).value`select organizes_event(${event})`).toBe(false)
  const isOldIdAccepted = await actAsOrganizer(scene).value`select set_helper(${ownSignup}, true)`
  expect(isOldIdAccepted, "the id of the sign-up before the withdrawal").toBe(false)
})

test("an attendee who was taken off the list cannot become a helper", async () => {
  const scene = await makeTeamScene()
  const { signup } = scene.ids
  await actAsOrganizer(scene).one`select outcome from move_signup(${signup}, 'not_going', null)`
  expect(await actAsOrganizer(scene).value`select set_helper(${signup}, true)`).toBe(false)
})
