/** What mails say of a decision on reports: to whoever reported, and to those whose it is. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { requestToJoin } from "../../db/queries/teams.ts"
import adminReports from "../../netlify/functions/admin-moderation.ts"
import reports from "../../netlify/functions/reports.ts"
import { deliverMails } from "../../netlify/lib/mail/deliver.ts"
import type { ReportKind } from "../../src/features/reports/schema.ts"
import { SITE } from "../../src/site.ts"
import { ORIGIN } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser, type TestUser } from "../factories.ts"
import { mailbox } from "../mailbox.ts"
import { browserOf, type Member, makeMember } from "../members.ts"
import { makeCase } from "../reports.ts"
import { forgetWrites, makePost, makeTeam } from "../teams.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const box = mailbox()

/** What no mail may hold. */
const REPORTER = "Reporting Rita"
const WORDS = "they-sell-things-every-day"

let chief: Member
let rita: TestUser
let author: TestUser
let boss: TestUser
let ids: Record<ReportKind, string>
let slug: string
beforeAll(async () => {
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief", verified: true })
})
beforeEach(async () => {
  await forgetWrites(db)
  await db.one`delete from mails`
  rita = await makeUser(db, { displayName: REPORTER, verified: true, language: "lv" })
  author = await makeUser(db, { displayName: "Author", verified: true, language: "et" })
  boss = await makeUser(db, { displayName: "Boss", verified: true, language: "ru" })
  const team = await makeTeam(db, { [boss.id]: "owner" }, { name: "Stars" })
  slug = team.slug
  const post = await makePost(db, team.id, author.id, { title: "Buy this" })
  ids = { team: team.id, post: post.id, profile: author.id }
})

const report = async (who: TestUser, kind: ReportKind) => {
  const browser = await browserOf(db, who.id)
  const body = { kind, target_id: ids[kind], reason: "bullying", details: WORDS }
  const answer = await browser.call(reports, "POST", "/api/reports", body)
  await browser.afterwards()
  return answer.status
}

test("super admins hear of a case once, without the reporter and their words; who reports it does not", async () => {
  const blocked = await makeMember(db, { role: "super_admin", verified: true })
  const unconfirmed = await makeMember(db, { role: "super_admin", verified: false })
  const admin = await makeMember(db, { role: "admin", verified: true })
  await db.one`update users set blocked_at = now() where id = ${blocked.id}`
  expect([await report(rita, "post"), await report(boss, "post")]).toEqual([201, 201])
  expect(receivers()).toEqual([chief.email])
  const { text } = box.lastTo(chief.email)
  expect(text).toContain("Post: “Buy this” (Stars)")
  expect(text).toContain("Reported as: bullying or hate")
  expect(text).toContain(`\n${ORIGIN}/admin/reports\n`)
  expect(all()).not.toMatch(new RegExp(`${WORDS}|${REPORTER}|${rita.id}`))
  expect(await report(chief, "team")).toBe(201)
  expect(receivers(), "nobody else is there to be told").toEqual([chief.email])
  await db.one`delete from user_roles where user_id in (${blocked.id}, ${unconfirmed.id}, ${admin.id})`
})

async function decide(kind: ReportKind, decision: "hide" | "dismiss", reply?: string) {
  const given = { reporters: [rita.id], reason: "bullying", details: WORDS } as const
  const { id, updated_at } = await makeCase(db, kind, ids[kind], given)
  const body = { decision, reply, updated_at }
  const answer = await chief.browser.call(adminReports, "PATCH", `/api/admin/reports/${id}`, body)
  expect(answer.status).toBe(200)
  await chief.browser.afterwards()
}

const receivers = () => box.mails.map(({ to }) => to?.[0]?.address).sort()
const all = () => box.mails.map(({ subject, text, html }) => `${subject}${text}${html}`).join("\n")

