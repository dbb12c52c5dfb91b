import { beforeEach, describe, expect, test } from "vitest"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import { getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { addMember, makeTeam } from "../../support/people/teams.ts"

const { db, clear } = await openTestDatabase()
const mailbox = startMailbox()

let owner: Member
let member: Member
let rolePath: string
beforeEach(async () => {
  await clear("mails", "notification_preferences", "notifications")
  owner = await makeMember(db)
  member = await makeMember(db)
  const team = await makeTeam(db, { [owner.id]: "owner" })
  await addMember(db, team.id, member.id, "member")
  rolePath = `/api/teams/${team.slug}/members/${member.id}`
})

const changePreference = ({ browser }: Member, topic: string, body: object) =>
  browser.send("PATCH", `/api/notifications/preferences/${topic}`, body)
const getPreference = async ({ browser }: Member, topic: string) =>
  getRows(await browser.get("/api/notifications/preferences"), "preferences").find(
    (row) => row["topic"] === topic,
  )

describe("preferences", () => {
  test("preferences have defaults, and null for a channel that a topic does not offer", async () => {
    expect(await getPreference(member, "team_role")).toEqual({
      topic: "team_role",
      bell: true,
      email: true,
      push: false,
    })
    expect(await getPreference(member, "event_place")).toMatchObject({ push: true })
    expect(await getPreference(member, "team_post")).toMatchObject({ bell: true, email: null })
  })

  test("concurrent changes of different channels of a topic are both stored", async () => {
    await Promise.all([
      changePreference(member, "team_role", { bell: false }),
      changePreference(member, "team_role", { email: false }),
    ])
    expect(await getPreference(member, "team_role")).toMatchObject({ bell: false, email: false })
    expect((await changePreference(member, "team_role", { bell: true })).json).toMatchObject({
      bell: true,
      email: false,
    })
    expect(await getPreference(owner, "team_role")).toMatchObject({ bell: true, email: true })
  })

  test("a member who turned the bell off for a topic gets only the email", async () => {
    await changePreference(member, "team_role", { bell: false })
    await owner.browser.send("PATCH", rolePath, { role: "admin" })
    expect(mailbox.listRecipients()).toEqual([member.email])
    expect(await db.many`select from notifications`).toEqual([])
  })

  test("a channel that is not offered cannot be turned on", async () => {
    const { json } = await changePreference(member, "team_post", { email: true })
    expect(json).toMatchObject({ email: null })
  })

  test("unknown topics, invalid values and anonymous visitors are refused", async () => {
    expect(getStatusAndCode(await changePreference(member, "security", { email: false }))).toEqual([
      404,
      "not_found",
    ])
    expect(getStatusAndCode(await changePreference(member, "team_role", { email: "no" }))).toEqual([
      422,
      "invalid",
    ])
    member.browser.cookies.clear()
    expect(getStatusAndCode(await changePreference(member, "team_role", { email: false }))).toEqual(
      [401, "sign_in_required"],
    )
    expect(getStatusAndCode(await member.browser.get("/api/notifications/preferences"))).toEqual([
      401,
      "sign_in_required",
    ])
  })
})

describe("the link in an email that turns off such emails", () => {
  /** Sends an email about a change of role. Returns the email and its one-click unsubscribe URL. */
  async function sendRoleMail() {
    await owner.browser.send("PATCH", rolePath, { role: "admin" })
    await deliverMails()
    const mail = mailbox.getLastMailTo(member.email)
    const getHeader = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ""
    const oneClick = new URL(getHeader("list-unsubscribe").slice(1, -1))
    return { mail, getHeader, oneClick, token: oneClick.searchParams.get("token") ?? "" }
  }
  const restore = (token: string) =>
    openBrowser().send("POST", "/api/newsletter/restore", { token })

  test("the link turns off emails of its topic, and the member can turn these emails on again", async () => {
    const { mail, getHeader, oneClick, token } = await sendRoleMail()
    expect(getHeader("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click")
    expect(mail.text).toContain(`/newsletter/unsubscribe#token=${token}&topic=team_role`)
    const { headers: linkHeaders } = await openBrowser().get(oneClick.pathname + oneClick.search)
    expect(linkHeaders.get("location")).toBe(
      `/newsletter/unsubscribe#token=${token}&topic=team_role`,
    )
    const form = new TextEncoder().encode("List-Unsubscribe=One-Click")
    const headers = { origin: "", "content-type": "application/x-www-form-urlencoded" }
    const topics = { list: "topics", topics: ["team_role"] }
    for (const _time of [1, 2]) {
      const path = oneClick.pathname + oneClick.search
      const response = await openBrowser().send("POST", path, form, headers)
      expect([response.status, response.json]).toEqual([200, topics])
    }
    expect(await getPreference(member, "team_role")).toMatchObject({ bell: true, email: false })
    expect(await getPreference(member, "event_place")).toMatchObject({ email: true })
    expect((await restore(token)).json).toEqual(topics)
    expect(await getPreference(member, "team_role")).toMatchObject({ email: true })
  })

  test("other sites cannot turn the emails on again", async () => {
    const { token } = await sendRoleMail()
    const foreignHeaders = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const path = "/api/newsletter/restore"
    const response = await openBrowser().send("POST", path, { token }, foreignHeaders)
    expect(response.status).toBe(403)
  })

  test("unknown and expired tokens are refused", async () => {
    const { token } = await sendRoleMail()
    expect(getStatusAndCode(await restore("x".repeat(43)))).toEqual([410, "link_unusable"])
    await db.one`update mail_links set expires_at = now()`
    expect(getStatusAndCode(await restore(token))).toEqual([410, "link_unusable"])
  })

  test("an old link with the purpose event_emails turns off all emails about events", async () => {
    const token = "t".repeat(43)
    await db.one`
      insert into mail_links (token_hash, user_id, purpose, email, expires_at)
      values (sha256(${token}::bytea), ${member.id}, 'event_emails', ${member.email}, now() + interval '1 day')`
    const { json } = await openBrowser().send("POST", "/api/newsletter/unsubscribe", { token })
    expect(json["topics"]).toEqual([
      "event_change",
      "event_message",
      "event_place",
      "event_reminder",
    ])
  })

  test("emails about the security of the account have no link that turns them off", async () => {
    await db.one`select queue_mail(${member.id}, 'google_connected')`
    await deliverMails()
    const { headers } = mailbox.getLastMailTo(member.email)
    expect(headers.map(({ key }) => key)).not.toContain("list-unsubscribe")
  })
})
