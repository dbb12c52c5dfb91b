/** Joining a team: asking, answering, the mails about it, and who owns a team that is left. */
import { beforeEach, describe, expect, test } from "vitest"
import account from "../../../netlify/functions/account.ts"
import teams from "../../../netlify/functions/teams.ts"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import { result, rowsIn } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeUser, type UserOptions } from "../../support/factories.ts"
import { mailbox } from "../../support/mailbox.ts"
import { times } from "../../support/meanwhile.ts"
import { browserOf, type Member, makeMember } from "../../support/people/members.ts"
import { password } from "../../support/people/sign-in.ts"
import {
  addMember,
  forgetWrites,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  rolesIn,
  type TestTeam,
} from "../../support/people/teams.ts"

const { owner: tables } = testDatabase()
const db = tables.as(null)
const box = mailbox()
/** What mails must show as text. */
const NAME = "Stars & <i>Moons</i>"

let owner: Member
let asker: Member
let team: TestTeam
const member = (options: UserOptions = {}) => makeMember(db, { displayName: "Mari", ...options })

beforeEach(async () => {
  await forgetWrites(db)
  owner = await member({ displayName: "Ilze", language: "lv" })
  asker = await member({ displayName: "Mari & <b>Co</b>", language: "et" })
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: NAME })
})

const call = async (who: Member, method: string, path: string, body?: object) => {
  const answer = await who.browser.call(teams, method, `/api/${path}`, body)
  await who.browser.afterwards()
  return answer
}
const ask = (who = asker, body: object = {}, at = team) =>
  call(who, "POST", `teams/${at.slug}/join-requests`, body)
const decide = (id: unknown, status: unknown, more: object = {}) =>
  call(owner, "PATCH", `join-requests/${id}`, { status, ...more })
const withdraw = (id: unknown, who = asker) => call(who, "DELETE", `join-requests/${id}`)
const setRole = (id: string, role: string) =>
  call(owner, "PATCH", `teams/${team.slug}/members/${id}`, { role })
const removeFrom = ({ slug }: TestTeam, { id }: Member, by: Member) =>
  call(by, "DELETE", `teams/${slug}/members/${id}`)
const mine = async (who: Member) => (await call(who, "GET", "teams/mine")).json
const standing = async () => {
  const { json } = await call(asker, "GET", `teams/${team.slug}`)
  return { role: json["role"], request: json["request"] }
}
const listed = async () =>
  rowsIn(await call(owner, "GET", `teams/${team.slug}/join-requests`), "join_requests")
const membersOf = async (who: Member) => await call(who, "GET", `teams/${team.slug}/members`)

