/** Tests newsletter issues that are sent from the newsroom. */
import { once } from "node:events"
import { createServer } from "node:net"
import { setImmediate } from "node:timers/promises"
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import type { Db } from "../../../db/client.ts"
import { listen } from "../../../netlify/host/listening.ts"
import { sendArticleIssues } from "../../../netlify/lib/newsletter/article-issue.ts"
import { expectErrors, getStatusAndCode } from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeSubscriber } from "../../support/people/newsletter.ts"
import { createRefusal, startMailServer } from "../../support/servers/mail-server.ts"

// Replaces the timer, so that the run does not pause between emails.
vi.mock("node:timers/promises", async (load) => ({
  ...(await load<object>()),
  setTimeout: async () => {},
}))

const { db, app, auth, clear } = await openTestDatabase()
const server = startMailServer()

let article: string
vi.stubEnv("SITE_URL", "http://daina.test")
const editor = await makeMember(db, { displayName: "Elīna" })
await db.one`insert into news_grants (user_id, kind) values (${editor.id}, 'editor')`
beforeEach(async () => {
  vi.stubEnv("SMTP_URL", server.url())
  await clear("newsletter_issues", "subscriptions", "news")
  const text = { slug: "night", title: "A night", content: "Dance **on**." }
  const original = await makeArticle(db, text)
  article = original.id
  await makeTranslation(db, original, "lv", { title: "Nakts", content: "Dejo." })
  await makeSubscriber(db, "anna@example.org")
  await makeSubscriber(db, "ilze@example.org", { language: "lv" })
  await makeSubscriber(db, "mari@example.org", { language: "et" })
  await makeSubscriber(db, "waiting@example.org", { confirmed: false })
})

const callNewsletter = (member: Member, method: string, subpath = "", body?: object) =>
  member.browser.send(method, `/api/admin/news/${article}/newsletter${subpath}`, body)
const sendIssue = (body: object, member = editor) => callNewsletter(member, "POST", "", body)
const getIssueStatus = async () => (await callNewsletter(editor, "GET")).json
const getSubjects = () =>
  Object.fromEntries(server.accepted.map(({ to, subject }) => [to?.[0]?.address, subject]))

test("two concurrent requests send one email to each reader of the article's languages", async () => {
  const readers = { en: 1, lv: 1, et: 1 }
  const unsent = { readers, languages: ["en", "lv"], begun_at: null, can_send: true }
  expect(await getIssueStatus()).toMatchObject(unsent)
  const responses = await repeatConcurrently(2, () => sendIssue({ for_all: false }))
  expect(countByStatus(responses)).toEqual({ 204: 2 })
  await sendArticleIssues()
  const sent = { begun_by: "Elīna", finished_at: expect.any(String), emails: 2, sent: 2 }
  await expect.poll(getIssueStatus).toMatchObject(sent)
  expect(getSubjects()).toEqual({ "anna@example.org": "A night", "ilze@example.org": "Nakts" })
  expect(server.accepted[0]?.text).toContain("http://daina.test/news/night")
  expect(server.accepted[0]?.html, "the link is styled as a button").toMatch(
    /<a href="http:\/\/daina\.test\/news\/night" style="[^"]*background:[^"]*">Read it on the site<\/a>/,
  )
})

test("the editor can send the original to subscribers in other languages", async () => {
  await sendIssue({ for_all: true })
  await expect.poll(() => server.accepted).toHaveLength(3)
  expect(getSubjects()).toMatchObject({ "mari@example.org": "A night" })
})

test("emails that the mail server defers are sent by a later run", async () => {
  server.onAddress = () => {
    throw createRefusal(451, "Come back later")
  }
  await sendIssue({ for_all: false })
  expect(await getIssueStatus()).toMatchObject({ sent: 0, finished_at: null })
  server.onAddress = () => {}
  await db.one`update newsletter_issues set taken_at = now() - interval '1 minute'`
  await sendArticleIssues()
  expect(await getIssueStatus()).toMatchObject({ sent: 2 })
})

