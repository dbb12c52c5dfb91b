/** What somebody gets who has the password of daina_app, and no more: no secrets, and nobody's rights. */
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashOf } from "../../netlify/lib/sign-in/session-store.ts"
import { claimOf, testDatabase } from "../database.ts"
import { makeSession, makeUser, type TestUser } from "../factories.ts"
import { makeFactor } from "../second-factor.ts"

const { owner, auth, appUrl, authUrl } = testDatabase()
const db = owner.as(null)
const HOUR_SECONDS = 60 * 60
let victim: TestUser
let thief: TestUser
let boss: TestUser
/** What must not be seen, as a text shows it. */
const secrets: string[] = []
let client: pg.Client

beforeAll(async () => {
  victim = await makeUser(db, { password: "tere-mari", role: "super_admin" })
  thief = await makeUser(db, { displayName: "Thief" })
  boss = await makeUser(db, { role: "super_admin" })
  await makeSession(db, victim.id)
  await makeFactor(db, victim.id)
  await db.batch([
    {
      text: `insert into mails (user_id, kind, language) values ($1, 'reset_password', 'en')`,
      params: [victim.id],
    },
    {
      text: `insert into mail_links (token_hash, user_id, purpose, email, expires_at)
        values (sha256('link'), $1, 'reset_password', $2, now() + interval '1 hour')`,
      params: [victim.id, victim.email],
    },
    {
      text: `insert into setup_links (token_hash, expires_at)
        values (sha256('setup'), now() + interval '1 hour')`,
      params: [],
    },
    {
      text: "insert into recovery_codes (user_id, code_hash) values ($1, sha256('code'))",
      params: [victim.id],
    },
    {
      text: `insert into known_devices (user_id, token_hash) values ($1, sha256('device'))`,
      params: [victim.id],
    },
    {
      text: `insert into sign_in_steps (token_hash, user_id, method, remember)
        values (sha256('step'), $1, 'password', true)`,
      params: [victim.id],
    },
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
  secrets.push(...rows.map(({ secret }) => secret))
  client = new pg.Client(appUrl)
  await client.connect()
})
afterAll(() => client.end())

/** What a statement gives in that standing, as text; '' where it is refused. */
async function given(viewer: string, statement: string): Promise<string> {
  try {
    await client.query("select set_config('app.viewer', $1, false)", [viewer])
    return JSON.stringify((await client.query(statement)).rows)
  } catch (error) {
    if (error instanceof pg.DatabaseError) return ""
    throw error
  }
}

const seen = (text: string) => secrets.filter((secret) => text.includes(secret))

describe("the setting makes nobody somebody", () => {
  /** Who that setting makes of whoever holds the password; null for nobody. */
  async function whoIs(setting: string, name = "app.viewer"): Promise<unknown> {
    await client.query("select set_config('app.viewer', '', false)")
    await client.query("select set_config($1, $2, false)", [name, setting])
    try {
      return (await client.query("select current_viewer() as id")).rows[0]?.id
    } catch (error) {
      if (error instanceof pg.DatabaseError) return null
      throw error
    }
  }
  const claim = () => claimOf(owner, thief.id)
  /** A claim with a part of it changed. */
  const forged = async (change: (parts: string[]) => string[]) =>
    change((await claim()).split(".")).join(".")

  test("a claim that the database gave out does", async () => {
    expect(await whoIs(await claim())).toBe(thief.id)
  })

  test.each<[string, () => string | Promise<string>]>([
    ["an id", () => victim.id],
    ["an id with nothing behind it", () => `${victim.id}..`],
    ["an id and a time", () => `${victim.id}.9999999999`],
    ["an id, a time and a signature of nothing", () => `${victim.id}.9999999999.${"0".repeat(64)}`],
    ["another's claim under their id", () => forged(([, ...rest]) => [victim.id, ...rest])],
    ["a claim with more time", () => forged(([id = "", , mac = ""]) => [id, "9999999999", mac])],
    ["a claim without its signature", () => forged((parts) => parts.slice(0, 2))],
    [
      "a signature by what is not the key",
      () => {
        const said = `${victim.id}.9999999999`
        return `${said}.${hashOf(said)}`
      },
    ],
  ])("%s: no", async (_, setting) => {
    expect(await whoIs(await setting())).toBeNull()
  })

  test("the setting of before: no", async () => {
    expect(await whoIs(victim.id, "app.user_id")).toBeNull()
  })

  test("a claim is good for a quarter of an hour", async () => {
    const [id, until] = (await claim()).split(".")
    expect(id).toBe(thief.id)
    const seconds = Number(until) - Date.now() / 1000
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThan(HOUR_SECONDS)
    // Signed with the right key, and too late.
    const old = await db.value<string>`
      select said || '.' || encode(viewer_mac(said, inner_key, outer_key), 'hex')
      from viewer_keys, concat(${thief.id}::text, '.', extract(epoch from now() - interval '1 second')::bigint)
        as said`
    expect(await whoIs(old ?? "")).toBeNull()
  })

  test("a new key takes the place of one that is a day old, and the one before that is gone", async () => {
    const renew = () => auth.as(null).one`select renew_viewer_keys()`
    const age = () => db.one`update viewer_keys set made_at = made_at - interval '25 hours'`
    const keys = () => db.many`select made_at from viewer_keys`
    const first = await claim()
    const before = await keys()
    await renew()
    expect(await keys()).toEqual(before)
    await age()
    await renew()
    expect(await whoIs(first)).toBe(thief.id)
    expect(await whoIs(await claim())).toBe(thief.id)
    await age()
    await renew()
    expect(await whoIs(first)).toBeNull()
    expect(await whoIs(await claim())).toBe(thief.id)
  })

  test.each([
    "set role daina_auth",
    "set session authorization daina_auth",
    "set role daina_owner",
  ])("%s: no", async (statement) => {
    await expect(client.query(statement)).rejects.toThrow(/permission denied/)
  })

  test("only who may open sessions names a member by their id", async () => {
    expect(await auth.as({ userId: victim.id }).value`select current_viewer()`).toBe(victim.id)
    await expect(client.query("select viewer_claim($1)", [victim.id])).rejects.toThrow(/permission/)
    expect(new URL(authUrl).username).toBe("daina_auth")
  })
})

test("no column that daina_app reads holds a secret, whoever it is", async () => {
  const tables = await db.many<{ name: string; columns: string }>`
    select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
      and has_column_privilege('daina_app', c.oid, a.attnum, 'select')
    group by c.oid`
  expect(tables.length).toBeGreaterThan(30)
  for (const viewer of ["", await claimOf(owner, thief.id), await claimOf(owner, boss.id)]) {
    for (const { name, columns } of tables) {
      const text = await given(viewer, `select row(${columns})::text from ${name}`)
      expect(text, name).not.toBe("")
      expect(seen(text), name).toEqual([])
    }
  }
})

/** Something of each type that a function may take. */
const VALUES: Record<string, string> = {
  boolean: "true",
  integer: "1",
  bigint: "1",
  "double precision": "1",
  bytea: "sha256('guess')",
  interval: "'1 day'",
  "timestamp with time zone": "now()",
  "uuid[]": "array[{uuid}]::uuid[]",
  "text[]": "array['x']",
  jsonb: "'{}'",
  uuid: "{uuid}",
  text: "{text}",
  citext: "{text}",
}

test("no function that daina_app calls gives a secret, opens anything, or changes a way in", async () => {
  const functions = await db.many<{ name: string; types: string[] }>`
    select p.proname as name, array(
      select format_type(t, null) from unnest(p.proargtypes::oid[]) with ordinality as a (t, position)
      order by position) as types
    from migrations.own_functions() own join pg_proc p on p.oid = own.id
    where has_function_privilege('daina_app', p.oid, 'execute')`
  expect(functions.length).toBeGreaterThan(100)
  const mail = await db.value<string>`select id from mails limit 1`
  const state = () => db.many`
    select u.id, password_hash, google_subject, email, blocked_at, deletion_due_at,
      (select count(*) from sessions) as sessions, (select count(*) from mail_links) as links,
      (select count(*) from setup_links) as setups, (select count(*) from sign_in_steps) as steps,
      (select count(*) from known_devices) as devices, (select count(*) from user_roles) as roles,
      (select count(*) from second_factors) as factors, (select count(*) from recovery_codes) as codes
    from users u where u.id <> ${thief.id} order by u.id`
  const before = await state()
  const viewers = ["", await claimOf(owner, thief.id)]
  let called = 0
  for (const { name, types } of functions) {
    for (const [uuid, text] of [
      [victim.id, victim.email],
      [mail, "newsletter"],
    ]) {
      const values = types.map((type) =>
        `(${VALUES[type] ?? "null"})::${type}`
          .replace("{uuid}", `'${uuid}'`)
          .replace("{text}", `'${text}'`),
      )
      for (const viewer of viewers) {
        const answer = await given(viewer, `select t::text from ${name}(${values.join()}) as t`)
        called += answer ? 1 : 0
        expect(seen(answer), name).toEqual([])
      }
    }
  }
  expect(called).toBeGreaterThan(200)
  expect(await state()).toEqual(before)
})
