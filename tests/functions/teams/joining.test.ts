import { beforeEach, describe, expect, test } from "vitest"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import type { Topic } from "../../../src/features/notifications/topics.ts"
import { makeAttempts } from "../../support/attempts.ts"
import {
  type BrowserResponse,
  expectErrors,
  getRows,
  getStatusAndCode,
} from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser, type UserOptions } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { setEmails } from "../../support/people/notifications.ts"
import { password } from "../../support/people/sign-in.ts"
import {
  addMember,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  readRoles,
  type TestTeam,
} from "../../support/people/teams.ts"

const { db, clear } = await openTestDatabase()
const TEAM_NAME = "Stars & <i>Moons</i>"

let owner: Member
let applicant: Member
let team: TestTeam
const makeMemberNamedMari = (options: UserOptions = {}) =>
  makeMember(db, { displayName: "Mari", ...options })

beforeEach(async () => {
  owner = await makeMemberNamedMari({ displayName: "Ilze", language: "lv" })
  applicant = await makeMemberNamedMari({ displayName: "Mari & <b>Co</b>", language: "et" })
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: TEAM_NAME })
})

const call = (caller: Member, method: string, path: string, body?: object) =>
  caller.browser.send(method, `/api/${path}`, body)
const requestToJoin = (caller = applicant, body: object = {}, targetTeam = team) =>
  call(caller, "POST", `teams/${targetTeam.slug}/join-requests`, body)
const decide = (id: unknown, status: unknown, fields: object = {}) =>
  call(owner, "PATCH", `join-requests/${id}`, { status, ...fields })
const withdraw = (id: unknown, caller = applicant) => call(caller, "DELETE", `join-requests/${id}`)
const setRole = (id: string, role: string) =>
  call(owner, "PATCH", `teams/${team.slug}/members/${id}`, { role })
const removeMember = ({ slug }: TestTeam, { id }: Member, actor: Member) =>
  call(actor, "DELETE", `teams/${slug}/members/${id}`)
const getOwnTeams = async (caller: Member) => (await call(caller, "GET", "teams/mine")).json
const getApplicantStatus = async () => {
  const { json } = await call(applicant, "GET", `teams/${team.slug}`)
  return { role: json["role"], request: json["request"] }
}
const listRequests = async () =>
  getRows(await call(owner, "GET", `teams/${team.slug}/join-requests`), "join_requests")

/** Expects that `send` is refused with a message that is too long or not a text. */
async function expectMessageErrors(send: (message: unknown) => Promise<BrowserResponse>) {
  expectErrors(await send("x".repeat(501)), { message: "too_long" })
  expectErrors(await send(7), { message: "invalid" })
}

