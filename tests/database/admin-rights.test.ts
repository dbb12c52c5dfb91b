/** Tests that Postgres itself enforces the rights of super admins, without the checks of the API. */
import { describe, expect, test } from "vitest"
import { query } from "../../db/client.ts"
import { openTestDatabase } from "../support/database.ts"
import { CALLER_KINDS, makeCallers, makeScene, readUpdatedAt } from "../support/people/admin.ts"
import { DENIED, expectSameOutcomes, type Outcome, testRights } from "../support/people/rights.ts"

const database = await openTestDatabase()
const { db, app } = database
const callers = await makeCallers(db)
const rows = await makeScene(db)
const scene = { ...rows, reportAt: await readUpdatedAt(db, rows.report) }
await db.one`insert into builds (content_version) values (1)`
await db.one`update teams set reviewed_at = null where id = ${rows.team}`

// Outcomes are in the order of CALLER_KINDS. A number is a number of rows; 0 means that row-level security hides all rows.
const expectOnlyForSuperAdmin = (allowed: Outcome, refused: Outcome) => [
  refused,
  refused,
  refused,
  refused,
  allowed,
]
const allDenied = [DENIED, DENIED, DENIED, DENIED, DENIED]

const LISTS = [
  "users",
  "teams",
  "posts",
  "news",
  "events",
  "ideas",
  "releases",
  "artists",
  "suggestions",
  "reports",
]
const INSERT_EVENT = "insert into events (slug, title, start_date, end_date, featured)"
const INSERT_IDEA = "insert into ideas (title, description, category)"

testRights(database, CALLER_KINDS, (callerKind) => ({ viewer: callers[callerKind].id, scene }), [
  ...expectSameOutcomes(expectOnlyForSuperAdmin("done", DENIED), {
    "change a role": "select change_user_role({user}, 'admin', 'x')",
    "delete a member": "select delete_user_as_admin({user})",
    "block a member": "select block_user({user}, 'x')",
    "unblock a member": "select unblock_user({user})",
    "hide a profile": "select outcome from set_profile_hidden({user}, true)",
    "decide a report":
      "select outcome from decide_report_case({report}, 'hide', null, null, true, {reportAt})",
  }),
  ...expectSameOutcomes(expectOnlyForSuperAdmin(1, DENIED), {
    "retry an email": "select retry_unsent_messages({mail}, true, true)",
    ...Object.fromEntries(
      LISTS.map((name) => [
        `list ${name}`,
        `select from list_admin_rows('${name}', '', null, 'newest', null, null, 1) limit 1`,
      ]),
    ),
    "list members": "select from list_admin_users('', null, 'newest', null, null, 1)",
    "list newcomers": "select from list_admin_newcomer_content('', null, 'newest', null, null, 1)",
    "list report cases": "select from list_admin_report_cases(array[{report}]::uuid[])",
    "read the reports of a case": "select from list_admin_reports({report})",
    "retry all emails and suggestions": "select where retry_unsent_messages(null, true, true) > 0",
    "read the dashboard totals": "select from count_admin_totals()",
    "count open tasks": "select from count_admin_tasks()",
    "move a hidden picture":
      "select move_hidden_avatar('/uploads/avatars/' || {user} || '/x', 'x') is null as gone",
    "approve a newcomer's team": "select from approve_newcomers(array[{team}]::uuid[])",
    "write an article": "insert into news (slug, title) values ('by-hand', 'x') returning 1",
    "add an event of no team": `${INSERT_EVENT} values ('x', 'x', now(), now(), true) returning 1`,
    "write an idea": `${INSERT_IDEA} values ('x', 'x', 'other') returning 1`,
    "add a release": `insert into releases (artist_id, title, release_type, release_date)
      values ({artist}, 'x', 'single', '2027-01-01') returning 1`,
  }),
  ...expectSameOutcomes(expectOnlyForSuperAdmin(1, 0), {
    "read a hidden name": "select where get_name_for_admin({user}) is not null",
    "read the masked address of a member":
      "select where get_masked_email_for_admin({user}) is not null",
    "read an email's state":
      "select from mails m where id = {mail} and get_delivery_state(m) = 'failed'",
    "edit a team": "update teams set name = 'x' where id = {team} returning 1",
    "verify a team": "update teams set is_verified = true where id = {team} returning 1",
    "hide a team": "update teams set hidden_at = now() where id = {team} returning 1",
    "delete a team": "delete from teams where id = {team} returning 1",
    "hide a post": "update team_posts set is_published = false where id = {post} returning 1",
    "delete a post": "delete from team_posts where id = {post} returning 1",
    "schedule an article": `update news set is_published = false, publish_at = now() + interval '1 day'
        where id = {article} returning 1`,
    "delete an article": "delete from news where id = {article} returning 1",
    "read revisions": "select from news_revisions where news_id = {article}",
    "edit an event of no team": "update events set prize = 'x' where id = {event} returning 1",
    "delete an event of no team": "delete from events where id = {event} returning 1",
    "answer an idea": "update ideas set reply = 'x' where id = {idea} returning 1",
    "delete an idea": "delete from ideas where id = {idea} returning 1",
    "edit a release": "update releases set note = 'x' where id = {release} returning 1",
    "delete a release": "delete from releases where id = {release} returning 1",
    "read a suggestion": "select from suggestions where id = {suggestion}",
    "mark a suggestion":
      "update suggestions set read_at = now() where id = {suggestion} returning 1",
    "delete a suggestion": "delete from suggestions where id = {suggestion} returning 1",
    "read the audit log": "select from audit_log limit 1",
    "read builds": "select from builds limit 1",
  }),
  ...expectSameOutcomes(allDenied, {
    "change a role without the function":
      "insert into user_roles (user_id, role) values ({user}, 'admin')",
    "revoke a role without the function": "delete from user_roles",
    "delete a member without the function": "delete from users where id = {user}",
    "block without the function": "update users set blocked_at = now() where id = {user}",
    "mark a member as vetted without the function":
      "update users set vetted_at = now() where id = {user}",
    "call lock_member_actions()": "select lock_member_actions()",
    "call is_last_super_admin()": "select is_last_super_admin(current_viewer())",
    "hide a profile without the function":
      "update profiles set hidden_at = now() where user_id = {user}",
    "read reports without the functions": "select from reports",
    "read cases without the functions": "select from report_cases",
    "decide a case without the function": "update report_cases set status = 'dismissed'",
    "rewrite a report": "update reports set details = 'x'",
    "delete a report": "delete from reports",
    "list the people of a case": "select from list_people_of_case({report})",
    "approve without the function": "update teams set reviewed_at = now() where id = {team}",
    "approve a post without the function":
      "update team_posts set reviewed_at = now() where id = {post}",
    "change revisions": "update news_revisions set title = 'x'",
    "delete revisions": "delete from news_revisions",
    "write a suggestion without the function":
      "insert into suggestions (name, email) values ('a', 'a@b.ee')",
    "rewrite a suggestion": "update suggestions set title = 'x'",
    "make an email due without the function": "update mails set failed_at = null where id = {mail}",
    "make a suggestion due without the function":
      "update suggestions set next_try_at = now() where id = {suggestion}",
    "write into the audit log": "insert into audit_log (action) values ('x')",
    "change the audit log": "update audit_log set actor_id = null",
    "delete rows of the audit log": "delete from audit_log",
    "truncate the audit log": "truncate audit_log",
  }),
])

