import { beforeEach, describe, expect, test } from "vitest"
import { requestToJoin } from "../../../db/queries/teams.ts"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import type { ReportKind, ReportReason } from "../../../src/features/reports/schema.ts"
import { SITE } from "../../../src/site.ts"
import { ORIGIN } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser, type TestUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeComment } from "../../support/people/comments.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import { makeCase } from "../../support/people/reports.ts"
import { makeEvent, makePost, makeTeam } from "../../support/people/teams.ts"

const { db, owner, clear } = await openTestDatabase()
const mailbox = startMailbox()

const REPORTER_NAME = "Reporting Rita"
const REPORT_TEXT = "they-sell-things-every-day"
const COMMENT_TEXT = "Words that no email contains"

let reportingMember: TestUser
let author: TestUser
let teamOwner: TestUser
let ids: Record<ReportKind, string>
let slug: string
let eventSlug: string
const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
beforeEach(async () => {
  await clear("mails")
  reportingMember = await makeUser(db, { displayName: REPORTER_NAME, language: "lv" })
  author = await makeUser(db, { displayName: "Author", language: "et" })
  teamOwner = await makeUser(db, { displayName: "Boss", language: "ru" })
  const team = await makeTeam(db, { [teamOwner.id]: "owner" }, { name: "Stars" })
  slug = team.slug
  const post = await makePost(db, team.id, author.id, { title: "Buy this" })
  const event = await makeEvent(db, team.id, { title: "Secret party", author: author.id })
  eventSlug = event.slug
  const comment = await makeComment(db, post.id, author.id, COMMENT_TEXT)
  ids = { team: team.id, post: post.id, event: event.id, profile: author.id, comment }
})

const report = async (reporter: TestUser, kind: ReportKind, reason: ReportReason = "bullying") => {
  const browser = await openSignedInBrowser(db, reporter.id)
  const body = { kind, target_id: ids[kind], reason, details: REPORT_TEXT }
  const response = await browser.send("POST", "/api/reports", body)
  return response.status
}

const joinTexts = () =>
  mailbox.mails.map(({ subject, text, html }) => `${subject}${text}${html}`).join("\n")
const expectLink = (recipient: TestUser, path: string) =>
  expect(mailbox.getLastMailTo(recipient.email).text).toContain(`\n${ORIGIN}${path}\n`)

test("super admins get one email per case, without the reporter and the text of the report", async () => {
  const blocked = await makeMember(db, { role: "super_admin" })
  const unconfirmed = await makeMember(db, { role: "super_admin", isConfirmed: false })
  const admin = await makeMember(db, { role: "admin" })
  await db.one`update users set blocked_at = now() where id = ${blocked.id}`
  expect([await report(reportingMember, "post"), await report(teamOwner, "post")]).toEqual([
    201, 201,
  ])
  expect(mailbox.listRecipients()).toEqual([superAdmin.email])
  const { text } = mailbox.getLastMailTo(superAdmin.email)
  expect(text).toContain("Post: “Buy this” (Stars)")
  expect(text).toContain("Reported as: bullying or hate")
  expect(text).toContain(`\n${ORIGIN}/admin/reports\n`)
  expect(joinTexts()).not.toMatch(
    new RegExp(`${REPORT_TEXT}|${REPORTER_NAME}|${reportingMember.id}`),
  )
  expect(await report(superAdmin, "team")).toBe(201)
  expect(mailbox.listRecipients(), "the super admin who reported gets no email").toEqual([
    superAdmin.email,
  ])
  await db.one`delete from user_roles where user_id in (${blocked.id}, ${unconfirmed.id}, ${admin.id})`
})

const REPLY = "To the reporter."
const OWNER_REPLY = "Our rules say so."

/** Opens a case with a report by each of `reporters`, and sends the super admin's decision. */
async function decide(
  kind: ReportKind,
  decision: "hide" | "dismiss",
  feedback: { reply?: string; owner_reply?: string; informs_owner?: boolean } = {},
  reason: ReportReason = "bullying",
  reporters = [reportingMember.id],
) {
  const reports = { reporters, reason, details: REPORT_TEXT }
  const { id, updated_at } = await makeCase(db, kind, ids[kind], reports)
  const body = { decision, ...feedback, updated_at }
  const response = await superAdmin.browser.send("PATCH", `/api/admin/reports/${id}`, body)
  expect(response.status).toBe(200)
}

const OWNERS: [ReportKind, () => TestUser[]][] = [
  ["team", () => [teamOwner]],
  ["post", () => [author, teamOwner]],
  ["event", () => [author, teamOwner]],
  ["profile", () => [author]],
  ["comment", () => [author]],
]
describe.each(OWNERS)("a %s", (kind, getOwners) => {
  test.each(["hide", "dismiss"] as const)(
    "after %s, recipients get only their own reply, and the owner nothing about the report",
    async (decision) => {
      await decide(kind, decision, { reply: REPLY, owner_reply: OWNER_REPLY })
      const recipients = decision === "hide" ? [reportingMember, ...getOwners()] : [reportingMember]
      expect(mailbox.listRecipients()).toEqual(recipients.map(({ email }) => email).sort())
      for (const { to, subject, text, html } of mailbox.mails) {
        const isReporter = to?.[0]?.address === reportingMember.email
        const [reply, otherReply] = isReporter ? [REPLY, OWNER_REPLY] : [OWNER_REPLY, REPLY]
        expect(text).toContain(`: ${reply}\n`)
        expect(html).toContain(`: ${reply}`)
        // The email to the reporter greets the reporter by name.
        const secrets = [otherReply, REPORT_TEXT, COMMENT_TEXT]
        if (!isReporter) secrets.push(REPORTER_NAME, reportingMember.id)
        for (const secret of secrets) expect(`${subject}${text}${html}`).not.toContain(secret)
      }
    },
  )
})

