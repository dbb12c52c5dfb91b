import { beforeEach, describe, expect, test, vi } from "vitest"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import {
  getRows,
  getStatusAndCode,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { type Member, makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import { makeUserWithFactor } from "../../support/people/second-factor.ts"
import {
  enterCode,
  password,
  requestPasswordReset,
  resetByMail,
  signIn,
} from "../../support/people/sign-in.ts"

const { db, app, clear } = await openTestDatabase()
const mailbox = startMailbox()
let superAdmin: Member

/** A row of security_events. `caller` is a hash of the IP address. `refused` is a request that the role does not allow. */
interface SecurityEvent {
  kind: string
  user_id: string | null
  caller: string | null
  detail: string | null
  count: number
}

const listEvents = (member?: string | null) => db.many<SecurityEvent>`
  select kind, user_id, caller, detail, count from security_events
  where ${member ?? null}::uuid is null or user_id = ${member ?? null} order by id`

const listKinds = async (member: string) => (await listEvents(member)).map(({ kind }) => kind)

beforeEach(async () => {
  // Deleting is faster than `truncate users cascade`, which rewrites some sixty tables.
  await clear("security_events", "mails", "users")
  superAdmin = await makeMember(db, { role: "super_admin", displayName: "Boss" })
  await db.one`truncate security_events`
})

const signInWrongly = (email: string, browser = openBrowser()) => signIn(email, "wrong", browser)

describe("log-in events", () => {
  test("log-ins are recorded, and wrong passwords are counted by a hash of the IP address", async () => {
    const { id, email } = await makeUser(db, { password })
    const browser = openBrowser()
    await signInWrongly(email, browser)
    await signInWrongly(email, browser)
    await signInWrongly(email)
    await signIn(email, password, browser)
    const [first, second, third] = await listEvents(id)
    expect(first).toMatchObject({ kind: "sign_in_failed", count: 2 })
    expect(first?.caller).toMatch(/^[0-9a-f]{12}$/)
    expect(second).toMatchObject({ kind: "sign_in_failed", count: 1 })
    expect(second?.caller).not.toBe(first?.caller)
    expect(third).toMatchObject({ kind: "signed_in", detail: "password", caller: null })
    const text = JSON.stringify(await db.many`select * from security_events`)
    expect(text).not.toContain(email)
    expect(text).not.toContain(browser.ip)
  })

  test("a log-in attempt at an unknown account is recorded without the typed address", async () => {
    await signInWrongly("nobody@daina.test")
    expect(await listEvents()).toMatchObject([{ kind: "sign_in_failed", user_id: null, count: 1 }])
  })

  test("repeated refusals by a rate limit are recorded as one event, counted once in ten seconds", async () => {
    const { id, email } = await makeUser(db, { password })
    const browser = openBrowser()
    for (let index = 0; index < 10; index += 1) await signIn(email, "wrong", browser)
    const responses = await repeatConcurrently(20, () => signIn(email, password, browser))
    expect(responses.every(({ status }) => status === 429)).toBe(true)
    const lockedOutEvents = (await listEvents(id)).filter(({ kind }) => kind === "locked_out")
    expect(lockedOutEvents).toMatchObject([{ detail: "sign-in" }])
    expect(lockedOutEvents[0]?.count).toBeLessThanOrEqual(2)
  })

  test("wrong codes are recorded at the log-in and in the profile", async () => {
    const { id, email } = await makeUserWithFactor(db, { password })
    const browser = openBrowser()
    await signIn(email, password, browser)
    await enterCode(browser, "000000")
    const loggedIn = await openSignedInBrowser(db, id)
    await loggedIn.send("DELETE", "/api/account/second-factor", { code: "000000" })
    expect(await listKinds(id)).toEqual(["code_failed", "signed_in", "code_failed"])
  })

  test("password resets are recorded, but not requests for an unknown email address", async () => {
    const { id, email } = await makeUser(db, { password })
    await resetByMail(mailbox, email, "another-mari")
    expect(await listKinds(id)).toEqual(["reset_requested", "password_changed"])
    await requestPasswordReset("nobody@daina.test")
    expect(await listEvents()).toHaveLength(2)
  })
})

test("changes of roles, newsroom grants, blocks and second factors are recorded", async () => {
  const { id } = await makeUser(db)
  const call = (method: string, path: string, body?: object) =>
    superAdmin.browser.send(method, `/api/admin/users/${id}/${path}`, body)
  await call("PUT", "role", { role: "admin" })
  await call("PUT", "role", { role: "user" })
  await call("PUT", "newsroom", { kind: "editor" })
  await call("DELETE", "newsroom")
  await call("PUT", "block", { reason: "Spam" })
  await call("DELETE", "block")
  await db.one`
    insert into second_factors (user_id, secret) values (${id}, decode(repeat('01', 20), 'hex'))`
  await db.one`update second_factors set confirmed_at = now() where user_id = ${id}`
  await db.one`delete from second_factors where user_id = ${id}`
  expect((await listEvents(id)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ["role_changed", "admin"],
    ["role_changed", "user"],
    ["newsroom_changed", "editor"],
    ["newsroom_changed", "none"],
    ["blocked", null],
    ["unblocked", null],
    ["factor_changed", "on"],
    ["factor_changed", "off"],
  ])
})

test("refused requests to the admin area are recorded for members, but not for visitors", async () => {
  const { id, browser } = await makeMember(db)
  await db.one`truncate security_events`
  const readStats = (viewer: TestBrowser) => viewer.get("/api/admin/stats")
  expect(getStatusAndCode(await readStats(browser))).toEqual([403, "forbidden"])
  expect(getStatusAndCode(await readStats(openBrowser()))).toEqual([401, "sign_in_required"])
  expect(await listEvents()).toMatchObject([{ kind: "refused", user_id: id, count: 1 }])
})

describe("the list of security events", () => {
  const list = (browser: TestBrowser, query = "") => browser.get(`/api/admin/security${query}`)

  test("only super admins read the list, filtered by kind and member, in pages", async () => {
    const member = await makeMember(db, { displayName: "Mari", password })
    const otherMember = await makeMember(db, { displayName: "Jüri" })
    await signInWrongly(member.email)
    const rows = getRows(await list(superAdmin.browser), "security")
    expect(rows.map(({ kind, display_name }) => [kind, display_name])).toEqual([
      ["sign_in_failed", "Mari"],
      ["signed_in", "Jüri"],
      ["signed_in", "Mari"],
    ])
    const listMemberIds = async (query: string) =>
      getRows(await list(superAdmin.browser, query), "security").map(({ user_id }) => user_id)
    expect(await listMemberIds("?kind=sign_in_failed")).toEqual([member.id])
    expect(await listMemberIds(`?member=${otherMember.id}`)).toEqual([otherMember.id])
    const firstPage = await list(superAdmin.browser, "?limit=2")
    expect(getRows(firstPage, "security")).toHaveLength(2)
    expect(await listMemberIds(`?limit=2&cursor=${firstPage.json["next"]}`)).toEqual([member.id])
    expect(getStatusAndCode(await list(member.browser))).toEqual([403, "forbidden"])
  })

  test("members cannot read security events in SQL, and not even a super admin can change them", async () => {
    const { id } = await makeMember(db)
    expect(await app.as({ userId: id }).many`select id from security_events`).toEqual([])
    expect(
      await app.as({ userId: superAdmin.id }).many`select id from security_events`,
    ).toHaveLength(1)
    for (const text of [
      "delete from security_events",
      "update security_events set count = 9",
      "select record_security_event('refused', null, null)",
    ]) {
      const attempt = app.as({ userId: superAdmin.id }).batch([{ text, params: [] }])
      await expect(attempt, text).rejects.toThrow(/permission denied/)
    }
  })
})

describe("the process log", () => {
  const getJsonLines = (log: { mock: { calls: unknown[][] } }) =>
    log.mock.calls
      .map(([line]) => String(line))
      .filter((line) => line.startsWith("{"))
      .map((line): Record<string, unknown> => JSON.parse(line))

  test("each event is logged once as JSON, and again when its count has grown", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {})
    try {
      const { id, email } = await makeUser(db, { password })
      const browser = openBrowser()
      await signInWrongly(email, browser)
      await signIn(email, password, browser)
      await housekeeping()
      await housekeeping()
      expect(getJsonLines(log)).toMatchObject([
        { log: "security", kind: "sign_in_failed", user_id: id, count: 1 },
        { log: "security", kind: "signed_in", user_id: id },
      ])
      await signInWrongly(email, browser)
      expect(getJsonLines(log).at(-1)).toMatchObject({ kind: "sign_in_failed", count: 2 })
      expect(JSON.stringify(getJsonLines(log))).not.toContain(email)
    } finally {
      log.mockRestore()
    }
  })
})

