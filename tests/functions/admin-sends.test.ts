/** What could not be sent: who runs the site sees it, and has it sent again, once. */
import pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import adminSends from "../../netlify/functions/admin-sends.ts"
import adminSuggestions from "../../netlify/functions/admin-suggestions.ts"
import { deliverMails } from "../../netlify/lib/deliver.ts"
import { deliverSuggestions } from "../../netlify/lib/deliver-suggestions.ts"
import { makeFailedMail, makeSuggestion } from "../admin.ts"
import { ORIGIN } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { letterServer, refusal } from "../letter-server.ts"
import { meanwhile } from "../meanwhile.ts"
import { type Member, makeMember } from "../members.ts"
import { forgetWrites } from "../teams.ts"
import { telegram } from "../telegram.ts"

const { owner, app, appUrl, ownerUrl } = testDatabase()
const db = owner.as(null)
const server = letterServer()
const bot = telegram()
const GONE = "00000000-0000-4000-8000-000000000000"

let chief: Member
let other: Member
beforeAll(async () => {
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  other = await makeMember(db, { role: "super_admin", displayName: "Other" })
  process.env.SITE_URL = ORIGIN
})
afterAll(() => {
  delete process.env.SITE_URL
  delete process.env.SMTP_URL
})
beforeEach(async () => {
  for (const table of ["mails", "suggestions", "audit_log", "attempts"]) {
    await db.batch([{ text: `delete from ${table}`, params: [] }])
  }
  await forgetWrites(db)
  process.env.SMTP_URL = server.url()
  vi.spyOn(console, "error").mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

const call = (method: string, path = "", who = chief) =>
  who.browser.call(adminSends, method, `/api/admin/sends${path}`, method === "GET" ? undefined : {})
const read = async () => (await call("GET")).json
const rows = async () => {
  const { sends } = await read()
  return Array.isArray(sends) ? sends : []
}
const retry = (id: string, who = chief) => call("POST", `/${id}/retry`, who)
const logOf = (id: string) => db.many<{ action: string }>`
  select action, actor_id, before ->> 'state' as before, after ->> 'state' as after
  from audit_log where target_id = ${id} order by id`

/** A suggestion that Telegram refused so many days ago. */
async function makeFailedSuggestion(title = "A night bus", days = 8) {
  const id = await makeSuggestion(db, title)
  await db.one`
    update suggestions set tries = 40, last_error = '500 Refused',
      received_at = received_at - ${days} * interval '1 day',
      try_until = try_until - ${days} * interval '1 day', next_try_at = now() + interval '1 hour'
    where id = ${id}`
  return id
}

describe("the list", () => {
  test("is empty when all was sent, and says which ways out there are", async () => {
    expect(await read()).toEqual({
      mail: "smtp",
      telegram: true,
      counts: { mails_waiting: 0, mails_failed: 0, suggestions_waiting: 0, suggestions_failed: 0 },
      sends: [],
    })
    delete process.env.SMTP_URL
    delete process.env.TELEGRAM_CHAT_ID
    expect(await read()).toMatchObject({ mail: "none", telegram: false })
  })

  test("names the receiver, and of the address what may be known", async () => {
    const { id: user, email } = await makeUser(db, { displayName: "Mari" })
    const id = await makeFailedMail(db, user, "reset_password")
    await db.one`
      update mails set last_error = ${`550 <${email}>: no such box; ${email}#token=abc-DEF_1 refused`}
      where id = ${id}`
    const answer = await call("GET")
    const masked = `${email[0]}…@${email.split("@")[1]}`
    expect(answer.json["counts"]).toMatchObject({ mails_failed: 1, mails_waiting: 0 })
    expect(answer.json["sends"]).toEqual([
      {
        id,
        channel: "mail",
        kind: "reset_password",
        state: "failed",
        user_id: user,
        display_name: "Mari",
        address: masked,
        title: null,
        tries: 10,
        last_error: `550 <${masked}>: no such box; ${masked}#token=… refused`,
        created_at: expect.stringMatching(/Z$/),
        next_try_at: expect.stringMatching(/Z$/),
      },
    ])
    expect(answer.text).not.toContain(email)
  })

  test("has who asked for letters without an account, by the masked address alone", async () => {
    await db.one`
      with asked as (
        insert into subscriptions (list, email, language, consent_wording, consent_language)
        values ('newsletter', 'reader@example.org', 'en', 'Yes', 'en') returning id
      )
      insert into mails (subscription_id, kind, language, last_error)
      select id, 'confirm_newsletter', 'en', 'x' from asked`
    expect(await rows()).toMatchObject([
      { user_id: null, display_name: null, address: "r…@example.org", state: "due" },
    ])
  })

  test("leaves out what is on its way, until it takes too long", async () => {
    const { id: user } = await makeUser(db)
    await db.one`insert into mails (user_id, kind, language) values (${user}, 'verify_email', 'en')`
    await makeSuggestion(db)
    expect(await read()).toMatchObject({ counts: { mails_waiting: 1 }, sends: [] })
    await db.one`update mails set created_at = now() - interval '11 minutes'`
    expect(await rows()).toMatchObject([{ state: "due", tries: 0 }])
  })

  test("has suggestions that Telegram did not take, not those that nobody tried to send", async () => {
    delete process.env.TELEGRAM_BOT_TOKEN
    await makeSuggestion(db, "Waits in the inbox")
    await db.one`update suggestions set received_at = now() - interval '1 month'`
    const id = await makeFailedSuggestion("A night bus")
    const fresh = await makeFailedSuggestion("A day bus", 0)
    const { counts, sends } = await read()
    expect(counts).toMatchObject({ suggestions_waiting: 1, suggestions_failed: 1 })
    expect(sends).toMatchObject([
      { id: fresh, channel: "telegram", title: "A day bus", state: "waiting", address: null },
      { id, channel: "telegram", title: "A night bus", state: "failed", last_error: "500 Refused" },
    ])
  })
})