test.each(OWNERS)(
  "hiding a %s without informing the owner emails only the reporter",
  async (kind) => {
    await decide(kind, "hide", { reply: REPLY, owner_reply: OWNER_REPLY, informs_owner: false })
    expect(mailbox.listRecipients()).toEqual([reportingMember.email])
    expect(joinTexts()).not.toContain(OWNER_REPLY)
  },
)

test("the subject of the email to super admins says that a child may be in danger", async () => {
  expect(await report(reportingMember, "post")).toBe(201)
  expect(mailbox.getLastMailTo(superAdmin.email).subject).toBe("New report on Daina")
  expect(await report(teamOwner, "post", "child_danger")).toBe(201)
  const { subject, text } = mailbox.getLastMailTo(superAdmin.email)
  expect(subject).toBe("A child may be in danger: report on Daina")
  expect(text).toContain("call the police (112)")
  expect(text).toContain("Reported as: bullying or hate and a child may be in danger")
  expect(await report(author, "team", "child_danger")).toBe(201)
  expect(mailbox.listRecipients()).toHaveLength(3)
})

test("the limit of five emails an hour does not apply to reports about a child in danger", async () => {
  for (let index = 0; index < 6; index++) {
    const { id } = await makeTeam(db, { [teamOwner.id]: "owner" }, { name: `Team ${index}` })
    ids.team = id
    await report(reportingMember, "team")
  }
  expect(mailbox.listRecipients()).toHaveLength(5)
  await report(reportingMember, "profile", "child_danger")
  expect(mailbox.listRecipients()).toHaveLength(6)
})

test("the email to the owner does not mention a child in danger", async () => {
  await db.one`update users set language = 'en' where id = ${author.id}`
  await decide("profile", "hide", { owner_reply: OWNER_REPLY }, "child_danger")
  const { subject, text, html } = mailbox.getLastMailTo(author.email)
  expect(`${subject}${text}${html}`).not.toMatch(/child|Reported as/)
})

test("the email about an event names the event and links to its page", async () => {
  await db.one`update users set language = 'en' where id = ${author.id}`
  await decide("event", "hide")
  const { text } = mailbox.getLastMailTo(author.email)
  expect(text).toContain("Event: “Secret party” (Stars)")
  expectLink(author, `/events/${eventSlug}`)
})

test("an email without a reply has no section for a reply", async () => {
  await decide("post", "hide")
  expect(joinTexts()).not.toMatch(/Mūsu atbilde|Meie vastus|Наш ответ/)
})

test("each email is in the recipient's language and links to the content", async () => {
  await decide("post", "dismiss")
  expectLink(reportingMember, `/lv/teams/${slug}/posts/${ids.post}`)
  await clear("report_cases")
  await decide("post", "hide")
  expectLink(author, `/et/teams/${slug}/posts/${ids.post}`)
  expectLink(teamOwner, `/ru/teams/${slug}/posts/${ids.post}`)
  expect(mailbox.getLastMailTo(teamOwner.email).html).toContain('lang="ru"')
  await decide("profile", "dismiss")
  expectLink(reportingMember, `/lv/members/${author.id}`)
  await clear("report_cases")
  await decide("profile", "hide")
  expectLink(author, "/et/profile")
})

test("the email about hidden content names the content, the reason and the objection address", async () => {
  await db.one`update users set language = 'en' where id = ${author.id}`
  await decide("post", "hide")
  const { text } = mailbox.getLastMailTo(author.email)
  for (const words of ["Post: “Buy this” (Stars)", "Reported as: bullying", SITE.email]) {
    expect(text).toContain(words)
  }
})

test("only the email to the member with the hidden profile contains the name of the profile", async () => {
  await decide("profile", "hide")
  expect(mailbox.getLastMailTo(reportingMember.email).text).not.toContain("Author")
  expect(mailbox.getLastMailTo(author.email).text).toContain("Profiil: Author")
  expectLink(reportingMember, "/lv")
})

test("no email about a dismissed case contains its reasons", async () => {
  await db.one`update users set language = 'en'`
  await decide("post", "dismiss")
  expect(joinTexts()).not.toContain("bullying")
})

test("emails to unconfirmed email addresses contain no names or titles that members chose", async () => {
  await db.one`update users set email_verified_at = null where id in (${author.id}, ${reportingMember.id})`
  await decide("post", "hide", { reply: "Not here.", owner_reply: "Not here." })
  for (const { email } of [author, reportingMember]) {
    const { text } = mailbox.getLastMailTo(email)
    expect(text).toContain(": Not here.")
    for (const words of ["Buy this", "Stars", "Author", REPORTER_NAME])
      expect(text).not.toContain(words)
  }
  expect(mailbox.getLastMailTo(teamOwner.email).text).toContain("Buy this")
})

test("a team owner who reported a post gets one email; a super admin who reported and decides gets none", async () => {
  await decide("post", "hide", {}, "bullying", [teamOwner.id, superAdmin.id])
  expect(mailbox.listRecipients()).toEqual([author.email, teamOwner.email].sort())
  expect(mailbox.getLastMailTo(teamOwner.email).subject).toContain("жалобу")
})

test("the email about a join request does not name a member with a hidden profile", async () => {
  await db.one`update profiles set hidden_at = now() where user_id = ${author.id}`
  const result = await requestToJoin(owner.as({ userId: author.id }), slug, null)
  expect(result).toMatchObject({ outcome: "requested" })
  await deliverMails()
  expect(mailbox.getLastMailTo(teamOwner.email).subject).not.toContain("Author")
  expect(mailbox.getLastMailTo(teamOwner.email).text).not.toMatch(/Author|\{\{|null|undefined/)
})