test("security events are deleted after 90 days", async () => {
  await makeMember(db)
  await makeMember(db)
  await db.one`
    update security_events set last_at = last_at - interval '91 days'
    where id = (select min(id) from security_events)`
  await housekeeping()
  expect(await listEvents()).toHaveLength(1)
})

test("security events are deleted with the account", async () => {
  const { id } = await makeMember(db)
  await db.one`delete from users where id = ${id}`
  expect(await listEvents()).toEqual([])
})

describe("an alert by email to super admins", () => {
  const listAlerts = () =>
    mailbox.mails.filter(({ subject }) => /Unusual activity/.test(subject ?? ""))
  const insertEvents = (
    count: number,
    kind = "sign_in_failed",
    member: string | null = null,
  ) => db.one`
    insert into security_events (kind, user_id, count) values (${kind}, ${member}, ${count})`

  test("the fiftieth wrong password in ten minutes alerts all super admins, once an hour", async () => {
    const other = await makeUser(db, { role: "super_admin", language: "lv" })
    await insertEvents(48)
    await signInWrongly("nobody@daina.test")
    expect(mailbox.mails).toEqual([])
    await signInWrongly("nobody@daina.test")
    expect(mailbox.mails.flatMap(({ to }) => to?.map(({ address }) => address)).sort()).toEqual(
      [superAdmin.email, other.email].sort(),
    )
    expect(listAlerts()[0]?.text).toContain("/admin/security")
    expect(mailbox.getLastMailTo(other.email).subject).toContain("Neparasta rosība")
    await signInWrongly("nobody@daina.test")
    expect(mailbox.mails).toHaveLength(2)
    await db.one`update mails set created_at = created_at - interval '1 hour'`
    await signInWrongly("nobody@daina.test")
    expect(mailbox.mails).toHaveLength(4)
  })

  test("the twentieth refusal of a member sends one alert, even under concurrency", async () => {
    const { id, browser } = await makeMember(db)
    const { id: another } = await makeMember(db)
    await insertEvents(18, "refused", id)
    await insertEvents(19, "refused", another)
    const readStats = () => browser.get("/api/admin/stats")
    await readStats()
    expect(mailbox.mails).toEqual([])
    await repeatConcurrently(5, readStats)
    expect(listAlerts()).toHaveLength(1)
  })

  test("security events that are older than ten minutes cause no alert", async () => {
    await insertEvents(500)
    await db.one`update security_events set five_minutes = five_minutes - interval '10 minutes'`
    await signInWrongly("nobody@daina.test")
    expect(mailbox.mails).toEqual([])
  })
})
