import { beforeEach, describe, expect, test } from "vitest"
import type { Db } from "../../../db/client.ts"
import { deleteExpiredRows } from "../../../db/queries/retention.ts"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import english from "../../../public/locales/en/mails.json" with { type: "json" }
import { LOCALES } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { expectRateLimited, storeAttempts } from "../../support/attempts.ts"
import { expectErrors, getStatusAndCode, ORIGIN, openBrowser } from "../../support/browser-like.ts"
import { runDuringTransaction } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { getToken, startMailbox } from "../../support/mailbox.ts"
import { makeMember } from "../../support/people/members.ts"
import {
  listSubscriptions,
  makeIssueEmail,
  makeSubscriber,
} from "../../support/people/newsletter.ts"

const { db, app, auth, authUrl, clear } = await openTestDatabase()
const mailbox = startMailbox()

beforeEach(() => clear("subscriptions"))

const post = (path: string, body: object, browser = openBrowser()) =>
  browser.send("POST", path, body)
const subscribe = (email: string, fields: object = {}, path = "/api/newsletter", ip?: string) =>
  post(path, { email, language: "en", ...fields }, openBrowser(ip))
const openConfirmLink = (token: string) => post("/api/newsletter/confirm", { token })
const confirmByMailTo = (email: string) => openConfirmLink(getToken(mailbox.getLastMailTo(email)))

describe.each([
  ["/api/newsletter", "newsletter"],
  ["/api/shop-notify", "shop"],
] as const)("%s", (path, list) => {
  test.each(LOCALES)("the confirmation link in %s subscribes the address", async (language) => {
    const email = `reader-${language}@daina.test`
    const response = await subscribe(email, { language }, path)
    expect([response.status, response.text]).toEqual([202, ""])
    expect(await listSubscriptions(db, email)).toEqual([{ list, language, is_confirmed: false }])
    const mail = mailbox.getLastMailTo(email)
    const link = `${ORIGIN}${localePath("/newsletter/confirm", language)}#token=${getToken(mail)}`
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.html).toContain(`lang="${language}"`)
    const confirmed = await confirmByMailTo(email)
    expect([confirmed.status, confirmed.json]).toEqual([200, { list }])
    expect(await listSubscriptions(db, email)).toEqual([{ list, language, is_confirmed: true }])
  })

  test("the wording of the consent is stored and repeated in the email", async () => {
    await subscribe("words@daina.test", {}, path)
    const wording = english[`confirm_${list}`].consent
    const consent = db.one`
      select consent_wording, consent_language, consented_at > now() - interval '1 minute' as is_now
      from subscriptions`
    const stored = { consent_wording: wording, consent_language: "en", is_now: true }
    expect(await consent).toEqual(stored)
    expect(mailbox.getLastMailTo("words@daina.test").text).toContain(wording)
  })

  test("a confirmation email quotes the site's texts, not the stored wording", async () => {
    await auth.as(null).one`
      select subscribe(${list}, 'anybody@daina.test', 'en', 'Buy this at evil.example', 'en')`
    await deliverMails()
    const { text, html } = mailbox.getLastMailTo("anybody@daina.test")
    expect(text).toContain(english[`confirm_${list}`].consent)
    expect(`${text} ${html}`).not.toContain("evil.example")
  })
})

describe("subscribing again", () => {
  test("a second subscription gets the same response, and changes the language when confirmed", async () => {
    const email = "known@daina.test"
    await makeSubscriber(db, email, { language: "lt" })
    const getResponseTo = async (reader: string) => {
      const { status, text, headers } = await subscribe(reader, { language: "ru" })
      return [status, text, ...headers.keys()]
    }
    expect(await getResponseTo(email)).toEqual(await getResponseTo("new@daina.test"))
    const subscription = { list: "newsletter", language: "lt", is_confirmed: true }
    expect(await listSubscriptions(db, email)).toContainEqual(subscription)
    await confirmByMailTo(email)
    expect(await listSubscriptions(db, email)).toEqual([{ ...subscription, language: "ru" }])
  })

  test("several confirmation links, opened repeatedly and in any order, store one subscription", async () => {
    const email = "twice@daina.test"
    await subscribe(email)
    const first = getToken(mailbox.getLastMailTo(email))
    await subscribe(email.toUpperCase(), { language: "et" })
    const second = getToken(mailbox.mails.at(-1) ?? mailbox.getLastMailTo(email))
    for (const token of [second, second, first])
      expect((await openConfirmLink(token)).status).toBe(200)
    const subscription = { list: "newsletter", language: "et", is_confirmed: true }
    expect(await listSubscriptions(db, email)).toEqual([subscription])
    await subscribe(email, {}, "/api/shop-notify")
    await confirmByMailTo(email)
    const lists = (await listSubscriptions(db, email)).map(({ list }) => list)
    expect(lists, "the shop's list is separate").toEqual(["newsletter", "shop"])
  })
})