test("a test email goes to the editor only", async () => {
  expect((await callNewsletter(editor, "POST", "/test", { language: "lv" })).status).toBe(204)
  expect(getSubjects()).toEqual({ [editor.email]: "Nakts" })
})

test("the preview of an issue contains the translation's text", async () => {
  const preview = await callNewsletter(editor, "GET", "/preview?language=lv")
  expect(preview.text).toContain("Dejo.")
})

describe("a failed test email", () => {
  beforeEach(() => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
  })
  const expectTestEmailFails = async () => {
    const response = await callNewsletter(editor, "POST", "/test", { language: "lv" })
    expect(getStatusAndCode(response)).toEqual([502, "mail_refused"])
  }

  test("a test email fails after five seconds when the mail server does not respond", async () => {
    const silentServer = createServer()
    onTestFinished(() => void silentServer.close())
    vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${await listen(silentServer, 0, "127.0.0.1")}`)
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const failure = expectTestEmailFails()
    await once(silentServer, "connection")
    // From now on, the client waits for the server's greeting, so the test can advance the clock.
    await setImmediate()
    await vi.advanceTimersByTimeAsync(5_000)
    await failure
  })

  test("a test email fails when there is no mail server", async () => {
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1")
    await expectTestEmailFails()
  })

  test("a test email fails when the mail server refuses the address", async () => {
    server.onAddress = () => {
      throw createRefusal(550, "No such mailbox")
    }
    await expectTestEmailFails()
  })
})

test("sending an issue requires the editor's right, a published article and a mail server", async () => {
  const translator = await makeMember(db)
  await db.one`
    insert into news_grants (user_id, kind, languages, may_publish)
    values (${translator.id}, 'translator', '{lv}', true)`
  for (const member of [await makeMember(db), translator]) {
    expect((await sendIssue({ for_all: true }, member)).status).toBe(403)
    const viewer = app.as({ userId: member.id })
    const start = viewer.one`select begin_article_issue(${article}, '{}')`
    await expect(start).rejects.toThrow(/only editors/)
  }
  await db.one`update news set is_published = false where id = ${article}`
  expect((await sendIssue({ for_all: true })).json["code"]).toBe("original_unpublished")
  vi.stubEnv("SMTP_URL", "")
  expect((await sendIssue({ for_all: true })).json["code"]).toBe("sending_unavailable")
  expect(server.accepted).toEqual([])
})

test("daina_auth cannot list the addresses of an issue that was not started in the newsroom", async () => {
  const issue = await db.value<string>`
    insert into newsletter_issues (list, name, text_hash, run)
    values ('newsletter', 'by-hand', sha256('text'), gen_random_uuid()) returning id`
  const listUnsentEmails = (viewer: Db) =>
    viewer.many`select * from list_unsent_issue_emails(${issue}, '', 10)`
  expect(await listUnsentEmails(auth.as(null))).toEqual([])
  expect(await listUnsentEmails(db)).toHaveLength(3)
})

describe("an outdated translation", () => {
  beforeEach(
    () => db.one`
      update news set translated_from = translated_from - interval '1 day' where original_id = ${article}`,
  )

  test("sending an outdated translation requires a choice between original and translation", async () => {
    expect(await getIssueStatus()).toMatchObject({ outdated: ["lv"] })
    expectErrors(await sendIssue({ for_all: true }), { outdated: "required" })
    expect(await getIssueStatus()).toMatchObject({ begun_at: null })
  })

  test.each([
    ["original", "A night", "en"],
    ["translation", "Nakts", "lv"],
  ])(
    "the editor can send the %s to readers of an outdated translation",
    async (outdated, subject, lang) => {
      expect((await sendIssue({ for_all: false, outdated })).status).toBe(204)
      await sendArticleIssues()
      await expect.poll(() => server.accepted).toHaveLength(2)
      expect(getSubjects()).toMatchObject({ "ilze@example.org": subject })
      const email = server.accepted.find(({ to }) => to?.[0]?.address === "ilze@example.org")
      expect(email?.html).toContain(`<html lang="${lang}">`)
      expect(email?.html).toContain('<span lang="lv">')
    },
  )
})