describe("asking", () => {
  test("waits for the owner, who sees who asks and what they say", async () => {
    const answer = await ask(asker, { message: "  Tere!\r\nMa tantsin.  " })
    const { id } = answer.json
    const asked = { id: expect.any(String), status: "pending", mails: true }
    expect([answer.status, answer.json]).toEqual([201, asked])
    expect(await standing()).toEqual({ role: null, request: { id, status: "pending" } })
    const shown = { display_name: "Mari & <b>Co</b>", message: "Tere!\nMa tantsin." }
    expect(await listed()).toMatchObject([{ id, user_id: asker.id, status: "pending", ...shown }])
    const own = { slug: team.slug, pending_requests: 1 }
    expect(await mine(owner)).toMatchObject({ teams: [own], requests: [] })
    expect(result(await ask())).toEqual([409, "already_requested"])
    expect(await listed()).toHaveLength(1)
  })

  test.each([
    [{ message: " \n " }, null],
    [{ message: "\u2066\u200b" }, null],
    [
      { message: "a\u202eb \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}" },
      "ab \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    ],
    [{ message: "x".repeat(500) }, "x".repeat(500)],
  ])("%j is stored as %j", async (body, message) => {
    expect((await ask(asker, body)).status).toBe(201)
    expect(await listed()).toMatchObject([{ message }])
  })

  test.each([
    [{ message: "x".repeat(501) }, "too_long"],
    [{ message: 7 }, "invalid"],
  ])("%j is refused", async (body, error) => {
    const answer = await ask(asker, body)
    expect([answer.status, answer.json["errors"]]).toEqual([422, { message: error }])
    expect(await standing()).toEqual({ role: null, request: null })
  })

  test("is refused without a display name, to who is in it, and for no team", async () => {
    const { id } = await makeUser(db)
    const nameless = { id, email: "", browser: await browserOf(db, id) }
    expect(result(await ask(nameless))).toEqual([409, "profile_incomplete"])
    expect(result(await ask(owner))).toEqual([409, "already_member"])
    expect(result(await ask(asker, {}, { ...team, slug: "nowhere" }))).toEqual([404, "not_found"])
    expect(await listed()).toEqual([])
  })

  test("shows a name that is hidden from others to the owner who is asked, and nobody else", async () => {
    const shy = await member({ displayName: "Shy", privacy: { show_display_name: false } })
    await ask(shy)
    expect(await listed()).toMatchObject([{ display_name: "Shy" }])
    await addMember(db, team.id, shy.id, "member", 3)
    const admin = await member({ displayName: "Anna" })
    await addMember(db, team.id, admin.id, "admin")
    expect((await membersOf(asker)).json["members"]).toMatchObject([
      { user_id: owner.id, role: "owner", display_name: "Ilze" },
      { user_id: admin.id, role: "admin", display_name: "Anna" },
      { user_id: shy.id, role: "member", display_name: null },
    ])
  })

  test("says that no mail goes to an address that is not confirmed, or where such mails are off", async () => {
    expect((await ask(await member({ verified: false }))).json["mails"]).toBe(false)
    await db.one`update users set mail_join_answers = false where id = ${asker.id}`
    expect((await ask()).json["mails"]).toBe(false)
  })
})

describe("an answer", () => {
  test("yes makes a member, once", async () => {
    const { id } = (await ask()).json
    const answer = await decide(id, "approved")
    expect([answer.status, answer.json]).toEqual([200, { id, status: "approved" }])
    expect(await standing()).toEqual({ role: "member", request: null })
    expect((await mine(asker))["requests"]).toEqual([])
    for (const status of ["approved", "rejected", "pending"]) {
      expect(result(await decide(id, status))).toEqual([409, "already_decided"])
    }
    expect(result(await ask())).toEqual([409, "already_member"])
  })

  test("no stands until the owner opens it again; only one that waits is taken back", async () => {
    const { id } = (await ask()).json
    expect((await decide(id, "rejected")).status).toBe(200)
    const told = { id, team_name: NAME, team_slug: team.slug, status: "rejected" }
    expect((await mine(asker))["requests"]).toEqual([told])
    expect(await standing()).toMatchObject({ request: { status: "rejected" } })
    expect(result(await ask())).toEqual([409, "request_declined"])
    expect((await withdraw(id)).status).toBe(404)
    expect((await decide(id, "pending")).status).toBe(200)
    expect((await mine(asker))["requests"]).toEqual([{ ...told, status: "pending" }])
    expect((await withdraw(id)).status).toBe(204)
    expect((await withdraw(id)).status).toBe(404)
    expect((await decide(id, "approved")).status).toBe(404)
    expect((await ask()).status).toBe(201)
  })

  test("declined with a message shows it to the member until the request is reopened", async () => {
    const { id } = (await ask()).json
    const message = "  We're full\r\nuntil <spring>. "
    expect((await decide(id, "rejected", { message })).status).toBe(200)
    const reply = "We're full\nuntil <spring>."
    expect((await standing()).request).toEqual({ id, status: "rejected", reply })
    expect(box.lastTo(asker.email).text).toContain(`„${reply}“`)
    expect(box.lastTo(asker.email).html).not.toContain("<spring>")
    await decide(id, "pending")
    expect((await standing()).request).toEqual({ id, status: "pending" })
    await decide(id, "rejected", { message: " " })
    expect((await standing()).request).toEqual({ id, status: "rejected" })
    expect(box.lastTo(asker.email).text).not.toMatch(/spring|null|„“/)
  })

  test("approved stores no message", async () => {
    const { id } = (await ask()).json
    await decide(id, "approved", { message: "Welcome" })
    expect(await db.one`select reply from team_join_requests where id = ${id}`).toEqual({
      reply: null,
    })
  })

  test("declined with a message needs a confirmed address; nothing is decided without one", async () => {
    const { id } = (await ask()).json
    await db.one`update users set email_verified_at = null where id = ${owner.id}`
    const words = await decide(id, "rejected", { message: "Sorry" })
    expect(result(words)).toEqual([403, "email_unconfirmed"])
    expect((await standing()).request).toEqual({ id, status: "pending" })
    expect((await decide(id, "rejected")).status).toBe(200)
  })

  test.each([
    [{ message: "x".repeat(501) }, "too_long"],
    [{ message: 7 }, "invalid"],
  ])("declined with %j is refused", async (more, error) => {
    const { id } = (await ask()).json
    const answer = await decide(id, "rejected", more)
    expect([answer.status, answer.json["errors"]]).toEqual([422, { message: error }])
    expect((await standing()).request).toEqual({ id, status: "pending" })
  })

  test("is none to who was removed, or has left: they may ask again", async () => {
    for (const remover of [owner, asker]) {
      await decide((await ask()).json["id"], "approved")
      expect((await removeFrom(team, asker, remover)).status).toBe(204)
    }
    expect((await ask()).status).toBe(201)
    const statuses = (await listed()).map(({ status }) => status)
    expect(statuses).toEqual(["pending", "approved", "approved"])
  })

  test("is yes or no, to a request that there is", async () => {
    const { id } = (await ask()).json
    for (const status of ["maybe", null]) {
      const answer = await decide(id, status)
      expect([answer.status, answer.json["errors"]]).toEqual([422, { status: "invalid" }])
    }
    for (const none of ["nothing", crypto.randomUUID()]) {
      expect((await decide(none, "approved")).status).toBe(404)
    }
  })
})

describe("mails", () => {
  const to = ({ email }: Member) =>
    box.mails.filter((mail) => mail.to?.some(({ address }) => address === email))
  /** Sends what waits for its hour. */
  const anHourLater = async () => {
    box.mails.length = 0
    await db.one`update mails set next_try_at = now() where sent_at is null`
    await deliverMails()
  }

  test("tell the owner in their language who asks and what they say, as text", async () => {
    await ask(asker, { message: "Tere!\n<b>Ma tantsin</b>" })
    expect(box.mails).toHaveLength(1)
    const mail = box.lastTo(owner.email)
    expect(mail.subject).toContain("Mari & <b>Co</b>")
    expect(mail.subject).toContain(NAME)
    for (const words of ["Ilze", `/lv/teams/${team.slug}/manage`, "„Tere!\n<b>Ma tantsin</b>”"]) {
      expect(mail.text).toContain(words)
    }
    expect(mail.html).not.toMatch(/<b>Co|<i>Moons|<b>Ma/)
    await ask(await member())
    expect(box.lastTo(owner.email).text).not.toMatch(/„”|\{\{|null/)
  })

  test.each([
    ["approved", (slug: string) => `/et/teams/${slug}\n`],
    ["rejected", () => "/et/teams\n"],
  ])("tell the asker in theirs that it was %s", async (status, link) => {
    const { json } = await ask()
    box.mails.length = 0
    await decide(json["id"], status)
    expect(box.addressees()).toEqual([asker.email])
    const mail = box.lastTo(asker.email)
    expect(`${mail.text}\n`).toContain(link(team.slug))
    expect(mail.subject).toContain(NAME)
    expect(mail.html).not.toContain("<i>Moons")
    expect(mail.text).not.toMatch(/\{\{|undefined|null/)
  })

  test("are switched off and on in the account's settings, each kind for itself", async () => {
    const set = async (who: Member, switches: object) => {
      const answer = await who.browser.call(account, "PATCH", "/api/account", switches)
      expect(answer.json).toMatchObject(switches)
    }
    await set(owner, { mail_join_requests: false })
    await set(asker, { mail_join_requests: false })
    await decide((await ask()).json["id"], "approved")
    expect(box.addressees()).toEqual([asker.email])
    box.mails.length = 0
    await removeFrom(team, asker, asker)
    await set(owner, { mail_join_requests: true, mail_join_answers: false })
    await set(asker, { mail_join_answers: false })
    await decide((await ask()).json["id"], "approved")
    expect(box.addressees()).toEqual([owner.email])
  })

  test("go to no address that nobody confirmed, and bring no words of such a member's", async () => {
    const unknown = await member({ verified: false })
    const theirs = await makeTeam(db, { [unknown.id]: "owner" })
    expect((await ask(asker, {}, theirs)).status).toBe(201)
    const { json } = await ask(unknown, { message: "Cheap tickets at spam.example" })
    await decide(json["id"], "rejected")
    expect(box.addressees()).toEqual([owner.email])
    expect(box.lastTo(owner.email).text).not.toContain("spam.example")
  })

  test("beyond five an hour are one for the owner, which names or counts all who ask", async () => {
    const askers = await times(50, (n) => member({ displayName: `Asker${n}.` }))
    const answers = await Promise.all(askers.map((who) => ask(who)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
    expect(to(owner)).toHaveLength(5)
    const named = new Set(box.mails.map(({ subject }) => /Asker\d+\./.exec(subject ?? "")?.[0]))
    expect(named.size).toBe(5)
    await anHourLater()
    await deliverMails()
    expect(to(owner)).toHaveLength(1)
    const digest = box.lastTo(owner.email)
    expect(digest.subject).toBe(`Vēl 45 cilvēki vēlas pievienoties komandai ${NAME}`)
    expect(digest.text).toContain(`/lv/teams/${team.slug}/manage#requests`)
    const told = digest.text?.match(/Asker\d+\./g) ?? []
    expect(told).toHaveLength(20)
    expect(told.filter((name) => named.has(name))).toEqual([])
    expect(digest.text).toContain("vēl 25 cilvēki")
    expect(digest.html).not.toContain("<i>Moons")
  })

  test("that wait tell of those alone who still wait then, of nobody twice, and to who wants it", async () => {
    for (let n = 0; n < 5; n++) await ask(await member())
    const asked = async (displayName: string) => {
      const who = await member({ displayName })
      return { who, id: (await ask(who)).json["id"] }
    }
    const gone = await asked("Gone")
    const declined = await asked("Declined")
    await asked("First")
    await withdraw(gone.id, gone.who)
    await decide(declined.id, "rejected")
    await anHourLater()
    const [first] = to(owner)
    expect(first?.subject).toBe(`Vēl 1 cilvēks vēlas pievienoties komandai ${NAME}`)
    expect(first?.text).toMatch(/\n\nFirst\n\n/)
    await asked("Second")
    await anHourLater()
    expect(to(owner).map(({ text }) => /\n\n(\w+)\n\n/.exec(text ?? "")?.[1])).toEqual(["Second"])
    const third = await asked("Third")
    await withdraw(third.id, third.who)
    await anHourLater()
    expect(to(owner), "nothing is left to tell").toEqual([])
    await asked("Fourth")
    await db.one`update users set mail_join_requests = false where id = ${owner.id}`
    await anHourLater()
    expect(to(owner)).toEqual([])
    const waiting = db.many`select from mails where sent_at is null and user_id = ${owner.id}`
    expect(await waiting).toEqual([])
  })

  test("tell an asker of every answer, those beyond five an hour in one", async () => {
    const requests = await times(9, async (n) => {
      const { id } = await makeTeam(db, { [owner.id]: "owner" }, { name: `Crew ${n}.` })
      return makeRequest(db, id, asker.id)
    })
    for (const [n, id] of requests.entries()) {
      const message = `Words ${n}.`
      await (n % 2 === 0 ? decide(id, "approved") : decide(id, "rejected", { message }))
    }
    expect(to(asker)).toHaveLength(5)
    await decide(requests[7], "pending")
    await anHourLater()
    expect(to(asker)).toHaveLength(1)
    const digest = box.lastTo(asker.email)
    expect(digest.subject).toBe("3 truppi vastas sulle")
    expect(digest.text).toContain("Sind võeti vastu: Crew 6. ja Crew 8.")
    expect(digest.text).toContain("Seekord lükati soov tagasi: Crew 5.")
    expect(digest.text).toContain("Crew 5.: „Words 5.“")
    expect(digest.text).not.toMatch(/(Crew|Words) 7\./)
  })

  test("flood nobody who is asked again and again", async () => {
    for (let index = 0; index < 8; index++) await withdraw((await ask()).json["id"])
    expect(box.mails.length).toBeLessThanOrEqual(5)
  })

  test("are not sent about a request that was taken back meanwhile", async () => {
    await box.whileDown(async () => void (await withdraw((await ask()).json["id"])))
    await anHourLater()
    expect(box.mails).toEqual([])
  })
})

describe.each<[string, go: (who: Member, from: TestTeam) => Promise<unknown>]>([
  ["leaves it", (who, from) => removeFrom(from, who, who)],
  [
    "deletes the account",
    async ({ id, browser }) => {
      await browser.call(account, "DELETE", "/api/account", { password })
      await db.one`update users set deletion_due_at = now() where id = ${id}`
      await db.one`select delete_due_accounts()`
    },
  ],
  ["is deleted", ({ id }) => db.one`delete from users where id = ${id}`],
])("a team whose owner %s", (_name, go) => {
  let leaver: Member
  beforeEach(async () => {
    leaver = await member({ password })
    team = await makeTeam(db, { [leaver.id]: "owner" })
  })

  test("passes to the admin who has been one of it longest, else to such a member", async () => {
    const [first, second, longest] = [await makeUser(db), await makeUser(db), await makeUser(db)]
    await addMember(db, team.id, longest.id, "member", 9)
    await addMember(db, team.id, second.id, "admin", 2)
    await addMember(db, team.id, first.id, "admin", 5)
    const other = await makeTeam(db, { [leaver.id]: "owner" })
    await addMember(db, other.id, second.id, "member", 1)
    await addMember(db, other.id, first.id, "member", 3)
    await go(leaver, team)
    if (await db.one`select from team_members where user_id = ${leaver.id}`) await go(leaver, other)
    expect(await rolesIn(db, team.id)).toEqual([
      { user_id: first.id, role: "owner" },
      { user_id: second.id, role: "admin" },
      { user_id: longest.id, role: "member" },
    ])
    expect(await rolesIn(db, other.id)).toEqual([
      { user_id: first.id, role: "owner" },
      { user_id: second.id, role: "member" },
    ])
  })

  test("ends with its blog, its events and its requests where nobody is left", async () => {
    await makeRequest(db, team.id, asker.id)
    await makePost(db, team.id, leaver.id)
    await makeEvent(db, team.id)
    await go(leaver, team)
    const left = await db.one`
      select (select count(*) from teams where id = ${team.id}) as teams,
        (select count(*) from team_posts where team_id = ${team.id}) as posts,
        (select count(*) from events where team_id = ${team.id}) as events,
        (select count(*) from team_join_requests where team_id = ${team.id}) as requests`
    expect(left).toEqual({ teams: 0, posts: 0, events: 0, requests: 0 })
  })
})

describe("roles in a team", () => {
  test("the owner hands it over, becomes an admin, and is not told of requests any more", async () => {
    await addMember(db, team.id, asker.id, "member")
    const answer = await setRole(asker.id, "owner")
    expect([answer.status, answer.text]).toEqual([204, ""])
    expect(await rolesIn(db, team.id)).toEqual([
      { user_id: asker.id, role: "owner" },
      { user_id: owner.id, role: "admin" },
    ])
    box.mails.length = 0
    await ask(await member())
    expect(box.addressees()).toEqual([asker.email])
  })

  test("nobody outside gets one", async () => {
    for (const id of [crypto.randomUUID(), "x", asker.id]) {
      for (const role of ["owner", "admin"]) {
        expect(result(await setRole(id, role))).toEqual([404, "not_found"])
      }
    }
    expect(await rolesIn(db, team.id)).toEqual([{ user_id: owner.id, role: "owner" }])
  })

  test("the owner sets roles there and back, and no role that is none", async () => {
    await addMember(db, team.id, asker.id, "member")
    for (const role of ["admin", "member"] as const) {
      expect((await setRole(asker.id, role)).status).toBe(204)
      expect((await rolesIn(db, team.id))[1]?.role).toBe(role)
    }
    const answer = await setRole(asker.id, "boss")
    expect([answer.status, answer.json["errors"]]).toEqual([422, { role: "invalid" }])
  })
})