test.each(["r&d@newsletter.test", "info@šokolaad.ee"])(
  "the unusual address %s gets its confirmation email",
  async (email) => {
    const ascii = email.replace("šokolaad", "xn--okolaad-pqb")
    await subscribe(email)
    await confirmByMailTo(ascii)
    expect(await listSubscriptions(db, ascii)).toMatchObject([{ is_confirmed: true }])
  },
)

describe("refusals", () => {
  test.each([
    [{ email: undefined }, { email: "required" }],
    [{ email: "mari" }, { email: "invalid_email" }],
    [{ email: "mari@daina.test\r\nBcc: other@daina.test" }, { email: "invalid_email" }],
    [{ email: "mari@daina.test, other@daina.test" }, { email: "invalid_email" }],
    [{ email: `${"m".repeat(250)}@x.ee` }, { email: "too_long" }],
    [{ language: "de" }, { language: "invalid" }],
  ])("a subscription with %j is refused without an email", async (wrong, errors) => {
    expectErrors(await subscribe("mari@daina.test", wrong), errors)
    expect(mailbox.mails).toEqual([])
  })

  test("a filled honeypot field gets the same response, without a subscription", async () => {
    const response = await subscribe("robot@daina.test", { website: "https://spam.example" })
    expect([response.status, response.text]).toEqual([202, ""])
    expect(await listSubscriptions(db, "robot@daina.test")).toEqual([])
    expect(mailbox.mails).toEqual([])
  })

  test("an expired or unknown confirmation link gets 410", async () => {
    await subscribe("late@daina.test")
    await db.one`update mail_links set expires_at = now()`
    const expired = getToken(mailbox.getLastMailTo("late@daina.test"))
    for (const token of [expired, "x".repeat(43), "short", "", "x".repeat(44)]) {
      expect(getStatusAndCode(await openConfirmLink(token))).toEqual([410, "link_unusable"])
    }
  })
})

describe("limits", () => {
  test("an IP address can subscribe thirty times in an hour", async () => {
    const { ip } = openBrowser()
    await storeAttempts(db, "newsletter", ip, 28)
    for (const email of ["one@daina.test", "two@daina.test"]) {
      expect((await subscribe(email, {}, "/api/newsletter", ip)).status).toBe(202)
    }
    expectRateLimited(await subscribe("three@daina.test", {}, "/api/shop-notify", ip), 3600)
    expect(mailbox.mails).toHaveLength(2)
  })

  test("an email address gets at most five confirmation emails a day", async () => {
    const email = "victim@daina.test"
    for (const path of ["/api/newsletter", "/api/shop-notify"]) {
      for (const _request of [1, 2]) expect((await subscribe(email, {}, path)).status).toBe(202)
    }
    const params = ["newsletter", email, "en", "Write to me.", "en"]
    const statement: [string, ...unknown[]] = ["select subscribe($1, $2, $3, $4, $5)", ...params]
    const concurrent = await runDuringTransaction(authUrl, statement, () => subscribe(email))
    expect(concurrent.status).toBe(202)
    await clear("attempts")
    expect((await subscribe(email)).status).toBe(202)
    expect(await listSubscriptions(db, email), "one for each email").toHaveLength(5)
    await db.one`update subscriptions set consented_at = consented_at - interval '1 day'`
    await clear("attempts")
    await subscribe(email)
    expect(await listSubscriptions(db, email)).toHaveLength(6)
  })
})