describe("another try", () => {
  test("sends a mail that was given up, says so, and leaves a line in the log", async () => {
    const { id: user, email } = await makeUser(db)
    const id = await makeFailedMail(db, user)
    const answer = await retry(id)
    expect([answer.status, answer.json]).toEqual([200, { id, state: "due" }])
    await chief.browser.afterwards()
    expect(server.addressees()).toEqual([email])
    expect(await rows()).toMatchObject([{ id, state: "sent", tries: 11, last_error: null }])
    expect(await logOf(id)).toEqual([
      { action: "mails.retry", actor_id: chief.id, before: "failed", after: "due" },
    ])
    await db.one`update mails set retried_at = now() - interval '11 minutes'`
    expect(await rows()).toEqual([])
  })

  test("that fails gives it up again, with the new reason, and may be had again", async () => {
    const { id: user } = await makeUser(db)
    const id = await makeFailedMail(db, user)
    server.onAddress = () => {
      throw refusal(550, "No such box")
    }
    await retry(id)
    await chief.browser.afterwards()
    expect(await rows()).toMatchObject([
      { state: "failed", tries: 11, last_error: expect.stringContaining("No such box") },
    ])
    server.onAddress = () => {}
    await retry(id, other)
    await other.browser.afterwards()
    expect(server.taken).toHaveLength(1)
  })

  test("sends a suggestion that was left to the inbox, once, without a second line in the log", async () => {
    const id = await makeFailedSuggestion()
    bot.refusals.push({ status: 500 })
    expect((await retry(id)).json).toEqual({ id, state: "due" })
    await chief.browser.afterwards()
    expect(await rows()).toMatchObject([{ id, last_error: "500 Refused", tries: 41 }])
    expect((await retry(id)).json).toEqual({ id, state: "due" })
    await chief.browser.afterwards()
    expect(bot.messages).toHaveLength(1)
    expect(await rows()).toMatchObject([{ id, state: "sent" }])
    expect((await logOf(id)).map(({ action }) => action)).toEqual(
      Array(2).fill("suggestions.retry"),
    )
  })

  test("of what was sent meanwhile sends nothing", async () => {
    const { id: user } = await makeUser(db)
    const id = await makeFailedMail(db, user)
    await retry(id)
    await chief.browser.afterwards()
    expect((await retry(id)).json).toEqual({ id, state: "sent" })
    await chief.browser.afterwards()
    expect(server.taken).toHaveLength(1)
    expect(await logOf(id)).toHaveLength(1)
  })

  test("of what is not there, of what nobody tried, and of no id is not found", async () => {
    const untried = await makeSuggestion(db)
    for (const id of [GONE, untried, "x"]) {
      const answer = await retry(id)
      expect([answer.status, answer.json["code"]]).toEqual([404, "not_found"])
    }
    await chief.browser.afterwards()
  })

  test("of all takes what failed and what waits, of both kinds", async () => {
    const emails: string[] = []
    for (let count = 0; count < 45; count += 1) {
      const { id, email } = await makeUser(db)
      await makeFailedMail(db, id)
      emails.push(email)
    }
    await db.one`
      update mails set failed_at = null, next_try_at = now() + interval '4 hours'
      where id in (select id from mails limit 20)`
    await makeFailedSuggestion("One")
    await makeFailedSuggestion("Two", 0)
    expect((await call("POST", "/retry")).json).toEqual({ due: 47 })
    await chief.browser.afterwards()
    expect(server.addressees()).toEqual(emails.sort())
    expect(bot.messages).toHaveLength(2)
    expect(await db.one`select count(*)::integer as n from audit_log`).toEqual({ n: 47 })
    expect((await call("POST", "/retry")).json).toEqual({ due: 0 })
  })
})