describe("a request to join", () => {
  test("a join request is pending until the owner decides", async () => {
    const response = await requestToJoin(applicant, { message: "  Tere!\r\nMa tantsin.  " })
    const { id } = response.json
    const pending = { id: expect.any(String), status: "pending", mails: true }
    expect([response.status, response.json]).toEqual([201, pending])
    expect(await getApplicantStatus()).toEqual({ role: null, request: { id, status: "pending" } })
    const applicantAndMessage = { display_name: "Mari & <b>Co</b>", message: "Tere!\nMa tantsin." }
    expect(await listRequests()).toMatchObject([
      { id, user_id: applicant.id, status: "pending", ...applicantAndMessage },
    ])
    const ownTeam = { slug: team.slug, pending_requests: 1 }
    expect(await getOwnTeams(owner)).toMatchObject({ teams: [ownTeam], requests: [] })
    expect(getStatusAndCode(await requestToJoin())).toEqual([409, "already_requested"])
    expect(await listRequests()).toHaveLength(1)
  })

  test("a join request stores its message as plain text of at most 500 characters", async () => {
    // The flag of Scotland, an emoji that contains invisible tag characters.
    const flag = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"
    for (const [sent, message] of [
      [" \n ", null],
      ["\u2066\u200b", null],
      [`a\u202eb ${flag}`, `ab ${flag}`],
      ["x".repeat(500), "x".repeat(500)],
    ]) {
      const { status, json } = await requestToJoin(applicant, { message: sent })
      expect(status).toBe(201)
      expect(await listRequests()).toMatchObject([{ message }])
      await withdraw(json["id"])
    }
    await expectMessageErrors((message) => requestToJoin(applicant, { message }))
    expect(await getApplicantStatus()).toEqual({ role: null, request: null })
  })

  test("a join request is refused without a display name and from a member of the team", async () => {
    const nameless = await makeMember(db)
    expect(getStatusAndCode(await requestToJoin(nameless))).toEqual([409, "profile_incomplete"])
    expect(getStatusAndCode(await requestToJoin(owner))).toEqual([409, "already_member"])
    const nowhere = await requestToJoin(applicant, {}, { ...team, slug: "nowhere" })
    expect(getStatusAndCode(nowhere)).toEqual([404, "not_found"])
    expect(await listRequests()).toEqual([])
  })

  test("a join request shows the owner the applicant's name, even when the name is hidden", async () => {
    const applicantWithHiddenName = await makeMemberNamedMari({
      displayName: "Shy",
      privacy: { show_display_name: false },
    })
    await requestToJoin(applicantWithHiddenName)
    expect(await listRequests()).toMatchObject([{ display_name: "Shy" }])
    await addMember(db, team.id, applicantWithHiddenName.id, "member", 3)
    const admin = await makeMemberNamedMari({ displayName: "Anna" })
    await addMember(db, team.id, admin.id, "admin")
    const members = await call(applicant, "GET", `teams/${team.slug}/members`)
    expect(members.json["members"]).toMatchObject([
      { user_id: owner.id, role: "owner", display_name: "Ilze" },
      { user_id: admin.id, role: "admin", display_name: "Anna" },
      { user_id: applicantWithHiddenName.id, role: "member", display_name: null },
    ])
  })

  test("the response to a join request says whether the applicant will get an email about the decision", async () => {
    const unconfirmed = await makeMemberNamedMari({ isConfirmed: false })
    expect((await requestToJoin(unconfirmed)).json["mails"]).toBe(false)
    await setEmails(db, applicant.id, "join_answer", false)
    expect((await requestToJoin()).json["mails"]).toBe(false)
  })
})