test("an unconfirmed subscription and its email are deleted after a week, unless a link is still valid", async () => {
  await makeSubscriber(db, "stays@daina.test")
  await subscribe("forgotten@daina.test")
  await subscribe("waits@daina.test")
  await db.one`update subscriptions set consented_at = consented_at - interval '8 days'`
  await db.one`update mail_links set expires_at = now() where email <> 'waits@daina.test'`
  await deleteExpiredRows(auth.as(null))
  expect(await db.many`select email from subscriptions order by email`).toEqual([
    { email: "stays@daina.test" },
    { email: "waits@daina.test" },
  ])
  expect(await db.many`select from mails where subscription_id is not null`).toHaveLength(1)
})

test("only super admins can read subscriptions and issues, and not even super admins can list recipients", async () => {
  await makeSubscriber(db, "private@daina.test")
  await makeIssueEmail(db, "private@daina.test")
  const readVisibility = (viewer: Db) => viewer.one`
    select exists (select from subscriptions) as subscriptions,
      exists (select from newsletter_emails) as emails,
      exists (select from newsletter_issues) as issues`
  const [member, admin] = [await makeUser(db), await makeUser(db, { role: "admin" })]
  for (const viewer of [null, { userId: member.id }, { userId: admin.id }]) {
    const nothing = { subscriptions: false, emails: false, issues: false }
    expect(await readVisibility(app.as(viewer))).toEqual(nothing)
  }
  const { id } = await makeUser(db, { role: "super_admin" })
  const superAdminDb = app.as({ userId: id })
  const everything = { subscriptions: true, emails: true, issues: true }
  expect(await readVisibility(superAdminDb)).toEqual(everything)
  const denied = /permission denied/
  await expect(superAdminDb.one`delete from subscriptions`).rejects.toThrow(denied)
  const recipients = superAdminDb.many`select * from list_newsletter_recipients('newsletter')`
  await expect(recipients).rejects.toThrow(denied)
})

test("a member's export contains subscriptions only if the address is confirmed", async () => {
  const exportSubscriptions = async ({ isConfirmed }: { isConfirmed: boolean }) => {
    const { email, browser } = await makeMember(db, { isConfirmed })
    await makeSubscriber(db, email, { list: "shop", language: "lv" })
    await makeIssueEmail(db, email, "shop")
    return (await browser.get("/api/account/export")).json
  }
  expect(await exportSubscriptions({ isConfirmed: true })).toMatchObject({
    subscriptions: [{ list: "shop", language: "lv", consent_wording: "Write to me." }],
    newsletter_emails: [{ list: "shop", language: "en" }],
  })
  expect(await exportSubscriptions({ isConfirmed: false })).toMatchObject({
    subscriptions: [],
    newsletter_emails: [],
  })
})

