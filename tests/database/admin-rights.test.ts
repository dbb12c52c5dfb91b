/** Who runs the site, asked in SQL as daina_app: the calls' guards are not the only ones. */
import { NeonDbError } from "@neondatabase/serverless"
import { beforeAll, describe, expect, test } from "vitest"
import type { Db } from "../../db/client.ts"
import { makeScene, makeStaff, type Scene, STANDINGS } from "../admin.ts"
import { testDatabase } from "../database.ts"

const { app, owner } = testDatabase()
const root = owner.as(null)
let ids: Awaited<ReturnType<typeof makeStaff>>["ids"]
beforeAll(async () => {
  ids = (await makeStaff(root)).ids
})

const DENIED = "42501"
type Outcome = number | string
type Outcomes = [
  anonymous: Outcome,
  user: Outcome,
  admin: Outcome,
  blocked: Outcome,
  superAdmin: Outcome,
]
const only = (yes: Outcome, no: Outcome): Outcomes => [no, no, no, no, yes]
const nobody: Outcomes = [DENIED, DENIED, DENIED, DENIED, DENIED]

/** How many rows it gave, the word that a function answered, or the code of the refusal. */
async function outcomeOf(rows: Promise<object[]>): Promise<Outcome> {
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

const STATEMENTS: [
  what: string,
  outcomes: Outcomes,
  run: (db: Db, scene: Scene) => Promise<object[]>,
][] = [
  [
    "change a role",
    only("done", DENIED),
    (db, { user }) => db.many`select change_user_role(${user}, 'admin', 'x')`,
  ],
  [
    "change a role by hand",
    nobody,
    (db, { user }) => db.many`insert into user_roles (user_id, role) values (${user}, 'admin')`,
  ],
  ["take a role by hand", nobody, (db) => db.many`delete from user_roles`],
  [
    "delete a member",
    only("done", DENIED),
    (db, { user }) => db.many`select admin_delete_user(${user})`,
  ],
  [
    "delete a member by hand",
    nobody,
    (db, { user }) => db.many`delete from users where id = ${user}`,
  ],
  [
    "block a member",
    only("done", DENIED),
    (db, { user }) => db.many`select block_user(${user}, 'x')`,
  ],
  [
    "block by hand",
    nobody,
    (db, { user }) => db.many`
    update users set blocked_at = now() where id = ${user}`,
  ],
  [
    "unblock a member",
    only("done", DENIED),
    (db, { user }) => db.many`select unblock_user(${user})`,
  ],
  [
    "begin an act, or look for the last super admin",
    nobody,
    (db) => db.many`select begin_act_on_member(), is_last_super_admin(current_viewer())`,
  ],
  ...["users", "teams", "posts", "news", "events", "ideas", "suggestions", "reports"].map(
    (source): (typeof STATEMENTS)[number] => [
      `list ${source}`,
      only(1, DENIED),
      (db) => db.many`
        select 1 from (
          select from admin_rows(${source}, '', null, 'newest', null, null, 1)
        ) as t`,
    ],
  ),
  [
    "hide a profile",
    only("done", DENIED),
    (db, { user }) => db.many`select outcome from set_profile_hidden(${user}, true)`,
  ],
  [
    "hide a profile by hand",
    nobody,
    (db, { user }) => db.many`update profiles set hidden_at = now() where user_id = ${user}`,
  ],
  [
    "move a hidden picture",
    only(1, DENIED),
    (db, { user }) => db.many`
      select move_hidden_avatar(${`/uploads/avatars/${user}/x`}, 'x') is null as gone`,
  ],
  [
    "list reports",
    only(1, DENIED),
    (db) => db.many`select 1 from admin_report_cases('', null, 'newest', null, null, 1)`,
  ],
  [
    "open a report",
    only(1, DENIED),
    (db, { report }) => db.many`select 1 from admin_report_case(${report})`,
  ],
  [
    "read what was reported",
    only(1, DENIED),
    (db, { report }) => db.many`select 1 from admin_reports_of_case(${report})`,
  ],
  [
    "decide a report",
    only("done", DENIED),
    (db, { report }) => db.many`
      select outcome from decide_report_case(${report}, 'hide', null, (
        select updated_at from admin_report_case(${report})
      ))`,
  ],
  ["read reports past the functions", nobody, (db) => db.many`select 1 from reports`],
  ["read cases past the functions", nobody, (db) => db.many`select 1 from report_cases`],
  ["decide by hand", nobody, (db) => db.many`update report_cases set status = 'dismissed'`],
  ["rewrite a report", nobody, (db) => db.many`update reports set details = 'x'`],
  ["delete a report", nobody, (db) => db.many`delete from reports`],
  [
    "learn whom a case concerns",
    nobody,
    (db, { report }) => db.many`select 1 from people_of_case(${report})`,
  ],
  [
    "read rows of cases",
    nobody,
    (db, { report }) => db.many`select 1 from rows_of_cases(array[${report}]::uuid[])`,
  ],
  [
    "list members",
    only(1, DENIED),
    (db) => db.many`select 1 from admin_users('', null, 'newest', null, null, 1)`,
  ],
  ["count", only(1, DENIED), (db) => db.many`select 1 from admin_counts()`],
  [
    "be told a name that nobody need be told",
    only(1, 0),
    (db, { user }) => db.many`select 1 where member_name(${user}) is not null`,
  ],
  [
    "edit a team",
    only(1, 0),
    (db, { team }) => db.many`update teams set name = 'x' where id = ${team} returning 1`,
  ],
  [
    "verify a team",
    only(1, 0),
    (db, { team }) => db.many`update teams set is_verified = true where id = ${team} returning 1`,
  ],
  [
    "hide a team",
    only(1, 0),
    (db, { team }) => db.many`update teams set hidden_at = now() where id = ${team} returning 1`,
  ],
  [
    "delete a team",
    only(1, 0),
    (db, { team }) => db.many`
    delete from teams where id = ${team} returning 1`,
  ],
  [
    "hide a post",
    only(1, 0),
    (db, { post }) => db.many`
      update team_posts set is_published = false where id = ${post} returning 1`,
  ],
  [
    "delete a post",
    only(1, 0),
    (db, { post }) => db.many`
    delete from team_posts where id = ${post} returning 1`,
  ],
  [
    "write an article",
    only(1, DENIED),
    (db, { user }) => db.many`
      insert into news (slug, title) values (${`by-${user}`}, 'x') returning 1`,
  ],
  [
    "plan an article",
    only(1, 0),
    (db, { article }) => db.many`
      update news set is_published = false, publish_at = now() + interval '1 day'
      where id = ${article} returning 1`,
  ],
  [
    "delete an article",
    only(1, 0),
    (db, { article }) => db.many`
    delete from news where id = ${article} returning 1`,
  ],
  [
    "read what an article said",
    only(1, 0),
    (db, { article }) => db.many`select 1 from news_revisions where news_id = ${article}`,
  ],
  ["rewrite what an article said", nobody, (db) => db.many`update news_revisions set title = 'x'`],
  ["forget what an article said", nobody, (db) => db.many`delete from news_revisions`],
  [
    "add an event of no team",
    only(1, DENIED),
    (db, { user }) => db.many`
      insert into events (slug, title, start_date, end_date, featured)
      values (${`by-${user}`}, 'x', now(), now(), true) returning 1`,
  ],
  [
    "edit an event of no team",
    only(1, 0),
    (db, { event }) => db.many`update events set prize = 'x' where id = ${event} returning 1`,
  ],
  [
    "delete an event of no team",
    only(1, 0),
    (db, { event }) => db.many`
    delete from events where id = ${event} returning 1`,
  ],
  [
    "write an idea",
    only(1, DENIED),
    (db) => db.many`
      insert into ideas (title, description, category) values ('x', 'x', 'other') returning 1`,
  ],
  [
    "answer an idea",
    only(1, 0),
    (db, { idea }) => db.many`update ideas set reply = 'x' where id = ${idea} returning 1`,
  ],
  [
    "delete an idea",
    only(1, 0),
    (db, { idea }) => db.many`
    delete from ideas where id = ${idea} returning 1`,
  ],
  [
    "read a suggestion",
    only(1, 0),
    (db, { suggestion }) => db.many`select 1 from suggestions where id = ${suggestion}`,
  ],
  [
    "mark a suggestion",
    only(1, 0),
    (db, { suggestion }) => db.many`
      update suggestions set read_at = now() where id = ${suggestion} returning 1`,
  ],
  ["rewrite a suggestion", nobody, (db) => db.many`update suggestions set title = 'x'`],
  [
    "delete a suggestion",
    only(1, 0),
    (db, { suggestion }) => db.many`
    delete from suggestions where id = ${suggestion} returning 1`,
  ],
  ["list what was not sent", only(1, DENIED), (db) => db.many`select 1 from admin_sends(1)`],
  ["count what was not sent", only(1, DENIED), (db) => db.many`select 1 from admin_send_counts()`],
  [
    "have a mail sent again",
    only("due", DENIED),
    (db, { mail }) => db.many`select retry_send(${mail}, true, true)`,
  ],
  [
    "have all sent again",
    only(1, DENIED),
    (db) => db.many`select 1 where retry_all_sends(true, true) > 0`,
  ],
  [
    "have something sent again without being asked who it is",
    nobody,
    (db, { mail }) => db.many`select retry_sends(${mail}, true, true)`,
  ],
  ["see all addresses of what was not sent", nobody, (db) => db.many`select email from sends()`],
  [
    "make a mail due by hand",
    nobody,
    (db, { mail }) => db.many`update mails set failed_at = null where id = ${mail}`,
  ],
  [
    "make a suggestion due by hand",
    nobody,
    (db, { suggestion }) => db.many`
      update suggestions set next_try_at = now() where id = ${suggestion}`,
  ],
  ["read the log", only(1, 0), (db) => db.many`select 1 from audit_log limit 1`],
  ["write into the log", nobody, (db) => db.many`insert into audit_log (action) values ('x')`],
  ["rewrite the log", nobody, (db) => db.many`update audit_log set actor_id = null`],
  ["shorten the log", nobody, (db) => db.many`delete from audit_log`],
  ["empty the log", nobody, (db) => db.many`truncate audit_log`],
  ["read builds", only(1, 0), (db) => db.many`select 1 from builds limit 1`],
]

describe.each(STATEMENTS)("to %s", (_what, outcomes, run) => {
  test.each(STANDINGS.map((standing, index) => [standing, outcomes[index]] as const))(
    "%s: %s",
    async (standing, outcome) => {
      const me = ids[standing]
      const scene = await makeScene(root)
      await root.one`insert into builds (content_version) values (1)`
      expect(await outcomeOf(run(app.as(me ? { userId: me } : null), scene))).toBe(outcome)
    },
  )
})

describe("what an act leaves in the log", () => {
  const chief = () => app.as({ userId: ids["super admin"] ?? "" })
  const logOf = (target: string) => root.many`
    select actor_id, action, before ->> 'role' as before, after ->> 'role' as after, reason
    from audit_log where target_id = ${target} order by id`

  test("a role: with its reason, before and after", async () => {
    const { user } = await makeScene(root)
    await chief().one`select change_user_role(${user}, 'admin', 'Helps with news')`
    await chief().one`select change_user_role(${user}, 'super_admin', 'Helps with all')`
    await chief().one`select change_user_role(${user}, 'super_admin', 'The same again')`
    await chief().one`select change_user_role(${user}, 'user', '')`
    const by = { actor_id: ids["super admin"] }
    expect(await logOf(user)).toEqual([
      {
        action: "user_roles.insert",
        before: null,
        after: "admin",
        reason: "Helps with news",
        ...by,
      },
      {
        action: "user_roles.update",
        before: "admin",
        after: "super_admin",
        reason: "Helps with all",
        ...by,
      },
      { action: "user_roles.delete", before: "super_admin", after: null, reason: null, ...by },
    ])
  })

  test("the reason is the act's alone, not the next one's in the same transaction", async () => {
    const { user, idea } = await makeScene(root)
    const text = (statement: string, ...params: unknown[]) => ({ text: statement, params })
    await chief().batch([
      text("select change_user_role($1, 'admin', 'Helps')", user),
      text("update ideas set is_popular = false where id = $1", idea),
    ])
    expect(
      await root.many`
      select reason from audit_log where target_id = ${idea} and action = 'ideas.update'
    `,
    ).toEqual([{ reason: null }])
  })

  test("an act that fails leaves none", async () => {
    const { user } = await makeScene(root)
    await expect(chief().one`select change_user_role(${user}, 'emperor', 'x')`).rejects.toThrow()
    await expect(chief().one`select block_user(${user}, ${"x".repeat(501)})`).rejects.toThrow()
    await chief().one`select unblock_user(${user})`
    const own = ids["super admin"] ?? ""
    await chief().one`select block_user(${own}, 'x')`
    await chief().one`select change_user_role(${own}, 'user', 'x')`
    expect(await logOf(user)).toEqual([])
    const blocks = await root.many`
      select from audit_log where target_id = ${own} and action <> 'user_roles.insert'`
    expect(blocks).toEqual([])
  })

  test("what a statement after it spoils is not logged either", async () => {
    const { user } = await makeScene(root)
    const text = (statement: string, ...params: unknown[]) => ({ text: statement, params })
    const spoilt = chief().batch([text("select block_user($1, 'x')", user), text("select 1 / 0")])
    await expect(spoilt).rejects.toThrow(/division by zero/)
    expect(await logOf(user)).toEqual([])
  })

  test("after a deletion it keeps ids, and nothing about the person", async () => {
    const { user } = await makeScene(root)
    await chief().one`select change_user_role(${user}, 'admin', 'Helps')`
    await chief().one`select block_user(${user}, 'Wrote to Mari at night')`
    await chief().one`select admin_delete_user(${user})`
    const kept = await root.many<{ action: string }>`
      select action, before, after, reason from audit_log where target_id = ${user} order by id`
    expect(kept.map(({ action }) => action)).toEqual([
      "user_roles.insert",
      "users.block",
      "user_roles.delete",
      "users.delete",
    ])
    expect(kept).toEqual(
      kept.map(({ action }) => ({ action, before: null, after: null, reason: null })),
    )
  })
})