describe("the owner's decision", () => {
  test("an approval makes the applicant a member and cannot be decided again", async () => {
    const { id } = (await requestToJoin()).json
    const response = await decide(id, "approved")
    expect([response.status, response.json]).toEqual([200, { id, status: "approved" }])
    expect(await getApplicantStatus()).toEqual({ role: "member", request: null })
    expect((await getOwnTeams(applicant))["requests"]).toEqual([])
    for (const status of ["approved", "rejected", "pending"]) {
      expect(getStatusAndCode(await decide(id, status))).toEqual([409, "already_decided"])
    }
    expect(getStatusAndCode(await requestToJoin())).toEqual([409, "already_member"])
  })

  test("a declined request can be reopened by the owner, and a pending request can be withdrawn", async () => {
    const { id } = (await requestToJoin()).json
    expect((await decide(id, "rejected")).status).toBe(200)
    const request = { id, team_name: TEAM_NAME, team_slug: team.slug, status: "rejected" }
    expect((await getOwnTeams(applicant))["requests"]).toEqual([request])
    expect(await getApplicantStatus()).toMatchObject({ request: { status: "rejected" } })
    expect(getStatusAndCode(await requestToJoin())).toEqual([409, "request_declined"])
    expect((await withdraw(id)).status).toBe(404)
    expect((await decide(id, "pending")).status).toBe(200)
    expect((await getOwnTeams(applicant))["requests"]).toEqual([{ ...request, status: "pending" }])
    expect((await withdraw(id)).status).toBe(204)
    expect((await withdraw(id)).status).toBe(404)
    expect((await decide(id, "approved")).status).toBe(404)
    expect((await requestToJoin()).status).toBe(201)
  })

  test("an applicant sees the message of a refusal until the request is reopened", async () => {
    const { id } = (await requestToJoin()).json
    const message = "  We're full\r\nuntil <spring>. "
    expect((await decide(id, "rejected", { message })).status).toBe(200)
    const reply = "We're full\nuntil <spring>."
    expect((await getApplicantStatus()).request).toEqual({ id, status: "rejected", reply })
    await decide(id, "pending")
    expect((await getApplicantStatus()).request).toEqual({ id, status: "pending" })
    await decide(id, "rejected", { message: " " })
    expect((await getApplicantStatus()).request).toEqual({ id, status: "rejected" })
  })

  test("a message that is sent with an approval is not stored", async () => {
    const { id } = (await requestToJoin()).json
    await decide(id, "approved", { message: "Welcome" })
    expect(await db.value`select reply from team_join_requests where id = ${id}`).toBeNull()
  })

  test("an owner with an unconfirmed address cannot send a message with a refusal", async () => {
    const { id } = (await requestToJoin()).json
    await db.one`update users set email_verified_at = null where id = ${owner.id}`
    const refused = await decide(id, "rejected", { message: "Sorry" })
    expect(getStatusAndCode(refused)).toEqual([403, "email_unconfirmed"])
    expect((await getApplicantStatus()).request).toEqual({ id, status: "pending" })
    expect((await decide(id, "rejected")).status).toBe(200)
  })

  test("a removed or former member can request again", async () => {
    for (const remover of [owner, applicant]) {
      await decide((await requestToJoin()).json["id"], "approved")
      expect((await removeMember(team, applicant, remover)).status).toBe(204)
    }
    expect((await requestToJoin()).status).toBe(201)
    const statuses = (await listRequests()).map(({ status }) => status)
    expect(statuses).toEqual(["pending", "approved", "approved"])
  })

  test("a decision needs a valid status and message, and an existing request", async () => {
    const { id } = (await requestToJoin()).json
    for (const status of ["maybe", null]) {
      expectErrors(await decide(id, status), { status: "invalid" })
    }
    await expectMessageErrors((message) => decide(id, "rejected", { message }))
    expect((await getApplicantStatus()).request).toEqual({ id, status: "pending" })
    for (const unknownId of ["nothing", crypto.randomUUID()]) {
      expect((await decide(unknownId, "approved")).status).toBe(404)
    }
  })
})

