import { describe, expect, test } from "vitest"
import {
  type BrowserResponse,
  expectErrors,
  getRows,
  getStatusAndCode,
} from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeJoinScene, TEAM_NAME } from "../../support/people/joining.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { setEmails } from "../../support/people/notifications.ts"
import { addMember } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
const {
  owner,
  applicant,
  team,
  makeNamedMember,
  call,
  requestToJoin,
  decide,
  withdraw,
  removeMember,
} = makeJoinScene(db)
const getOwnTeams = async (caller: Member) => (await call(caller, "GET", "teams/mine")).json
const getApplicantStatus = async () => {
  const { json } = await call(applicant, "GET", `teams/${team.slug}`)
  return { role: json["role"], request: json["request"] }
}
const listRequests = async () =>
  getRows(await call(owner, "GET", `teams/${team.slug}/join-requests`), "join_requests")

async function expectMessageErrors(send: (message: unknown) => Promise<BrowserResponse>) {
  expectErrors(await send("x".repeat(501)), { message: "too_long" })
  expectErrors(await send(7), { message: "invalid" })
}

describe("a request to join", () => {
  test("a join request is pending until the owner decides", async () => {
    const response = await requestToJoin(applicant, { message: "  Tere!\r\nMa tantsin.  " })
    const { id } = response.json
    const pending = { id: expect.any(String), status: "pending", is_emailed: true }
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
    // This is the flag of Scotland, an emoji that contains invisible tag characters.
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

  test("a join request without a display name, by a member or to an unknown team is refused", async () => {
    const nameless = await makeMember(db)
    expect(getStatusAndCode(await requestToJoin(nameless))).toEqual([409, "profile_incomplete"])
    expect(getStatusAndCode(await requestToJoin(owner))).toEqual([409, "already_member"])
    const unknownTeamResponse = await requestToJoin(applicant, {}, { ...team, slug: "nowhere" })
    expect(getStatusAndCode(unknownTeamResponse)).toEqual([404, "not_found"])
    expect(await listRequests()).toEqual([])
  })

  test("a join request shows the owner the applicant's name, even when the name is hidden", async () => {
    const applicantWithHiddenName = await makeNamedMember({
      displayName: "Shy",
      privacy: { show_display_name: false },
    })
    await requestToJoin(applicantWithHiddenName)
    expect(await listRequests()).toMatchObject([{ display_name: "Shy" }])
  })

  test("the field `mails` is false if the applicant will get no email about the decision", async () => {
    const unconfirmed = await makeNamedMember({ isConfirmed: false })
    expect((await requestToJoin(unconfirmed)).json["is_emailed"]).toBe(false)
    await setEmails(db, applicant.id, "join_answer", "off")
    expect((await requestToJoin()).json["is_emailed"]).toBe(false)
  })
})

describe("the list of members", () => {
  test("the list of members is sorted by role, and leaves out hidden names", async () => {
    const member = await makeNamedMember({
      displayName: "Shy",
      privacy: { show_display_name: false },
    })
    await addMember(db, team.id, member.id, "member", { daysAgo: 3 })
    const admin = await makeNamedMember({ displayName: "Anna" })
    await addMember(db, team.id, admin.id, "admin")
    const members = await call(applicant, "GET", `teams/${team.slug}/members`)
    expect(members.json["members"]).toMatchObject([
      { user_id: owner.id, role: "owner", display_name: "Ilze" },
      { user_id: admin.id, role: "admin", display_name: "Anna" },
      { user_id: member.id, role: "member", display_name: null },
    ])
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

  test("an owner with an unconfirmed email address cannot send a message with a refusal", async () => {
    const { id } = (await requestToJoin()).json
    await db.one`update users set email_verified_at = null where id = ${owner.id}`
    const refused = await decide(id, "rejected", { message: "Sorry" })
    expect(getStatusAndCode(refused)).toEqual([403, "email_unconfirmed"])
    expect((await getApplicantStatus()).request).toEqual({ id, status: "pending" })
    expect((await decide(id, "rejected")).status).toBe(200)
  })

  test("a member who was removed or has left can request again", async () => {
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
