import { beforeEach, describe, expect, test } from "vitest"
import { expectRateLimited } from "../../support/attempts.ts"
import { expectErrors, getStatusAndCode, type TestBrowser } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db, clear } = await openTestDatabase()
startStorage()

let superAdmin: Member
beforeEach(async () => {
  await clear("users", "audit_log")
  superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
})

const call = (method: string, path: string, body?: object, browser = superAdmin.browser) =>
  browser.send(method, `/api/admin/users${path}`, body)
const setRole = (id: string, role: string, browser?: TestBrowser) =>
  call("PUT", `/${id}/role`, { role }, browser)
const listLogEntries = () => db.many<{ action: string; target_id: string; reason: string | null }>`
  select action, target_id, reason from audit_log where actor_id = ${superAdmin.id} order by id`

describe("the newsroom", () => {
  const TRANSLATOR = { kind: "translator", languages: ["lv", "ru"], may_publish: false }
  const giveAccess = (id: string, body: object, browser?: TestBrowser) =>
    call("PUT", `/${id}/newsroom`, body, browser)
  const revokeAccess = (id: string) => call("DELETE", `/${id}/newsroom`)
  const getNewsroomAccess = async (browser: TestBrowser) =>
    (await browser.get("/api/auth/session")).json["newsroom"]

  test("a change of newsroom access takes effect at the member's next request and is logged", async () => {
    const { id, browser } = await makeMember(db, { displayName: "Elīna" })
    const editor = { kind: "editor", languages: ["en", "lv", "et", "lt", "ru"], may_publish: true }
    expect(await getNewsroomAccess(browser)).toBeNull()
    for (const [body, newsroom] of [
      [TRANSLATOR, TRANSLATOR],
      [TRANSLATOR, TRANSLATOR],
      [{ kind: "editor" }, editor],
    ] as const) {
      const response = await giveAccess(id, body)
      expect([response.status, response.json]).toEqual([200, { id, newsroom }])
      expect(await getNewsroomAccess(browser)).toEqual(newsroom)
    }
    const { json } = await call("GET", "?filter=newsroom")
    expect(json["users"]).toMatchObject([{ id, newsroom: editor }])
    expect((await revokeAccess(id)).status).toBe(204)
    expect((await revokeAccess(id)).status).toBe(204)
    expect(await getNewsroomAccess(browser)).toBeNull()
    const entries = ["insert", "update", "delete"].map((verb) => `news_grants.${verb}`)
    expect((await listLogEntries()).map(({ action }) => action)).toEqual(entries)
    const path = "/api/admin/audit?action=news_grants."
    const audit = await superAdmin.browser.get(path)
    expect(audit.json["audit"]).toMatchObject([
      { target_name: "Elīna", after: null },
      { target_name: "Elīna", after: { kind: "editor" } },
      { target_name: "Elīna", after: { kind: "translator", languages: ["lv", "ru"] } },
    ])
  })

  test.each([
    [{}, { kind: "invalid" }],
    [{ kind: "owner" }, { kind: "invalid" }],
    [{ kind: "translator", languages: [], may_publish: true }, { languages: "required" }],
    [{ kind: "translator", languages: ["xx"], may_publish: true }, { languages: "invalid" }],
    [{ kind: "translator", languages: ["lv"] }, { may_publish: "invalid" }],
  ])(
    "the request to give the newsroom access %j is refused with the errors %j",
    async (body, errors) => {
      const { id } = await makeUser(db)
      expectErrors(await giveAccess(id, body), errors)
      expect(await listLogEntries()).toEqual([])
    },
  )

  test("the request to give newsroom access to an unknown member gets 404", async () => {
    const unknownId = crypto.randomUUID()
    expect(getStatusAndCode(await giveAccess(unknownId, { kind: "editor" }))).toEqual([
      404,
      "not_found",
    ])
  })

  test("a super admin can make ten changes of newsroom access and roles together in five minutes", async () => {
    const { id } = await makeUser(db)
    const responses = await repeatConcurrently(12, (index) => {
      if (index % 3 === 0) return setRole(id, "admin")
      return index % 3 === 1 ? giveAccess(id, TRANSLATOR) : revokeAccess(id)
    })
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(2)
    const before = await db.many`select user_id from news_grants`
    expectRateLimited(
      before.length ? await revokeAccess(id) : await giveAccess(id, TRANSLATOR),
      300,
    )
    expect(await db.many`select user_id from news_grants`).toEqual(before)
  })
})