describe("unsubscribing", () => {
  const PATH = "/api/newsletter/unsubscribe"
  const readerEmail = "mari@daina.test"
  const readLists = async (email = readerEmail) =>
    (await listSubscriptions(db, email)).map(({ list }) => list)
  const unsubscribeOnPage = (token: string) => openBrowser().send("POST", PATH, { token })
  /** Sends a one-click unsubscribe request as a mail provider does: a form without origin and cookies. */
  const unsubscribeWithOneClick = (token: string, headers: Record<string, string> = {}) => {
    const query = new URLSearchParams({ token, language: "lv" })
    const form = new TextEncoder().encode("List-Unsubscribe=One-Click")
    const contentType = "application/x-www-form-urlencoded"
    const defaultHeaders = { origin: "", "sec-fetch-site": "", "content-type": contentType }
    const allHeaders = { ...defaultHeaders, ...headers }
    return openBrowser().send("POST", `${PATH}?${query}`, form, allHeaders)
  }

  describe.each([
    ["the page's button", unsubscribeOnPage],
    ["a mail program's button", unsubscribeWithOneClick],
  ])("by %s", (_name, unsubscribe) => {
    test("the button ends only the subscription to the list of the email, and may be pressed twice", async () => {
      await makeSubscriber(db, readerEmail)
      await makeSubscriber(db, readerEmail, { list: "shop" })
      await makeSubscriber(db, readerEmail, { confirmed: false })
      await makeSubscriber(db, "other@daina.test")
      const token = await makeIssueEmail(db, readerEmail.toUpperCase())
      for (const _attempt of [1, 2]) {
        const response = await unsubscribe(token)
        expect([response.status, response.json]).toEqual([200, { list: "newsletter" }])
      }
      expect(await readLists()).toEqual(["shop"])
      expect(await readLists("other@daina.test")).toEqual(["newsletter"])
    })

    test("the button withdraws a member's consent for the newsletter and stores the time", async () => {
      const { id, email, browser } = await makeMember(db)
      const readConsent = () => db.one`
        select marketing_consent_at is not null as is_given,
          marketing_withdrawn_at > now() - interval '1 minute' as is_withdrawn_now
        from users where id = ${id}`
      await browser.send("PATCH", "/api/account", { marketing_consent: true })
      await unsubscribe(await makeIssueEmail(db, email, "shop"))
      expect(await readConsent()).toEqual({ is_given: true, is_withdrawn_now: null })
      await unsubscribe(await makeIssueEmail(db, email))
      expect(await readConsent()).toEqual({ is_given: false, is_withdrawn_now: true })
      await browser.send("PATCH", "/api/account", { marketing_consent: true })
      expect(await readConsent()).toEqual({ is_given: true, is_withdrawn_now: null })
    })

    test("the button refuses an unknown token", async () => {
      for (const token of ["x".repeat(43), "short", "'; drop table users --"]) {
        expect(getStatusAndCode(await unsubscribe(token))).toEqual([410, "link_unusable"])
      }
    })
  })

  test("the link in an old email also ends a later subscription to the same list", async () => {
    const token = await makeIssueEmail(db, readerEmail)
    await makeSubscriber(db, readerEmail)
    await unsubscribeWithOneClick(token)
    await makeSubscriber(db, readerEmail, { language: "ru" })
    expect((await unsubscribeWithOneClick(token)).status).toBe(200)
    expect(await readLists()).toEqual([])
  })

  test("one-click unsubscribe accepts requests from any site, also as multipart", async () => {
    await makeSubscriber(db, readerEmail)
    const response = await unsubscribeWithOneClick(await makeIssueEmail(db, readerEmail), {
      origin: "https://mail.example",
      "sec-fetch-site": "cross-site",
      "content-type": "multipart/form-data; boundary=x",
    })
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    expect(await readLists()).toEqual([])
  })

  test("opening the one-click URL redirects to the page in the subscriber's language", async () => {
    await makeSubscriber(db, readerEmail)
    const token = await makeIssueEmail(db, readerEmail)
    for (const [language, page] of [
      ["lv", "/lv/newsletter/unsubscribe"],
      ["en", "/newsletter/unsubscribe"],
      ["//evil.example", "/newsletter/unsubscribe"],
    ] as const) {
      const path = `${PATH}?${new URLSearchParams({ token, language })}`
      const { status, headers } = await openBrowser().get(path)
      expect([status, headers.get("location")]).toEqual([303, `${page}#token=${token}`])
    }
    expect(await readLists()).toEqual(["newsletter"])
  })

  test.each([
    [true, ["shop"]],
    [false, ["newsletter", "shop"]],
  ])(
    "withdrawing consent ends the newsletter subscription only if the address is confirmed (%s)",
    async (isConfirmed, remainingLists) => {
      const { email, browser } = await makeMember(db, { isConfirmed })
      await makeSubscriber(db, email)
      await makeSubscriber(db, email, { list: "shop" })
      for (const marketing_consent of [true, false]) {
        await browser.send("PATCH", "/api/account", { marketing_consent })
      }
      expect(await readLists(email)).toEqual(remainingLists)
    },
  )

  test("deleting an account deletes its subscriptions only if the address is confirmed", async () => {
    for (const isConfirmed of [true, false]) {
      const { id, email } = await makeMember(db, { isConfirmed })
      await makeSubscriber(db, email)
      await db.one`delete from users where id = ${id}`
      expect(await readLists(email)).toHaveLength(isConfirmed ? 0 : 1)
    }
  })
})