describe("nothing goes out twice", () => {
  test("of two who ask for one at the same moment, 20 times over", async () => {
    const { id: user } = await makeUser(db)
    const id = await makeFailedMail(db, user)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => retry(id, index % 2 ? chief : other)),
    )
    await Promise.all([chief.browser.afterwards(), other.browser.afterwards()])
    expect(server.taken).toHaveLength(1)
    expect(await logOf(id)).toHaveLength(1)
  })

  test("of one who began before the other, and comes to it after", async () => {
    const { id: user } = await makeUser(db)
    const id = await makeFailedMail(db, user)
    const begun = new pg.Client(appUrl)
    await begun.connect()
    await begun.query("begin")
    await begun.query("select set_config('app.user_id', $1, true)", [other.id])
    const later = `select retry_send('${id}', true, true)`
    await app.as({ userId: chief.id }).batch([{ text: later, params: [] }])
    expect((await begun.query(later)).rows).toEqual([{ retry_send: "due" }])
    await begun.query("commit")
    await begun.end()
    expect(await logOf(id)).toHaveLength(1)
  })

  test("of two who ask for all, while what is due is sent anyway", async () => {
    for (let count = 0; count < 12; count += 1) {
      await makeFailedMail(db, (await makeUser(db)).id)
      await makeFailedSuggestion(`Idea ${count}`)
    }
    await Promise.all([
      call("POST", "/retry"),
      call("POST", "/retry", other),
      deliverMails(),
      deliverSuggestions(),
    ])
    await Promise.all([chief.browser.afterwards(), other.browser.afterwards()])
    await deliverMails()
    await deliverSuggestions()
    expect(new Set(server.addressees()).size).toBe(12)
    expect(server.taken).toHaveLength(12)
    expect(bot.messages).toHaveLength(12)
  })

  test("of a mail that is with the server already, however long that takes", async () => {
    const { id: user } = await makeUser(db)
    const id = await makeFailedMail(db, user)
    const there = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    server.onWhole = () => {
      there.resolve()
      return answer.promise
    }
    await retry(id)
    await there.promise
    expect((await retry(id, other)).json).toEqual({ id, state: "sending" })
    expect((await call("POST", "/retry", other)).json).toEqual({ due: 0 })
    expect(await deliverMails()).toBe(0)
    expect(await rows()).toMatchObject([{ id, state: "sending" }])
    const due = await db.one`select next_try_at >= lent_until as is_later from mails`
    expect(due, "nobody else takes it before its time is up").toEqual({ is_later: true })
    answer.resolve()
    await Promise.all([chief.browser.afterwards(), other.browser.afterwards()])
    expect(server.taken).toHaveLength(1)
    expect(await rows()).toMatchObject([{ id, state: "sent" }])
  })

  test("of one that a sender takes while it is asked for", async () => {
    const { id: user } = await makeUser(db)
    const id = await makeFailedMail(db, user)
    const lend = "update mails set failed_at = null, tries = tries + 1"
    const answer = await meanwhile(ownerUrl, [lend], () => retry(id))
    expect(answer.json).toEqual({ id, state: "sending" })
    await chief.browser.afterwards()
    expect(server.taken).toEqual([])
    expect(await logOf(id)).toEqual([])
  })

  test("of a mail whose sender died, before its time is up", async () => {
    const { id: user } = await makeUser(db)
    const id = await makeFailedMail(db, user)
    await db.one`update mails set failed_at = null`
    const dying = new pg.Client(appUrl)
    await dying.connect()
    await dying.query("select from take_mails(1)")
    await dying.end()
    expect((await retry(id)).json["state"]).toBe("sending")
    await db.one`update mails set lent_until = now()`
    expect((await retry(id)).json["state"]).toBe("due")
    await chief.browser.afterwards()
    expect(server.taken).toHaveLength(1)
  })
})

