/** Tests that an attacker with the password of daina_app gets no secrets, private data, emails or rights of a member. */
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { query } from "../../db/client.ts"
import { hashToken } from "../../netlify/lib/sign-in/tokens.ts"
import { createClaim, openTestDatabase } from "../support/database.ts"
import { makeSession, makeUser } from "../support/factories.ts"
import { makeFactor } from "../support/people/second-factor.ts"
import {
  callFunctions,
  hashTables,
  makePrivateScene,
  PRIVATE_WORDS,
  readTables,
  writeTables,
} from "../support/people/stolen-role.ts"
import { makeTeam } from "../support/people/teams.ts"

const { db, owner, auth, appUrl, authUrl } = await openTestDatabase()
/** SQLSTATE of a missing right. */
const INSUFFICIENT_PRIVILEGE = "42501"

const victim = await makeUser(db, { password: "tere-mari", role: "super_admin" })
const thief = await makeUser(db, { displayName: "Thief" })
const superAdmin = await makeUser(db, { role: "super_admin" })
await makeSession(db, victim.id)
await makeFactor(db, victim.id)
await db.batch([
  query`insert into mails (user_id, kind, language) values (${victim.id}, 'reset_password', 'en')`,
  query`
    insert into mail_links (token_hash, user_id, purpose, email, expires_at)
    values (sha256('link'), ${victim.id}, 'reset_password', ${victim.email}, now() + interval '1 hour')`,
  query`
    insert into setup_links (token_hash, expires_at)
    values (sha256('setup'), now() + interval '1 hour')`,
  query`insert into recovery_codes (user_id, code_hash) values (${victim.id}, sha256('code'))`,
  query`insert into known_devices (user_id, token_hash) values (${victim.id}, sha256('device'))`,
  query`
    insert into sign_in_steps (token_hash, user_id, method, remember)
    values (sha256('step'), ${victim.id}, 'password', true)`,
])
const rows = await db.many<{ secret: string }>`
  select password_hash as secret from users where password_hash is not null
  union all select encode(token_hash, 'hex') from sessions
  union all select encode(token_hash, 'hex') from mail_links
  union all select encode(token_hash, 'hex') from setup_links
  union all select encode(token_hash, 'hex') from known_devices
  union all select encode(token_hash, 'hex') from sign_in_steps
  union all select encode(secret, 'hex') from second_factors
  union all select encode(code_hash, 'hex') from recovery_codes
  union all select encode(inner_key, 'hex') from viewer_keys
  union all select encode(outer_key, 'hex') from viewer_keys`
const secrets = rows.map(({ secret }) => secret)
const client = new pg.Client(appUrl)
await client.connect()
afterAll(() => client.end())

/** Returns the rows as JSON text; an empty string if the statement is refused. */
async function runAsViewer(viewer: string, statement: string): Promise<string> {
  try {
    await client.query("select set_config('app.viewer', $1, false)", [viewer])
    return JSON.stringify((await client.query(statement)).rows)
  } catch (error) {
    if (error instanceof pg.DatabaseError) return ""
    throw error
  }
}

const findSecrets = (text: string) => secrets.filter((secret) => text.includes(secret))

