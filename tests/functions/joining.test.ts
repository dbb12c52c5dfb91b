/** Joining a team: asking, answering, and the mails about it. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import joinRequests from "../../netlify/functions/join-requests.ts"
import teams from "../../netlify/functions/teams.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { makeUser, type UserOptions } from "../factories.ts"
import { mailbox } from "../mailbox.ts"
import { browserOf, type Member, makeMember } from "../members.ts"
import { addMember, forgetWrites, makeRequest, makeTeam, rolesIn, type TestTeam } from "../teams.ts"

const { owner: tables } = testDatabase()
const db = tables.as(null)
const box = mailbox()
const builds = listenForBuilds()

let owner: Member
let asker: Member
let team: TestTeam
const member = (options: UserOptions = {}) =>
  makeMember(db, { displayName: "Mari", verified: true, ...options })

beforeEach(async () => {
  await forgetWrites(db)
  owner = await member({ displayName: "Ilze", language: "lv" })
  asker = await member({ displayName: "Mari & <b>Co</b>", language: "et" })
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Stars & <i>Moons</i>" })
})

const ask = async (who = asker, body: object = {}, at = team) => {
  const answer = await who.browser.call(teams, "POST", `/api/teams/${at.slug}/join-requests`, body)
  await who.browser.afterwards()
  return answer
}
const decide = async (id: unknown, status: string, who = owner) => {
  const answer = await who.browser.call(joinRequests, "PATCH", `/api/join-requests/${id}`, {
    status,
  })
  await who.browser.afterwards()
  return answer
}
const withdraw = (id: unknown, who = asker) =>
  who.browser.call(joinRequests, "DELETE", `/api/join-requests/${id}`)
const standing = async (who = asker) => {
  const { json } = await who.browser.call(teams, "GET", `/api/teams/${team.slug}`)
  return { role: json["role"], request: json["request"] }
}
const listed = async () => {
  const { json } = await owner.browser.call(teams, "GET", `/api/teams/${team.slug}/join-requests`)
  return [json["join_requests"] ?? []].flat()
}

describe("asking", () => {
  test("waits for the owner, who sees who asks and what they say", async () => {
    const answer = await ask(asker, { message: "  Tere!\r\nMa tantsin.  " })
    expect(answer.status).toBe(201)
    const id = answer.json["id"]
    expect(answer.json).toEqual({ id: expect.any(String), status: "pending", mails: true })
    expect(await standing()).toEqual({ role: null, request: { id, status: "pending" } })
    expect(await listed()).toEqual([
      {
        id,
        user_id: asker.id,
        message: "Tere!\nMa tantsin.",
        status: "pending",
        created_at: expect.any(String),
        decided_at: null,
        display_name: "Mari & <b>Co</b>",
        avatar_url: null,
      },
    ])
    const mine = await owner.browser.call(teams, "GET", "/api/teams/mine")
    expect(mine.json["teams"]).toMatchObject([{ slug: team.slug, pending_requests: 1 }])
  })

  test.each([
    [{}, null],
    [{ message: null }, null],
    [{ message: "" }, null],
    [{ message: " \n " }, null],
    [{ message: "x".repeat(500) }, "x".repeat(500)],
  ])("%j is stored as %j", async (body, message) => {
    expect((await ask(asker, body)).status).toBe(201)
    expect(await listed()).toMatchObject([{ message }])
  })

  test.each([
    [{ message: "x".repeat(501) }, "too_long"],
    [{ message: "a\u202eb" }, "hidden_characters"],
    [{ message: 7 }, "required"],
  ])("%j is refused", async (body, error) => {
    const answer = await ask(asker, body)
    expect([answer.status, answer.json["errors"]]).toEqual([422, { message: error }])
    expect(await standing()).toEqual({ role: null, request: null })
  })

  test("a second time is refused while the first waits", async () => {
    await ask()
    const again = await ask()
    expect([again.status, again.json["code"]]).toEqual([409, "already_requested"])
    expect(await listed()).toHaveLength(1)
  })

  test("is refused without a display name, and stores nothing", async () => {
    const { id } = await makeUser(db)
    const nameless = { id, email: "", browser: await browserOf(db, id) }
    const answer = await ask(nameless)
    expect([answer.status, answer.json["code"]]).toEqual([409, "profile_incomplete"])
    expect(await listed()).toEqual([])
  })

  test("is refused to who is in it, and for a team that is not there", async () => {
    const inside = await ask(owner)
    expect([inside.status, inside.json["code"]]).toEqual([409, "already_member"])
    const nowhere = await ask(asker, {}, { ...team, slug: "nowhere" })
    expect([nowhere.status, nowhere.json["code"]]).toEqual([404, "not_found"])
  })

  test("one of two teams says nothing about the other", async () => {
    const other = await makeTeam(db, { [owner.id]: "owner" })
    expect((await ask()).status).toBe(201)
    expect((await ask(asker, {}, other)).status).toBe(201)
  })

  test("a name that is hidden from others is shown to the owner who is asked", async () => {
    const shy = await member({ displayName: "Shy", privacy: { show_display_name: false } })
    await ask(shy)
    expect(await listed()).toMatchObject([{ display_name: "Shy" }])
    const { json } = await asker.browser.call(teams, "GET", `/api/teams/${team.slug}/members`)
    expect(JSON.stringify(json)).not.toContain("Shy")
  })
})

describe("whoever asks is told", () => {
  test("that no mail goes to an address that is not confirmed", async () => {
    const unconfirmed = await member({ verified: false })
    expect((await ask(unconfirmed)).json["mails"]).toBe(false)
  })

  test("that no mail goes where such mails are off", async () => {
    await db.one`update users set mail_join_answers = false where id = ${asker.id}`
    expect((await ask()).json["mails"]).toBe(false)
  })

  test("what they asked and how it stands, and nobody else is", async () => {
    const mine = async (who: Member) => {
      const { json } = await who.browser.call(teams, "GET", "/api/teams/mine")
      return json["requests"]
    }
    expect(await mine(asker)).toEqual([])
    const { json } = await ask()
    const request = { id: json["id"], team_name: "Stars & <i>Moons</i>", team_slug: team.slug }
    expect(await mine(asker)).toEqual([{ ...request, status: "pending" }])
    expect(await mine(owner)).toEqual([])
    await decide(json["id"], "rejected")
    expect(await mine(asker)).toEqual([{ ...request, status: "rejected" }])
    await decide(json["id"], "pending")
    await decide(json["id"], "approved")
    expect(await mine(asker)).toEqual([])
  })
})

describe("an answer", () => {
  test("yes makes a member, once", async () => {
    const { json } = await ask()
    const answer = await decide(json["id"], "approved")
    expect([answer.status, answer.json]).toEqual([200, { id: json["id"], status: "approved" }])
    expect(await standing()).toEqual({ role: "member", request: null })
    const again = await decide(json["id"], "approved")
    expect([again.status, again.json["code"]]).toEqual([409, "already_decided"])
    expect((await decide(json["id"], "rejected")).status).toBe(409)
    expect((await decide(json["id"], "pending")).status).toBe(409)
    expect((await ask()).json["code"]).toBe("already_member")
  })

  test("no stands until the owner opens it again", async () => {
    const { json } = await ask()
    expect((await decide(json["id"], "rejected")).status).toBe(200)
    expect(await standing()).toMatchObject({ request: { status: "rejected" } })
    const again = await ask()
    expect([again.status, again.json["code"]]).toEqual([409, "request_declined"])
    expect((await withdraw(json["id"])).status, "a declined one cannot be taken back").toBe(404)
    expect((await decide(json["id"], "pending")).status).toBe(200)
    expect(await listed()).toMatchObject([{ status: "pending", decided_at: null }])
    expect((await ask()).json["code"]).toBe("already_requested")
    expect((await decide(json["id"], "approved")).status).toBe(200)
    expect(await standing()).toMatchObject({ role: "member" })
  })

  test("a request that was taken back cannot be answered, and can be made anew", async () => {
    const { json } = await ask()
    expect((await withdraw(json["id"])).status).toBe(204)
    expect((await withdraw(json["id"])).status).toBe(404)
    expect((await decide(json["id"], "approved")).status).toBe(404)
    expect((await ask()).status).toBe(201)
  })

  test("who was removed, or has left, may ask again", async () => {
    for (const remover of [owner, asker]) {
      const { json } = await ask()
      await decide(json["id"], "approved")
      const path = `/api/teams/${team.slug}/members/${asker.id}`
      expect((await remover.browser.call(teams, "DELETE", path)).status).toBe(204)
    }
    expect((await ask()).status).toBe(201)
    const statuses = (await listed()).map((row) => Object(row).status)
    expect(statuses).toEqual(["pending", "approved", "approved"])
  })

  test.each(["", "maybe", null])("%j is none", async (status) => {
    const { json } = await ask()
    const path = `/api/join-requests/${json["id"]}`
    const answer = await owner.browser.call(joinRequests, "PATCH", path, { status })
    expect([answer.status, answer.json["errors"]]).toEqual([422, { status: "invalid" }])
  })

  test("only to a request that there is", async () => {
    for (const id of ["nothing", crypto.randomUUID()]) {
      expect((await decide(id, "approved")).status).toBe(404)
    }
  })
})

describe("mails", () => {
  test("tell the owner in their language who asks, and lead to the answer", async () => {
    await ask()
    expect(box.mails).toHaveLength(1)
    const mail = box.lastTo(owner.email)
    expect(mail.subject).toContain("Mari & <b>Co</b>")
    expect(mail.subject).toContain("Stars & <i>Moons</i>")
    expect(mail.text).toContain("Ilze")
    expect(mail.text).toContain(`/lv/teams/${team.slug}/manage`)
    expect(mail.html).not.toMatch(/<b>Co|<i>Moons/)
  })

  test.each([
    ["approved", (slug: string) => `/et/teams/${slug}\n`],
    ["rejected", () => "/et/teams\n"],
  ])("tell the asker in theirs that it was %s", async (status, link) => {
    const { json } = await ask()
    box.mails.length = 0
    await decide(json["id"], status)
    expect(box.mails.map(({ to }) => to?.[0]?.address)).toEqual([asker.email])
    const mail = box.lastTo(asker.email)
    expect(`${mail.text}\n`).toContain(link(team.slug))
    expect(mail.subject).toContain("Stars & <i>Moons</i>")
    expect(mail.html).not.toContain("<i>Moons")
    expect(mail.text).not.toMatch(/\{\{|undefined|null/)
  })

  test.each([
    ["mail_join_requests", []],
    ["mail_join_answers", ["join_request"]],
  ])("are not sent to who has turned off %s", async (column, kinds) => {
    for (const { id } of [owner, asker]) {
      const text = `update users set ${column} = false where id = $1`
      await db.batch([{ text, params: [id] }])
    }
    const { json } = await ask()
    await decide(json["id"], "approved")
    const rows = await db.many<{ kind: string }>`
      select kind from mails where user_id in (${owner.id}, ${asker.id})`
    const expected = column === "mail_join_requests" ? ["join_approved"] : kinds
    expect(rows.map(({ kind }) => kind)).toEqual(expected)
    expect(box.mails).toHaveLength(1)
  })

  test("are switched off and on in the account's settings", async () => {
    const answer = await owner.browser.call(account, "PATCH", "/api/account", {
      mail_join_requests: false,
      mail_join_answers: false,
    })
    expect(answer.json).toMatchObject({ mail_join_requests: false, mail_join_answers: false })
    await ask()
    expect(box.mails).toEqual([])
    const { json } = await owner.browser.call(account, "PATCH", "/api/account", {
      mail_join_requests: true,
    })
    expect(json).toMatchObject({ mail_join_requests: true, mail_join_answers: false })
  })

  test("go to no address that nobody confirmed: their words are strangers'", async () => {
    const unknown = await member({ verified: false })
    const theirs = await makeTeam(db, { [unknown.id]: "owner" })
    expect((await ask(asker, {}, theirs)).status).toBe(201)
    const { json } = await ask(unknown)
    await decide(json["id"], "rejected")
    const to = box.mails.map((mail) => mail.to?.[0]?.address)
    expect(to).toEqual([owner.email])
  })

  test("flood nobody who is asked again and again", async () => {
    for (let index = 0; index < 8; index++) {
      const { json } = await ask()
      expect((await withdraw(json["id"])).status).toBe(204)
    }
    expect(box.mails.length).toBeLessThanOrEqual(5)
  })

  test("flood nobody who is declined again and again", async () => {
    const { json } = await ask()
    for (let index = 0; index < 8; index++) {
      expect((await decide(json["id"], "rejected")).status).toBe(200)
      expect((await decide(json["id"], "pending")).status).toBe(200)
    }
    const toAsker = box.mails.filter(({ to }) => to?.[0]?.address === asker.email)
    expect(toAsker.length).toBeGreaterThan(0)
    expect(toAsker.length).toBeLessThanOrEqual(5)
  })

  test("are not sent about a request that was taken back meanwhile", async () => {
    await box.whileDown(async () => {
      const { json } = await ask()
      expect((await withdraw(json["id"])).status).toBe(204)
    })
    await db.one`update mails set next_try_at = now()`
    const other = await makeTeam(db, { [owner.id]: "owner" })
    await ask(asker, {}, other)
    expect(box.mails).toHaveLength(1)
    expect(box.mails[0]?.text).toContain(other.slug)
  })

  test("are not sent about another's answer", async () => {
    const id = await makeRequest(db, team.id, asker.id)
    const stranger = await member()
    expect((await decide(id, "approved", stranger)).status).toBe(404)
    expect(box.mails).toEqual([])
  })
})

describe("a team whose owner goes", () => {
  const password = "tere-mari"
  type Way = (who: Member) => Promise<void>
  const ways: [string, Way][] = [
    [
      "by leaving it",
      async (who) => {
        const path = `/api/teams/${team.slug}/members/${who.id}`
        expect((await who.browser.call(teams, "DELETE", path)).status).toBe(204)
      },
    ],
    [
      "by deleting the account",
      async (who) => {
        const answer = await who.browser.call(account, "DELETE", "/api/account", { password })
        expect(answer.status).toBe(204)
      },
    ],
    [
      "by being deleted",
      async (who) => void (await db.one`delete from users where id = ${who.id}`),
    ],
  ]

  describe.each(ways)("%s", (_name, go) => {
    let leaver: Member
    beforeEach(async () => {
      leaver = await member({ password })
      team = await makeTeam(db, { [leaver.id]: "owner" })
      builds.calls.length = 0
    })

    test("passes to the admin who has been one of it longest", async () => {
      const [first, second, longest] = [await makeUser(db), await makeUser(db), await makeUser(db)]
      await addMember(db, team.id, longest.id, "member", 9)
      await addMember(db, team.id, second.id, "admin", 2)
      await addMember(db, team.id, first.id, "admin", 5)
      await go(leaver)
      expect(await rolesIn(db, team.id)).toEqual([
        { user_id: first.id, role: "owner" },
        { user_id: second.id, role: "admin" },
        { user_id: longest.id, role: "member" },
      ])
    })

    test("passes to the member who has been in it longest where there is no admin", async () => {
      const [late, early] = [await makeUser(db), await makeUser(db)]
      await addMember(db, team.id, late.id, "member", 1)
      await addMember(db, team.id, early.id, "member", 3)
      await go(leaver)
      expect(await rolesIn(db, team.id)).toEqual([
        { user_id: early.id, role: "owner" },
        { user_id: late.id, role: "member" },
      ])
    })

    test("ends with its blog, its events and its requests where nobody is left", async () => {
      await makeRequest(db, team.id, asker.id)
      await db.one`
        insert into team_posts (team_id, user_id, title, is_published)
        values (${team.id}, ${leaver.id}, 'A post', true)`
      await db.one`
        insert into events (slug, title, start_date, end_date, team_id)
        values (${`${team.slug}-e`}, 'An event', now(), now(), ${team.id})`
      await go(leaver)
      const left = await db.one`
        select (select count(*) from teams where id = ${team.id}) as teams,
          (select count(*) from team_posts where team_id = ${team.id}) as posts,
          (select count(*) from events where team_id = ${team.id}) as events,
          (select count(*) from team_join_requests where team_id = ${team.id}) as requests`
      expect(left).toEqual({ teams: 0, posts: 0, events: 0, requests: 0 })
    })

    test("passes each of several on", async () => {
      const heir = await makeUser(db)
      const others = [await makeTeam(db, { [leaver.id]: "owner", [heir.id]: "member" })]
      await addMember(db, team.id, heir.id, "member")
      await go(leaver)
      expect(await rolesIn(db, team.id)).toEqual([{ user_id: heir.id, role: "owner" }])
      for (const { id } of others) {
        const owners = (await rolesIn(db, id)).filter(({ role }) => role === "owner")
        expect(owners).toHaveLength(1)
      }
    })
  })
})

describe("handing over", () => {
  const path = (id: string) => `/api/teams/${team.slug}/members/${id}`

  test("makes the former owner an admin", async () => {
    await addMember(db, team.id, asker.id, "member")
    const answer = await owner.browser.call(teams, "PATCH", path(asker.id), { role: "owner" })
    expect([answer.status, answer.text]).toEqual([204, ""])
    expect(await rolesIn(db, team.id)).toEqual([
      { user_id: asker.id, role: "owner" },
      { user_id: owner.id, role: "admin" },
    ])
    expect((await ask(await member())).status).toBe(201)
    expect(box.lastTo(asker.email).text, "the new owner is told from now on").toContain("/manage")
  })

  test.each(["nobody at all", "an id that is none", "somebody outside"])(
    "to %s is refused",
    async (whom) => {
      const ids = { "nobody at all": crypto.randomUUID(), "an id that is none": "x" }
      const id = Object.entries(ids).find(([name]) => name === whom)?.[1] ?? asker.id
      for (const role of ["owner", "admin"]) {
        const answer = await owner.browser.call(teams, "PATCH", path(id), { role })
        expect([answer.status, answer.json["code"]]).toEqual([404, "not_found"])
      }
      expect(await rolesIn(db, team.id)).toEqual([{ user_id: owner.id, role: "owner" }])
    },
  )

  test("the owner sets roles there and back, and no role that is none", async () => {
    await addMember(db, team.id, asker.id, "member")
    for (const role of ["admin", "member"] as const) {
      const answer = await owner.browser.call(teams, "PATCH", path(asker.id), { role })
      expect(answer.status).toBe(204)
      expect((await rolesIn(db, team.id))[1]?.role).toBe(role)
    }
    const answer = await owner.browser.call(teams, "PATCH", path(asker.id), { role: "boss" })
    expect([answer.status, answer.json["errors"]]).toEqual([422, { role: "invalid" }])
  })
})

test("members show what they show to everybody", async () => {
  const shy = await member({ displayName: "Shy", privacy: { show_display_name: false } })
  const admin = await member({ displayName: "Anna" })
  await addMember(db, team.id, shy.id, "member", 3)
  await addMember(db, team.id, admin.id, "admin")
  const { json } = await asker.browser.call(teams, "GET", `/api/teams/${team.slug}/members`)
  expect(json["members"]).toMatchObject([
    { user_id: owner.id, role: "owner", display_name: "Ilze" },
    { user_id: admin.id, role: "admin", display_name: "Anna" },
    { user_id: shy.id, role: "member", display_name: null },
  ])
})

beforeAll(async () => void (await makeMember(db, { role: "super_admin" })))
