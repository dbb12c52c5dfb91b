/** Tests the admin screen of deliveries that failed or are delayed: emails, and suggestions that are sent to Telegram. */
import pg from "pg"
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import { expectRateLimited, storeAttempts } from "../../support/attempts.ts"
import { getRows, getStatusAndCode, ORIGIN } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { makeFailedMail, makeSuggestion } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeSubscriber } from "../../support/people/newsletter.ts"
import { createRefusal, startMailServer } from "../../support/servers/mail-server.ts"
import { startTelegram } from "../../support/servers/telegram.ts"

const { db, authUrl, clear } = await openTestDatabase()
const server = startMailServer()
const bot = startTelegram()
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"

const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const otherAdmin = await makeMember(db, { role: "super_admin", displayName: "Other" })
process.env.SITE_URL = ORIGIN
afterAll(() => {
  delete process.env.SITE_URL
  delete process.env.SMTP_URL
})
beforeEach(async () => {
  await clear("mails", "suggestions", "audit_log")
  process.env.SMTP_URL = server.url()
  vi.spyOn(console, "error").mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

const getList = () => superAdmin.browser.get("/api/admin/sends")
const listRows = async () => getRows(await getList(), "sends")
const retry = (id: string, admin = superAdmin) =>
  admin.browser.send("POST", `/api/admin/sends/${id}/retry`, {})
const retryAll = (admin = superAdmin) => admin.browser.send("POST", "/api/admin/sends/retry", {})
const listLogEntries = (id: string) => db.many<{ action: string }>`
  select action, actor_id, before ->> 'state' as before, after ->> 'state' as after
  from audit_log where target_id = ${id} order by id`
const refuseAll = () => {
  server.onAddress = () => {
    throw createRefusal(550, "No such mailbox")
  }
}

/** Creates an email that has failed so often that it is not retried anymore. */
async function makeFailedEmail(kind?: string) {
  const { id: user, email } = await makeUser(db, { displayName: "Mari" })
  return { id: await makeFailedMail(db, user, kind), user, email }
}

/** Creates a suggestion that was received `days` days ago and that Telegram has refused. */
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
  test("the list contains the recipient's name, and error texts with masked address and token", async () => {
    const { id, user, email } = await makeFailedEmail("reset_password")
    await db.one`
      update mails set last_error = ${`550 <${email}>: no such box; ${email}#token=abc-DEF_1 refused`}
      where id = ${id}`
    const response = await getList()
    const masked = `${email[0]}…@${email.split("@")[1]}`
    expect(response.json["counts"]).toMatchObject({ mails_failed: 1, mails_waiting: 0 })
    const last_error = `550 <${masked}>: no such box; ${masked}#token=… refused`
    const recipient = { display_name: "Mari", address: masked, user_id: user }
    const mail = { id, channel: "mail", kind: "reset_password", state: "failed", title: null }
    expect(response.json["sends"]).toMatchObject([{ ...mail, ...recipient, tries: 25, last_error }])
    expect(response.text).not.toContain(email)
  })

  test("the list contains only the masked address of a subscriber without an account", async () => {
    await makeSubscriber(db, "reader@example.org")
    await db.one`
      insert into mails (subscription_id, kind, language, last_error)
      select id, 'confirm_newsletter', 'en', 'x' from subscriptions`
    const subscriber = { user_id: null, display_name: null, address: "r…@example.org" }
    expect(await listRows()).toMatchObject([{ ...subscriber, state: "due" }])
  })

  test("the list leaves out emails that wait for less than ten minutes", async () => {
    const { id: user } = await makeUser(db)
    await db.one`insert into mails (user_id, kind, language) values (${user}, 'verify_email', 'en')`
    await makeSuggestion(db)
    expect((await getList()).json).toMatchObject({ counts: { mails_waiting: 1 }, sends: [] })
    await db.one`update mails set created_at = now() - interval '11 minutes'`
    expect(await listRows()).toMatchObject([{ state: "due", tries: 0 }])
  })

  test("without a bot, the list contains only suggestions that Telegram has refused", async () => {
    delete process.env.TELEGRAM_BOT_TOKEN
    await makeSuggestion(db, "Waits in the inbox")
    await db.one`update suggestions set received_at = now() - interval '1 month'`
    const id = await makeFailedSuggestion("A night bus")
    const recentId = await makeFailedSuggestion("A day bus", 0)
    const { json } = await getList()
    expect(json["counts"]).toMatchObject({ suggestions_waiting: 1, suggestions_failed: 1 })
    expect(json["sends"]).toMatchObject([
      { id: recentId, channel: "telegram", title: "A day bus", state: "waiting", address: null },
      { id, channel: "telegram", title: "A night bus", state: "failed", last_error: "500 Refused" },
    ])
  })
})