const sides: [ReportKind, () => TestUser[]][] = [
  ["team", () => [boss]],
  ["post", () => [author, boss]],
  ["profile", () => [author]],
]
describe.each(sides)("a %s", (kind, others) => {
  test.each(["hide", "dismiss"] as const)(
    "%s: who reported it is told, and those whose it is when it is hidden; who reported it nobody is",
    async (decision) => {
      await decide(kind, decision, "Our rules say so.")
      const told = decision === "hide" ? [rita, ...others()] : [rita]
      expect(receivers()).toEqual(told.map(({ email }) => email).sort())
      for (const { to, subject, text, html } of box.mails) {
        expect(text).toContain(": Our rules say so.\n")
        expect(html).toContain(": Our rules say so.")
        expect(`${subject}${text}${html}`).not.toContain(WORDS)
        // Whoever reported it is greeted by their own name.
        if (to?.[0]?.address === rita.email) continue
        expect(`${subject}${text}${html}`).not.toMatch(new RegExp(`${REPORTER}|${rita.id}`))
      }
    },
  )
})

test("without words of ours there is no place for them", async () => {
  await decide("post", "hide")
  expect(all()).not.toMatch(/Mūsu atbilde|Meie vastus|Наш ответ/)
})

const path = (address: string, mail: { text?: string }) =>
  mail.text?.includes(`\n${ORIGIN}${address}\n`)

test("each in the receiver's own language, with a way to what it is about", async () => {
  await decide("post", "dismiss")
  expect(path(`/lv/teams/${slug}/posts/${ids.post}`, box.lastTo(rita.email))).toBe(true)
  await db.one`delete from report_cases`
  await decide("post", "hide")
  expect(path(`/et/teams/${slug}/posts/${ids.post}`, box.lastTo(author.email))).toBe(true)
  expect(path(`/ru/teams/${slug}/posts/${ids.post}`, box.lastTo(boss.email))).toBe(true)
  expect(box.lastTo(boss.email).html).toContain('lang="ru"')
  await decide("profile", "dismiss")
  expect(path(`/lv/members/${author.id}`, box.lastTo(rita.email))).toBe(true)
  await db.one`delete from report_cases`
  await decide("profile", "hide")
  expect(path("/et/profile", box.lastTo(author.email))).toBe(true)
})

test("hidden: those whose it is read what, why, and whom to write to", async () => {
  await db.one`update users set language = 'en' where id = ${author.id}`
  await decide("post", "hide")
  const mail = box.lastTo(author.email)
  expect(mail.text).toContain("Post: “Buy this” (Stars)")
  expect(mail.text).toContain("Reported as: bullying or hate")
  expect(mail.text).toContain(`Write to ${SITE.email}`)
})

test("a hidden profile's name is told to its member alone", async () => {
  await decide("profile", "hide")
  expect(box.lastTo(rita.email).text).not.toContain("Author")
  expect(box.lastTo(author.email).text).toContain("Profiil: Author")
  expect(path("/lv", box.lastTo(rita.email))).toBe(true)
})

test("dismissed: nobody reads why it was reported", async () => {
  await db.one`update users set language = 'en'`
  await decide("post", "dismiss")
  expect(all()).not.toContain("bullying")
})

test("words of members go to no address that nobody has confirmed", async () => {
  await db.one`update users set email_verified_at = null where id in (${author.id}, ${rita.id})`
  await decide("post", "hide", "Not here.")
  for (const { email } of [author, rita]) {
    const { text } = box.lastTo(email)
    expect(text).toContain(": Not here.")
    for (const words of ["Buy this", "Stars", "Author", REPORTER]) expect(text).not.toContain(words)
  }
  expect(box.lastTo(boss.email).text).toContain("Buy this")
})

test("whoever reported a post of their own team gets one mail; whoever decides gets none", async () => {
  const kind = "post"
  const given = { reporters: [boss.id, chief.id] }
  const { id, updated_at } = await makeCase(db, kind, ids[kind], given)
  const body = { decision: "hide", updated_at }
  await chief.browser.call(adminReports, "PATCH", `/api/admin/reports/${id}`, body)
  await chief.browser.afterwards()
  expect(receivers()).toEqual([author.email, boss.email].sort())
  expect(box.lastTo(boss.email).subject).toContain("жалобу")
})

test("a member whose profile is hidden asks to join without their name", async () => {
  await db.one`update profiles set hidden_at = now() where user_id = ${author.id}`
  expect(await requestToJoin(owner.as({ userId: author.id }), slug, null)).toMatchObject({
    outcome: "asked",
  })
  await deliverMails()
  expect(box.lastTo(boss.email).subject).not.toContain("Author")
  expect(box.lastTo(boss.email).text).not.toMatch(/Author|\{\{|null|undefined/)
})