/** The setting `app.viewer` has a viewer claim: a member's id with an expiry and the signature of the database. */
describe("the setting app.viewer", () => {
  /** Returns the id of the viewer as whom daina_app acts with this setting; null for an anonymous visitor. */
  async function setViewerClaim(setting: string, name = "app.viewer"): Promise<unknown> {
    await client.query("select set_config('app.viewer', '', false)")
    await client.query("select set_config($1, $2, false)", [name, setting])
    try {
      return (await client.query("select current_viewer() as id")).rows[0]?.id
    } catch (error) {
      if (error instanceof pg.DatabaseError) return null
      throw error
    }
  }
  const createThiefClaim = () => createClaim(owner, thief.id)
  const forgeThiefClaim = async (change: (parts: string[]) => string[]) =>
    change((await createThiefClaim()).split(".")).join(".")

  test("the setting accepts a claim that the database issued", async () => {
    expect(await setViewerClaim(await createThiefClaim())).toBe(thief.id)
  })

  test.each<[string, () => string | Promise<string>]>([
    ["an id", () => victim.id],
    ["an id with an empty claim", () => `${victim.id}..`],
    ["an id and a time", () => `${victim.id}.9999999999`],
    ["an id, a time and an empty signature", () => `${victim.id}.9999999999.${"0".repeat(64)}`],
    [
      "the thief's claim with the victim's id",
      () => forgeThiefClaim(([, ...otherParts]) => [victim.id, ...otherParts]),
    ],
    [
      "a claim with a later expiry",
      () => forgeThiefClaim(([id = "", , signature = ""]) => [id, "9999999999", signature]),
    ],
    ["a claim without its signature", () => forgeThiefClaim((parts) => parts.slice(0, 2))],
    [
      "a signature without the key",
      () => {
        const claim = `${victim.id}.9999999999`
        return `${claim}.${hashToken(claim)}`
      },
    ],
  ])("the setting refuses %s", async (_, setting) => {
    expect(await setViewerClaim(await setting())).toBeNull()
  })

  test("a setting with another name has no effect", async () => {
    expect(await setViewerClaim(victim.id, "app.user_id")).toBeNull()
  })

  test("a claim is valid for about 15 minutes, and refused afterwards", async () => {
    const [id, until] = (await createThiefClaim()).split(".")
    expect(id).toBe(thief.id)
    const seconds = Number(until) - Date.now() / 1000
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThan(16 * 60)
    const expiredClaim = await db.value<string>`
      select claim_text || '.' || encode(compute_mac(claim_text, inner_key, outer_key), 'hex')
      from viewer_keys, concat(${thief.id}::text, '.', extract(epoch from now() - interval '1 second')::bigint)
        as claim_text`
    expect(await setViewerClaim(expiredClaim ?? "")).toBeNull()
  })

  test("claims signed with the current and the previous daily key are accepted", async () => {
    const renewKeys = () => auth.as(null).one`select renew_viewer_keys()`
    const expireKeys = () => db.one`update viewer_keys set made_at = made_at - interval '25 hours'`
    const listKeys = () => db.many`select made_at from viewer_keys`
    const firstClaim = await createThiefClaim()
    const before = await listKeys()
    await renewKeys()
    expect(await listKeys()).toEqual(before)
    await expireKeys()
    await renewKeys()
    expect(await setViewerClaim(firstClaim)).toBe(thief.id)
    expect(await setViewerClaim(await createThiefClaim())).toBe(thief.id)
    await expireKeys()
    await renewKeys()
    expect(await setViewerClaim(firstClaim)).toBeNull()
    expect(await setViewerClaim(await createThiefClaim())).toBe(thief.id)
  })

  test.each([
    "set role daina_auth",
    "set session authorization daina_auth",
    "set role daina_owner",
  ])("daina_app cannot %s", async (statement) => {
    await expect(client.query(statement)).rejects.toThrow(/permission denied/)
  })

  test("only daina_auth may act as a member without a claim", async () => {
    expect(await auth.as({ userId: victim.id }).value`select current_viewer()`).toBe(victim.id)
    await expect(client.query("select create_viewer_claim($1)", [victim.id])).rejects.toThrow(
      /permission/,
    )
    expect(new URL(authUrl).username).toBe("daina_auth")
  })
})

test("no column that daina_app may read contains a secret, whichever viewer it claims", async () => {
  const tables = await db.many<{ name: string; columns: string }>`
    select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
      and has_column_privilege('daina_app', c.oid, a.attnum, 'select')
    group by c.oid`
  expect(tables.length).toBeGreaterThan(30)
  for (const viewer of [
    "",
    await createClaim(owner, thief.id),
    await createClaim(owner, superAdmin.id),
  ]) {
    for (const { name, columns } of tables) {
      const text = await runAsViewer(viewer, `select row(${columns})::text from ${name}`)
      expect(text, name).not.toBe("")
      expect(findSecrets(text), name).toEqual([])
    }
  }
})

test("no function of daina_app returns a secret, signs in, or changes a password, session or role", async () => {
  const mailId = (await db.value<string>`select id from mails limit 1`) ?? ""
  const readMembers = () => db.many`
    select u.id, password_hash, google_subject, email, blocked_at, deletion_due_at,
      (select count(*) from sessions) as sessions, (select count(*) from mail_links) as links,
      (select count(*) from setup_links) as setups, (select count(*) from sign_in_steps) as steps,
      (select count(*) from known_devices) as devices, (select count(*) from user_roles) as roles,
      (select count(*) from second_factors) as factors, (select count(*) from recovery_codes) as codes
    from users u where u.id <> ${thief.id} order by u.id`
  const before = await readMembers()
  let calledCount = 0
  for (const viewer of ["", await createClaim(owner, thief.id)]) {
    await client.query("select set_config('app.viewer', $1, false)", [viewer])
    const results = await callFunctions(client, db, {
      ids: [victim.id, mailId],
      texts: [victim.email, "newsletter"],
    })
    calledCount += results.length
    for (const { name, result } of results) expect(findSecrets(result), name).toEqual([])
  }
  expect(calledCount).toBeGreaterThan(180)
  expect(await readMembers()).toEqual(before)
})