describe("emails", () => {
  const mailbox = startMailbox()
  beforeEach(() => clear("mails"))
  const listMailsTo = ({ email }: Member) =>
    mailbox.mails.filter((mail) => mail.to?.some(({ address }) => address === email))
  /** Empties the mailbox and sends all unsent emails, even if they are not due yet. */
  const sendDueMails = async () => {
    mailbox.mails.length = 0
    await db.one`update mails set next_try_at = now() where sent_at is null`
    await deliverMails()
  }

  test("the owner's email shows the applicant and the message as text, in the owner's language", async () => {
    await requestToJoin(applicant, { message: "Tere!\n<b>Ma tantsin</b>" })
    expect(mailbox.mails).toHaveLength(1)
    const mail = mailbox.getLastMailTo(owner.email)
    expect(mail.subject).toContain("Mari & <b>Co</b>")
    expect(mail.subject).toContain(TEAM_NAME)
    for (const words of ["Ilze", `/lv/teams/${team.slug}/manage`, "„Tere!\n<b>Ma tantsin</b>”"]) {
      expect(mail.text).toContain(words)
    }
    expect(mail.html).not.toMatch(/<b>Co|<i>Moons|<b>Ma/)
    await requestToJoin(await makeMemberNamedMari())
    expect(mailbox.getLastMailTo(owner.email).text).not.toMatch(/„”|\{\{|null/)
  })

  test.each([
    ["approved", (slug: string) => `/et/teams/${slug}\n`],
    ["rejected", () => "/et/teams\n"],
  ])(
    "the applicant gets an email in their language that the request was %s",
    async (status, link) => {
      const { json } = await requestToJoin()
      mailbox.mails.length = 0
      await decide(json["id"], status)
      expect(mailbox.listRecipients()).toEqual([applicant.email])
      const mail = mailbox.getLastMailTo(applicant.email)
      expect(`${mail.text}\n`).toContain(link(team.slug))
      expect(mail.subject).toContain(TEAM_NAME)
      expect(mail.html).not.toContain("<i>Moons")
      expect(mail.text).not.toMatch(/\{\{|undefined|null/)
    },
  )

  test("an email about a decision quotes only the message of that decision", async () => {
    const { id } = (await requestToJoin()).json
    await decide(id, "rejected", { message: "We're full\nuntil <spring>." })
    expect(mailbox.getLastMailTo(applicant.email).text).toContain("„We're full\nuntil <spring>.“")
    expect(mailbox.getLastMailTo(applicant.email).html).not.toContain("<spring>")
    await decide(id, "pending")
    await decide(id, "rejected", { message: " " })
    expect(mailbox.getLastMailTo(applicant.email).text).not.toMatch(/spring|null|„“/)
  })

  test("emails about requests go to the new owner after a hand-over", async () => {
    await addMember(db, team.id, applicant.id, "member")
    await setRole(applicant.id, "owner")
    mailbox.mails.length = 0
    await requestToJoin(await makeMemberNamedMari())
    expect(mailbox.listRecipients()).toEqual([applicant.email])
  })

  test("emails about requests and about decisions have separate settings", async () => {
    const setEmailSetting = async ({ browser }: Member, topic: Topic, email: boolean) => {
      const response = await browser.send("PATCH", `/api/notifications/preferences/${topic}`, {
        email,
      })
      expect(response.json).toMatchObject({ topic, email })
    }
    await setEmailSetting(owner, "join_request", false)
    await setEmailSetting(applicant, "join_request", false)
    await decide((await requestToJoin()).json["id"], "approved")
    expect(mailbox.listRecipients()).toEqual([applicant.email])
    mailbox.mails.length = 0
    await removeMember(team, applicant, applicant)
    await setEmailSetting(owner, "join_request", true)
    await setEmailSetting(owner, "join_answer", false)
    await setEmailSetting(applicant, "join_answer", false)
    await decide((await requestToJoin()).json["id"], "approved")
    expect(mailbox.listRecipients()).toEqual([owner.email])
  })

  test("emails are not sent to unconfirmed addresses", async () => {
    const unconfirmed = await makeMemberNamedMari({ isConfirmed: false })
    const otherTeam = await makeTeam(db, { [unconfirmed.id]: "owner" })
    expect((await requestToJoin(applicant, {}, otherTeam)).status).toBe(201)
    const { json } = await requestToJoin(unconfirmed, { message: "Cheap tickets at spam.example" })
    await decide(json["id"], "rejected")
    expect(mailbox.listRecipients()).toEqual([owner.email])
    expect(mailbox.getLastMailTo(owner.email).text).not.toContain("spam.example")
  })

  test("requests after the fifth email of an hour are combined in a digest with 20 names", async () => {
    await makeAttempts(db, "mail join_requests", owner.email, 4)
    const applicants = await repeatConcurrently(23, (n) =>
      makeMemberNamedMari({ displayName: `Applicant${n}.` }),
    )
    const responses = await Promise.all(applicants.map((applicant) => requestToJoin(applicant)))
    expect(countByStatus(responses)).toEqual({ 201: 23 })
    expect(listMailsTo(owner)).toHaveLength(1)
    const { subject: subjectOfFirstMail = "" } = mailbox.getLastMailTo(owner.email)
    const [firstName = ""] = /Applicant\d+\./.exec(subjectOfFirstMail) ?? []
    await sendDueMails()
    await deliverMails()
    expect(listMailsTo(owner)).toHaveLength(1)
    const digest = mailbox.getLastMailTo(owner.email)
    expect(digest.subject).toBe(`Vēl 22 cilvēki vēlas pievienoties komandai ${TEAM_NAME}`)
    expect(digest.text).toContain(`/lv/teams/${team.slug}/manage#requests`)
    const namesInDigest = digest.text?.match(/Applicant\d+\./g) ?? []
    expect(namesInDigest).toHaveLength(20)
    expect(namesInDigest).not.toContain(firstName)
    expect(digest.text).toContain("vēl 2 cilvēki")
    expect(digest.html).not.toContain("<i>Moons")
  })

  test("a digest contains only new pending requests", async () => {
    await makeAttempts(db, "mail join_requests", owner.email, 5)
    const makeRequestBy = async (displayName: string) => {
      const caller = await makeMemberNamedMari({ displayName })
      return { caller, id: (await requestToJoin(caller)).json["id"] }
    }
    const withdrawn = await makeRequestBy("Gone")
    const declined = await makeRequestBy("Declined")
    await makeRequestBy("First")
    await withdraw(withdrawn.id, withdrawn.caller)
    await decide(declined.id, "rejected")
    await sendDueMails()
    const [first] = listMailsTo(owner)
    expect(first?.subject).toBe(`Vēl 1 cilvēks vēlas pievienoties komandai ${TEAM_NAME}`)
    expect(first?.text).toMatch(/\n\nFirst\n\n/)
    await makeRequestBy("Second")
    await sendDueMails()
    expect(listMailsTo(owner)).toHaveLength(1)
    expect(mailbox.getLastMailTo(owner.email).text).toMatch(/\n\nSecond\n\n/)
    const third = await makeRequestBy("Third")
    await withdraw(third.id, third.caller)
    await sendDueMails()
    expect(listMailsTo(owner), "a digest without requests is not sent").toEqual([])
    await makeRequestBy("Fourth")
    await setEmails(db, owner.id, "join_request", false)
    await sendDueMails()
    expect(listMailsTo(owner)).toEqual([])
    const unsent = db.many`select from mails where sent_at is null and user_id = ${owner.id}`
    expect(await unsent).toEqual([])
  })

  test("decisions after the fifth email of an hour are combined in a digest for the applicant", async () => {
    await makeAttempts(db, "mail join_answers", applicant.email, 4)
    const requests = await repeatConcurrently(5, async (n) => {
      const { id } = await makeTeam(db, { [owner.id]: "owner" }, { name: `Team ${n}.` })
      return makeRequest(db, id, applicant.id)
    })
    for (const [n, id] of requests.entries()) {
      const message = `Words ${n}.`
      await (n % 2 === 0 ? decide(id, "approved") : decide(id, "rejected", { message }))
    }
    expect(listMailsTo(applicant)).toHaveLength(1)
    await decide(requests[3], "pending")
    await sendDueMails()
    expect(listMailsTo(applicant)).toHaveLength(1)
    const digest = mailbox.getLastMailTo(applicant.email)
    expect(digest.subject).toBe("3 truppi vastas sulle")
    expect(digest.text).toContain("Sind võeti vastu: Team 2. ja Team 4.")
    expect(digest.text).toContain("Seekord lükati soov tagasi: Team 1.")
    expect(digest.text).toContain("Team 1.: „Words 1.“")
    expect(digest.text).not.toMatch(/(Team|Words) 3\./)
  })

  test("an owner gets at most five emails an hour about repeated requests", async () => {
    await makeAttempts(db, "mail join_requests", owner.email, 4)
    for (const _time of [1, 2]) await withdraw((await requestToJoin()).json["id"])
    expect(mailbox.mails).toHaveLength(1)
  })

  test("no email is sent about a request that was withdrawn meanwhile", async () => {
    await mailbox.runWhileDown(
      async () => void (await withdraw((await requestToJoin()).json["id"])),
    )
    await sendDueMails()
    expect(mailbox.mails).toEqual([])
  })
})

describe.each<[string, endOwnership: (owner: Member, team: TestTeam) => Promise<unknown>]>([
  ["leaves the team", (owner, team) => removeMember(team, owner, owner)],
  [
    "deletes the account",
    async ({ id, browser }) => {
      await browser.send("DELETE", "/api/account", { password })
      await db.one`update users set deletion_due_at = now() where id = ${id}`
      await db.one`select delete_due_accounts()`
    },
  ],
  ["is deleted", ({ id }) => db.one`delete from users where id = ${id}`],
])("a team whose owner %s", (_name, endOwnership) => {
  let leaver: Member
  beforeEach(async () => {
    leaver = await makeMemberNamedMari({ password })
    team = await makeTeam(db, { [leaver.id]: "owner" })
  })

  test("the team passes to the longest-serving admin, otherwise to the longest-serving member", async () => {
    const [first, second, longest] = [await makeUser(db), await makeUser(db), await makeUser(db)]
    await addMember(db, team.id, longest.id, "member", 9)
    await addMember(db, team.id, second.id, "admin", 2)
    await addMember(db, team.id, first.id, "admin", 5)
    const teamWithoutAdmins = await makeTeam(db, { [leaver.id]: "owner" })
    await addMember(db, teamWithoutAdmins.id, second.id, "member", 1)
    await addMember(db, teamWithoutAdmins.id, first.id, "member", 3)
    await endOwnership(leaver, team)
    // A deleted account has already left both teams.
    if (await db.one`select from team_members where user_id = ${leaver.id}`)
      await endOwnership(leaver, teamWithoutAdmins)
    expect(await readRoles(db, team.id)).toEqual([
      { user_id: first.id, role: "owner" },
      { user_id: second.id, role: "admin" },
      { user_id: longest.id, role: "member" },
    ])
    expect(await readRoles(db, teamWithoutAdmins.id)).toEqual([
      { user_id: first.id, role: "owner" },
      { user_id: second.id, role: "member" },
    ])
  })

  test("the team is deleted with its content when no other member is left", async () => {
    await makeRequest(db, team.id, applicant.id)
    await makePost(db, team.id, leaver.id)
    await makeEvent(db, team.id)
    await endOwnership(leaver, team)
    const rows = await db.many`
      select id from teams where id = ${team.id}
      union all select id from team_posts where team_id = ${team.id}
      union all select id from events where team_id = ${team.id}
      union all select id from team_join_requests where team_id = ${team.id}`
    expect(rows).toEqual([])
  })
})

describe("roles in a team", () => {
  test("a hand-over makes the former owner an admin", async () => {
    await addMember(db, team.id, applicant.id, "member")
    const response = await setRole(applicant.id, "owner")
    expect([response.status, response.text]).toEqual([204, ""])
    expect(await readRoles(db, team.id)).toEqual([
      { user_id: applicant.id, role: "owner" },
      { user_id: owner.id, role: "admin" },
    ])
  })

  test("only members of the team get roles", async () => {
    for (const id of [crypto.randomUUID(), "x", applicant.id]) {
      for (const role of ["owner", "admin"]) {
        expect(getStatusAndCode(await setRole(id, role))).toEqual([404, "not_found"])
      }
    }
    expect(await readRoles(db, team.id)).toEqual([{ user_id: owner.id, role: "owner" }])
  })

  test("the owner makes a member an admin and back", async () => {
    await addMember(db, team.id, applicant.id, "member")
    for (const role of ["admin", "member"] as const) {
      expect((await setRole(applicant.id, role)).status).toBe(204)
      expect((await readRoles(db, team.id))[1]?.role).toBe(role)
    }
    expectErrors(await setRole(applicant.id, "boss"), { role: "invalid" })
  })
})
