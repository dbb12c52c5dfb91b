/** Sending an article as a newsletter issue from the newsroom. */
import { createServer } from "node:net"
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import adminNewsletter from "../../../netlify/functions/admin-newsletter.ts"
import { listen } from "../../../netlify/host/listening.ts"
import { sendArticleIssues } from "../../../netlify/lib/newsletter/article-issue.ts"
import { result } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeSubscriber } from "../../support/people/newsletter.ts"
import { mailServer, refusal } from "../../support/servers/mail-server.ts"

// Skips the pauses between emails.
vi.mock("node:timers/promises", async (load) => ({
  ...(await load<object>()),
  setTimeout: async () => {},
}))

const { app, owner, auth: authDb } = testDatabase()
const db = owner.as(null)
const server = mailServer()

let editor: Member
let article: string
beforeAll(async () => {
  vi.stubEnv("SITE_URL", "http://daina.test")
  editor = await makeMember(db, { displayName: "Elīna" })
  await db.one`insert into news_grants (user_id, kind) values (${editor.id}, 'editor')`
})
beforeEach(async () => {
  vi.stubEnv("SMTP_URL", server.url())
  await db.one`delete from newsletter_issues`
  await db.one`delete from subscriptions`
  await db.one`delete from news`
  const original = await makeArticle(db, {
    slug: "night",
    title: "A night",
    content: "Dance **on**.",
  })
  article = original.id
  await db.one`
    insert into news (original_id, slug, language, title, content, is_published, published_at, translated_from)
    select id, slug, 'lv', 'Nakts', 'Dejo.', true, now(), text_changed_at from news where id = ${article}`
  await makeSubscriber(db, "anna@example.org")
  await makeSubscriber(db, "ilze@example.org", { language: "lv" })
  await makeSubscriber(db, "mari@example.org", { language: "et" })
  await makeSubscriber(db, "waiting@example.org", { confirmed: false })
})

const path = (more = "") => `/api/admin/news/${article}/newsletter${more}`
const call = (member: Member, method: string, more = "", body?: object) =>
  member.browser.call(adminNewsletter, method, path(more), body)
const subjects = () =>
  Object.fromEntries(server.taken.map(({ to, subject }) => [to?.[0]?.address, subject]))

test("subscribers get the issue once in their language, although it is requested and run repeatedly", async () => {
  const before = await call(editor, "GET")
  expect(before.json).toMatchObject({
    readers: { en: 1, lv: 1, et: 1 },
    languages: ["en", "lv"],
    begun_at: null,
    can_send: true,
  })
  const answers = await Promise.all([1, 2].map(() => call(editor, "POST", "", { for_all: false })))
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  await sendArticleIssues()
  await vi.waitFor(async () =>
    expect((await call(editor, "GET")).json).toMatchObject({
      begun_by: "Elīna",
      finished_at: expect.any(String),
      emails: 2,
      sent: 2,
    }),
  )
  expect(subjects()).toEqual({ "anna@example.org": "A night", "ilze@example.org": "Nakts" })
  expect(server.taken[0]?.text).toContain("http://daina.test/news/night")
  expect(server.taken[0]?.html, "as a button").toMatch(
    /<a href="http:\/\/daina\.test\/news\/night" style="[^"]*background:[^"]*">Read it on the site<\/a>/,
  )
})

test("subscribers in other languages get the original if the editor chooses so", async () => {
  await call(editor, "POST", "", { for_all: true })
  await vi.waitFor(() => expect(Object.keys(subjects())).toHaveLength(3))
  expect(subjects()).toMatchObject({ "mari@example.org": "A night" })
})

test("emails that the mail server defers are sent by a later run", async () => {
  server.onAddress = () => {
    throw refusal(451, "Come back later")
  }
  await call(editor, "POST", "", { for_all: false })
  expect((await call(editor, "GET")).json).toMatchObject({ sent: 0, finished_at: null })
  server.onAddress = () => {}
  await db.one`update newsletter_issues set taken_at = now() - interval '1 minute'`
  await sendArticleIssues()
  expect((await call(editor, "GET")).json).toMatchObject({ sent: 2 })
})