describe("is refused", () => {
  test("where there is no way out, which changes nothing", async () => {
    delete process.env.SMTP_URL
    const { id: user } = await makeUser(db)
    const mail = await makeFailedMail(db, user)
    const suggestion = await makeFailedSuggestion()
    const refused = await retry(mail)
    expect([refused.status, refused.json["code"]]).toEqual([503, "sending_unavailable"])
    // The other way is open: it alone is taken.
    expect((await call("POST", "/retry")).json).toEqual({ due: 1 })
    await chief.browser.afterwards()
    expect(bot.messages).toHaveLength(1)
    delete process.env.TELEGRAM_BOT_TOKEN
    const none = await call("POST", "/retry")
    expect([none.status, none.json["code"]]).toEqual([503, "sending_unavailable"])
    await db.one`update suggestions set sent_at = null where id = ${suggestion}`
    expect((await retry(suggestion)).status).toBe(503)
    expect(await rows()).toMatchObject([{ id: mail, state: "failed" }, { id: suggestion }])
    expect(await logOf(mail)).toEqual([])
  })

  test("after thirty within five minutes, for who asked alone", async () => {
    const { id: user } = await makeUser(db)
    const id = await makeFailedMail(db, user)
    server.onAddress = () => {
      throw refusal(550, "No such box")
    }
    for (let count = 0; count < 30; count += 1) expect((await retry(id)).status).toBe(200)
    const refused = await retry(id)
    expect([refused.status, refused.json["code"]]).toEqual([429, "rate_limited"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await call("POST", "/retry")).status).toBe(429)
    expect((await retry(id, other)).status).toBe(200)
    await Promise.all([chief.browser.afterwards(), other.browser.afterwards()])
  })
})

test("the log has a line for what is made of a suggestion, and none for its sending", async () => {
  const id = await makeFailedSuggestion("A night bus", 0)
  await db.one`update suggestions set next_try_at = now()`
  await deliverSuggestions()
  await chief.browser.call(adminSuggestions, "POST", "/api/admin/suggestions/act", {
    ids: [id],
    act: "read",
  })
  expect((await logOf(id)).map(({ action }) => action)).toEqual(["suggestions.update"])
})