describe("a retry", () => {
  test("a retry sends a failed email once and is logged", async () => {
    const { id, email } = await makeFailedEmail()
    const response = await retry(id)
    expect([response.status, response.json]).toEqual([200, { id, state: "due" }])
    expect(server.listRecipients()).toEqual([email])
    expect(await listRows()).toMatchObject([{ id, state: "sent", tries: 26, last_error: null }])
    expect((await retry(id)).json).toEqual({ id, state: "sent" })
    expect(server.accepted).toHaveLength(1)
    expect(await listLogEntries(id)).toEqual([
      { action: "mails.retry", actor_id: superAdmin.id, before: "failed", after: "due" },
    ])
    await db.one`update mails set retried_at = now() - interval '11 minutes'`
    expect(await listRows(), "a retried email is listed for ten minutes").toEqual([])
  })

  test("a failed retry stores the new error and can be repeated", async () => {
    const { id } = await makeFailedEmail()
    refuseAll()
    await retry(id)
    const last_error = expect.stringContaining("No such mailbox")
    expect(await listRows()).toMatchObject([{ state: "failed", tries: 26, last_error }])
    server.onAddress = () => {}
    await retry(id, otherAdmin)
    expect(server.accepted).toHaveLength(1)
  })

  test("a suggestion can be retried until Telegram accepts it, and is sent once", async () => {
    const id = await makeFailedSuggestion()
    bot.refusals.push({ status: 500 })
    for (const after of [{ last_error: "500 Refused", tries: 41 }, { state: "sent" }]) {
      expect((await retry(id)).json).toEqual({ id, state: "due" })
      expect(await listRows()).toMatchObject([{ id, ...after }])
    }
    expect(bot.messages).toHaveLength(1)
    const retried = { action: "suggestions.retry" }
    expect(await listLogEntries(id)).toMatchObject([retried, retried])
  })

  test("a retry of an unknown id, or of a delivery that has not failed, gets 404", async () => {
    for (const id of [UNKNOWN_ID, await makeSuggestion(db), "x"]) {
      expect(getStatusAndCode(await retry(id))).toEqual([404, "not_found"])
    }
  })

  test("a retry of all deliveries sends the failed and the delayed emails and suggestions", async () => {
    const emails = await repeatConcurrently(45, async () => (await makeFailedEmail()).email)
    await db.one`
      update mails set failed_at = null, next_try_at = now() + interval '4 hours'
      where id in (select id from mails limit 20)`
    await makeFailedSuggestion("One")
    await makeFailedSuggestion("Two", 0)
    expect((await retryAll()).json).toEqual({ due: 47 })
    expect(server.listRecipients()).toEqual(emails.sort())
    expect(bot.messages).toHaveLength(2)
    expect(await db.one`select count(*)::integer as n from audit_log`).toEqual({ n: 47 })
    expect((await retryAll()).json).toEqual({ due: 0 })
  })
})

describe("concurrent retries", () => {
  test("20 concurrent retries of two admins send an email once", async () => {
    const { id } = await makeFailedEmail()
    await repeatConcurrently(20, (index) => retry(id, index % 2 ? superAdmin : otherAdmin))
    expect(server.accepted).toHaveLength(1)
    expect(await listLogEntries(id)).toHaveLength(1)
  })

  test("a retry while the mail server is still receiving an email does not send the email twice", async () => {
    const { id } = await makeFailedEmail()
    const contentReceived = Promise.withResolvers<void>()
    const contentAccepted = Promise.withResolvers<void>()
    server.onContent = () => {
      contentReceived.resolve()
      return contentAccepted.promise
    }
    const retried = retry(id)
    await contentReceived.promise
    expect((await retry(id, otherAdmin)).json).toEqual({ id, state: "sending" })
    expect((await retryAll(otherAdmin)).json).toEqual({ due: 0 })
    expect(await deliverMails()).toBe(0)
    const isNextTryAfterLease = await db.value`select next_try_at >= leased_until from mails`
    expect(isNextTryAfterLease).toBe(true)
    contentAccepted.resolve()
    await retried
    expect(server.accepted).toHaveLength(1)
    expect(await listRows()).toMatchObject([{ id, state: "sent" }])
  })

  test("if a sender crashed while it had leased an email, a retry is possible after the end of the lease", async () => {
    const { id } = await makeFailedEmail()
    await db.one`update mails set failed_at = null`
    const crashingSender = new pg.Client(authUrl)
    await crashingSender.connect()
    await crashingSender.query("select from lease_mails(1)")
    await crashingSender.end()
    expect((await retry(id)).json["state"]).toBe("sending")
    await db.one`update mails set leased_until = now()`
    expect((await retry(id)).json["state"]).toBe("due")
    expect(server.accepted).toHaveLength(1)
  })
})

test("an email cannot be retried without a mail server, nor a suggestion without a Telegram bot", async () => {
  const unavailable = [503, "sending_unavailable"]
  delete process.env.SMTP_URL
  const { id } = await makeFailedEmail()
  const suggestion = await makeFailedSuggestion()
  expect(getStatusAndCode(await retry(id))).toEqual(unavailable)
  expect((await retryAll()).json).toEqual({ due: 1 })
  expect(bot.messages).toHaveLength(1)
  delete process.env.TELEGRAM_BOT_TOKEN
  await db.one`update suggestions set sent_at = null where id = ${suggestion}`
  for (const refused of [await retryAll(), await retry(suggestion)]) {
    expect(getStatusAndCode(refused)).toEqual(unavailable)
  }
  expect(await listRows()).toMatchObject([{ id, state: "failed" }, { id: suggestion }])
  expect(await listLogEntries(id)).toEqual([])
})

test("each super admin can retry thirty times in five minutes", async () => {
  const { id } = await makeFailedEmail()
  refuseAll()
  await storeAttempts(db, "send-retry", superAdmin.id, 29)
  expect((await retry(id)).status).toBe(200)
  for (const refused of [await retry(id), await retryAll()]) expectRateLimited(refused, 300)
  expect((await retry(id, otherAdmin)).status).toBe(200)
})