describe("without a claim", () => {
  let scene: Awaited<ReturnType<typeof makePrivateScene>>
  beforeAll(async () => {
    scene = await makePrivateScene(db)
    await client.query("select set_config('app.viewer', '', false)")
  })

  test("daina_app reads no private data, and changes no table", async () => {
    const { email, ...ids } = scene
    const before = await hashTables(db)
    const results = [
      ...(await readTables(client, db)),
      ...(await callFunctions(client, db, {
        ids: Object.values(ids).map((id) => id ?? ""),
        texts: [email, "newsletter", "guess"],
      })),
    ]
    expect(results.length).toBeGreaterThan(200)
    for (const { name, result } of results) expect(result, name).not.toContain(PRIVATE_WORDS)
    expect(await writeTables(client, db)).toEqual([])
    expect(await hashTables(db)).toEqual(before)
  })

  test.each([
    ["reset the count of guesses", "select count_attempt('guess', {email}, 100, interval '0')"],
    ["use up a member's attempts to log in", "select count_attempt('sign-in account', {email})"],
    ["use up several limits", `select * from count_attempts('[{"action": "guess", "who": "x"}]')`],
    [
      "remove failed attempts",
      `select remove_latest_attempts('[{"action": "guess", "who": "x"}]')`,
    ],
    ["clear failed attempts", "select delete_attempts('sign-in account', {email})"],
    ["use up a limit without a member", "select count_own_attempt('picture')"],
    ["read a suggestion", "select * from lease_suggestion()"],
    [
      "write a suggestion",
      `select store_suggestion(gen_random_uuid(), 'x', {email}, 'events', 'low', 'x', 'x', 'en')`,
    ],
    ["queue an email", "select subscribe('newsletter', {email}, 'en', 'Buy this', 'en')"],
    ["confirm a subscription", "select confirm_subscription(sha256('link'))"],
    ["end a subscription", "select unsubscribe(sha256('link'))"],
    ["turn a member's emails off", "select set_emails_by_link(sha256('link'), false)"],
    ["lease emails", "select * from lease_mails(10)"],
    ["lease posts", "select lease_channel_post('discord all/en', null, 'en')"],
    [
      "delay posts",
      "select record_channel_post_failure('@daina', gen_random_uuid(), '', true, '1 year')",
    ],
    ["read the private key of push messages", "select * from find_or_store_vapid_keys('a', 'b')"],
    ["read endpoints of browsers", "select endpoint from push_subscriptions"],
    ["lease push messages", "select * from lease_push_messages(10)"],
    ["read titles of series", "select title from list_series_to_extend()"],
    ["add dates to a series", "select extend_series({series}, '[]')"],
    ["write the charts", "select replace_catalogue('x', '[]', '[]')"],
    ["publish planned articles", "select publish_planned_news()"],
    ["read a draft by its link", "select * from find_previewed_news(sha256('token'))"],
    ["delete accounts", "select delete_due_accounts()"],
    ["pass expired offers on to the next members", "select process_signups()"],
    ["record a build", "select begin_build(1000000)"],
    ["delay builds", "select claim_build_request('0', '0')"],
    ["change the password of another role", "alter role daina_auth password 'x'"],
    ["grant its rights to another role", "grant daina_app to daina_build"],
    ["drop its rights", "drop owned by daina_app"],
  ])("daina_app cannot %s", async (_, statement) => {
    const text = statement
      .replace("{email}", `'${scene.email}'`)
      .replace("{series}", `'${scene.series}'`)
    await expect(client.query(text)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  })

  test("a temporary table does not replace the table that a trigger reads", async () => {
    const unconfirmed = await makeUser(db, { isConfirmed: false })
    const team = await makeTeam(db, { [unconfirmed.id]: "owner" })
    const writer = new pg.Client(appUrl)
    await writer.connect()
    try {
      await writer.query("create temporary table users (id uuid, email_verified_at timestamptz)")
      await writer.query("insert into users values ($1, now())", [unconfirmed.id])
      await writer.query("select set_config('app.viewer', $1, false)", [
        await createClaim(owner, unconfirmed.id),
      ])
      const write = writer.query(
        "insert into team_posts (team_id, user_id, title, is_published) values ($1, $2, 'x', true)",
        [team.id, unconfirmed.id],
      )
      await expect(write).rejects.toThrow("the email address is not confirmed")
    } finally {
      await writer.end()
    }
  })
})

test("with a member's claim, daina_app uses up only the limits of that member", async () => {
  const readAttemptCounts = () => db.many`
    select action, subject, cardinality(moments) as count from attempts order by action, subject`
  const before = await readAttemptCounts()
  const { id } = await makeUser(db)
  await client.query("select set_config('app.viewer', $1, false)", [await createClaim(owner, id)])
  await client.query("select count_own_attempt('import')")
  const ownCounts = await db.many`
    select action, subject, cardinality(moments) as count from attempts
    where action = 'import' and subject = hash_attempt_subject(${id})`
  expect(ownCounts).toMatchObject([{ count: 1 }])
  expect(await readAttemptCounts()).toEqual(expect.arrayContaining([...before, ...ownCounts]))
  expect(await readAttemptCounts()).toHaveLength(before.length + 1)
  await expect(client.query("select count_own_attempt('x')")).rejects.toThrow("there is no limit x")
})