test("a test email goes to the editor only, and a preview shows it", async () => {
  expect((await call(editor, "POST", "/test", { language: "lv" })).status).toBe(204)
  expect(subjects()).toEqual({ [editor.email]: "Nakts" })
  const preview = await call(editor, "GET", "/preview?language=lv")
  expect(preview.text).toContain("Dejo.")
})

describe("a failed test email is a problem document within seconds", () => {
  beforeEach(() => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
  })
  const expectRefused = async () => {
    const start = performance.now()
    const answer = await call(editor, "POST", "/test", { language: "lv" })
    expect(result(answer)).toEqual([502, "mail_refused"])
    expect(performance.now() - start).toBeLessThan(8_000)
  }

  test("when the mail server does not answer", async () => {
    const silent = createServer()
    onTestFinished(() => void silent.close())
    vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${await listen(silent, 0, "127.0.0.1")}`)
    await expectRefused()
  })

  test("when there is no mail server", async () => {
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1")
    await expectRefused()
  })

  test("when the mail server refuses the address", async () => {
    server.onAddress = () => {
      throw refusal(550, "No such mailbox")
    }
    await expectRefused()
  })
})

test("only editors send an issue, only of a published article, and only with a mail server", async () => {
  const translator = await makeMember(db)
  await db.one`
    insert into news_grants (user_id, kind, languages, may_publish)
    values (${translator.id}, 'translator', '{lv}', true)`
  for (const member of [await makeMember(db), translator]) {
    expect((await call(member, "POST", "", { for_all: true })).status).toBe(403)
    await expect(
      app.as({ userId: member.id }).one`select begin_article_issue(${article}, '{}')`,
    ).rejects.toThrow(/only editors/)
  }
  await db.one`update news set is_published = false where id = ${article}`
  expect((await call(editor, "POST", "", { for_all: true })).json).toMatchObject({
    code: "original_unpublished",
  })
  vi.stubEnv("SMTP_URL", "")
  expect((await call(editor, "POST", "", { for_all: true })).json).toMatchObject({
    code: "sending_unavailable",
  })
  expect(server.taken).toEqual([])
})

test("subscribers' addresses cannot be read for an issue that was not started in the newsroom", async () => {
  const issue = await db.value<string>`
    insert into newsletter_issues (list, name, text_hash, run)
    values ('newsletter', 'by-hand', sha256('text'), gen_random_uuid()) returning id`
  expect(await authDb.as(null).many`select * from unsent_issue_emails(${issue}, '', 10)`).toEqual(
    [],
  )
  expect(
    await owner.as(null).many`select * from unsent_issue_emails(${issue}, '', 10)`,
  ).toHaveLength(3)
})

describe("an outdated translation", () => {
  beforeEach(
    () => db.one`
      update news set translated_from = translated_from - interval '1 day' where original_id = ${article}`,
  )

  test("is listed, and nothing is sent until the editor chooses which version subscribers get", async () => {
    expect((await call(editor, "GET")).json["outdated"]).toEqual(["lv"])
    const refused = await call(editor, "POST", "", { for_all: true })
    expect([refused.status, refused.json["errors"]]).toEqual([422, { outdated: "required" }])
    expect((await call(editor, "GET")).json["begun_at"]).toBeNull()
  })

  test.each([
    ["original", "A night", "en"],
    ["translation", "Nakts", "lv"],
  ])("is sent as the %s when chosen", async (outdated, subject, lang) => {
    expect((await call(editor, "POST", "", { for_all: false, outdated })).status).toBe(204)
    await sendArticleIssues()
    await vi.waitFor(() => expect(server.taken).toHaveLength(2))
    expect(subjects()).toMatchObject({ "ilze@example.org": subject })
    const email = server.taken.find(({ to }) => to?.[0]?.address === "ilze@example.org")
    expect(email?.html).toContain(`<html lang="${lang}">`)
    // The footer is in the subscriber's language.
    expect(email?.html).toContain('<span lang="lv">')
  })
})