describe("the audit log", () => {
  const asSuperAdmin = () => app.as({ userId: callers["super admin"].id })
  const listLogEntries = (target: string) => db.many<{ actor_id: string }>`
    select actor_id, action, before ->> 'role' as before, after ->> 'role' as after, reason
    from audit_log where target_id = ${target} order by id`

  test("a change of role is logged with the reason and both roles", async () => {
    const { user } = await makeScene(db)
    await asSuperAdmin().one`select change_user_role(${user}, 'admin', 'Helps with news')`
    await asSuperAdmin().one`select change_user_role(${user}, 'super_admin', 'Helps with all')`
    await asSuperAdmin().one`select change_user_role(${user}, 'super_admin', 'The same again')`
    await asSuperAdmin().one`select change_user_role(${user}, 'user', '')`
    const log = await listLogEntries(user)
    expect(log.map((row) => Object.values(row).slice(1))).toEqual([
      ["user_roles.insert", null, "admin", "Helps with news"],
      ["user_roles.update", "admin", "super_admin", "Helps with all"],
      ["user_roles.delete", "super_admin", null, null],
    ])
    for (const { actor_id } of log) expect(actor_id).toBe(callers["super admin"].id)
  })

  test("the reason of an action is not applied to the next action in the transaction", async () => {
    const { user, idea } = await makeScene(db)
    await asSuperAdmin().batch([
      query`select change_user_role(${user}, 'admin', 'Helps')`,
      query`update ideas set is_popular = false where id = ${idea}`,
    ])
    const reasons = db.many`
      select reason from audit_log where target_id = ${idea} and action = 'ideas.update'`
    expect(await reasons).toEqual([{ reason: null }])
  })

  test("a refused action and an action without effect are not logged", async () => {
    const { user } = await makeScene(db)
    await expect(
      asSuperAdmin().one`select change_user_role(${user}, 'emperor', 'x')`,
    ).rejects.toThrow()
    await expect(
      asSuperAdmin().one`select block_user(${user}, ${"x".repeat(501)})`,
    ).rejects.toThrow()
    await asSuperAdmin().one`select unblock_user(${user})`
    const ownId = callers["super admin"].id
    await asSuperAdmin().one`select block_user(${ownId}, 'x')`
    await asSuperAdmin().one`select change_user_role(${ownId}, 'user', 'x')`
    expect(await listLogEntries(user)).toEqual([])
    const ownEntries = await db.many`
      select from audit_log where target_id = ${ownId} and action <> 'user_roles.insert'`
    expect(ownEntries).toEqual([])
  })

  test("an action that is rolled back is not logged", async () => {
    const { user } = await makeScene(db)
    const failed = asSuperAdmin().batch([
      query`select block_user(${user}, 'x')`,
      query`select 1 / 0`,
    ])
    await expect(failed).rejects.toThrow(/division by zero/)
    expect(await listLogEntries(user)).toEqual([])
  })

  test("after a member is deleted, the audit log keeps the actions of the member without their details", async () => {
    const { user } = await makeScene(db)
    await asSuperAdmin().one`select change_user_role(${user}, 'admin', 'Helps')`
    await asSuperAdmin().one`select block_user(${user}, 'Wrote to Mari at night')`
    await asSuperAdmin().one`select delete_user_as_admin(${user})`
    const entries = await db.many`
      select action, before, after, reason from audit_log where target_id = ${user} order by id`
    const emptyDetails = { before: null, after: null, reason: null }
    expect(entries).toEqual([
      { action: "user_roles.insert", ...emptyDetails },
      { action: "users.block", ...emptyDetails },
      { action: "user_roles.delete", ...emptyDetails },
      { action: "users.delete", ...emptyDetails },
    ])
  })
})
