import { beforeEach, describe, expect, test } from "vitest"
import { ageAttempts, expectRateLimited } from "../../support/attempts.ts"
import {
  type BrowserResponse,
  expectErrors,
  getStatusAndCode,
  type TestBrowser,
} from "../../support/browser-like.ts"
import {
  countByStatus,
  repeatConcurrently,
  runDuringTransaction,
} from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { isSignedIn } from "../../support/people/sign-in.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db, app, ownerUrl, clear } = await openTestDatabase()
startStorage()

let superAdmin: Member
beforeEach(async () => {
  await clear("users", "audit_log")
  superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
})

const call = (method: string, path: string, body?: object, browser = superAdmin.browser) =>
  browser.send(method, `/api/admin/users${path}`, body)
type Action = (id: string, browser?: TestBrowser) => Promise<BrowserResponse>
const setRole = (id: string, role: string, browser?: TestBrowser) =>
  call("PUT", `/${id}/role`, { role }, browser)
const demote: Action = (id, browser) => setRole(id, "user", browser)
const block = (id: string, reason: string | null = null, browser?: TestBrowser) =>
  call("PUT", `/${id}/block`, { reason }, browser)
const blockWithoutReason: Action = (id, browser) => block(id, null, browser)
const unblock: Action = (id, browser) => call("DELETE", `/${id}/block`, undefined, browser)
const deleteMember: Action = (id, browser) => call("DELETE", `/${id}`, undefined, browser)

const readRole = async (id: string) =>
  (await db.value<string>`select role from user_roles where user_id = ${id}`) ?? "user"
const listActiveSuperAdmins = () => db.many`
  select u.id from user_roles r join users u on u.id = r.user_id
  where r.role = 'super_admin' and u.blocked_at is null`
const listLogEntries = () => db.many<{ action: string; target_id: string; reason: string | null }>`
  select action, target_id, reason from audit_log where actor_id = ${superAdmin.id} order by id`

describe("roles", () => {
  test("each change of a role is logged with a reason, and a repeated change is not", async () => {
    const { id } = await makeUser(db)
    for (const role of ["admin", "admin", "user", "user"]) {
      const response = await setRole(id, role)
      expect([response.status, response.json]).toEqual([200, { id, role }])
      expect(await readRole(id)).toBe(role)
    }
    const entry = { target_id: id, reason: "Changed in the admin panel" }
    expect(await listLogEntries()).toEqual([
      { action: "user_roles.insert", ...entry },
      { action: "user_roles.delete", ...entry },
    ])
  })

  test("a role takes effect at the member's next request", async () => {
    const { id, browser } = await makeMember(db)
    const mayListMembers = async () => (await call("GET", "", undefined, browser)).status === 200
    expect(await mayListMembers()).toBe(false)
    await setRole(id, "super_admin")
    expect(await mayListMembers()).toBe(true)
    await setRole(id, "admin")
    expect(await mayListMembers()).toBe(false)
  })
})

test.each([
  ["role", {}],
  ["role", { role: "emperor" }],
  ["role", { role: ["admin"] }],
  ["block", {}],
  ["block", { reason: "x".repeat(501) }],
  ["block", { reason: 5 }],
])("a change of a member's %s to %j is refused", async (field, body) => {
  const { id, browser } = await makeMember(db)
  expect(getStatusAndCode(await call("PUT", `/${id}/${field}`, body))).toEqual([422, "invalid"])
  expect([await readRole(id), await isSignedIn(browser)]).toEqual(["user", true])
})

test("an invalid or unknown member id is refused", async () => {
  for (const id of ["1", "not-an-id", "00000000-0000-0000-0000-000000000000", "%27%20or%20true"]) {
    for (const action of [demote, blockWithoutReason, unblock, deleteMember]) {
      expectErrors(await action(id), { id: "invalid_user_id" })
    }
  }
  expect(await listLogEntries()).toEqual([])
})

test.each([1, 2])(
  "a super admin cannot change their own account when there are %i super admins",
  async (count) => {
    if (count === 2) await makeUser(db, { role: "super_admin" })
    for (const response of [
      await demote(superAdmin.id),
      await setRole(superAdmin.id, "super_admin"),
      await block(superAdmin.id),
      await deleteMember(superAdmin.id),
      await deleteMember(superAdmin.id.toUpperCase()),
    ]) {
      expect(getStatusAndCode(response)).toEqual([409, "own_account"])
    }
    expect(await listActiveSuperAdmins()).toHaveLength(count)
    expect(await listLogEntries()).toEqual([])
  },
)

describe("the last super admin", () => {
  const deleteOwnAccount = (userId: string) =>
    app.as({ userId }).value`select schedule_own_deletion('{}')`

  test("a super admin who is blocked, or has scheduled the deletion, is not a remaining super admin", async () => {
    const other = await makeMember(db, { role: "super_admin" })
    await block(other.id)
    expect(await deleteOwnAccount(superAdmin.id)).toBe("last_super_admin")
    await unblock(other.id)
    expect(await deleteOwnAccount(superAdmin.id)).toBe("leaving")
    const outcome = await deleteOwnAccount(other.id)
    expect(outcome, "after the deletion is scheduled").toBe("last_super_admin")
  })

  test.each<[string, Action, Action]>([
    ["demote", demote, demote],
    ["block", blockWithoutReason, blockWithoutReason],
    ["delete", deleteMember, deleteMember],
    ["demote and delete", demote, deleteMember],
    ["block and demote", blockWithoutReason, demote],
  ])(
    "one super admin remains when two super admins %s each other in 50 concurrent calls",
    async (_actions, firstAction, secondAction) => {
      const other = await makeMember(db, { role: "super_admin" })
      const responses = await repeatConcurrently(50, (index) =>
        index % 2
          ? firstAction(other.id, superAdmin.browser)
          : secondAction(superAdmin.id, other.browser),
      )
      expect(await listActiveSuperAdmins()).toHaveLength(1)
      expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    },
  )

  test("one super admin remains when two super admins delete their accounts concurrently", async () => {
    const other = await makeMember(db, { role: "super_admin" })
    const outcomes = await Promise.all([superAdmin.id, other.id].map(deleteOwnAccount))
    expect(outcomes.toSorted()).toEqual(["last_super_admin", "leaving"])
  })
})

test("an action of a super admin who is demoted during the action is refused", async () => {
  const other = await makeMember(db, { role: "super_admin" })
  const { id } = await makeUser(db)
  const demotion = "update user_roles set role = 'admin' where user_id = $1"
  const response = await runDuringTransaction(ownerUrl, [demotion, other.id], () =>
    setRole(id, "super_admin", other.browser),
  )
  expect(getStatusAndCode(response)).toEqual([403, "forbidden"])
  expect(await readRole(id)).toBe("user")
})

test("concurrent changes and deletions of one member cause no server error and delete the member", async () => {
  const others = await repeatConcurrently(3, () => makeMember(db, { role: "super_admin" }))
  for (let round = 0; round < 5; round++) {
    await clear("attempts")
    const { id } = await makeUser(db, { role: round % 2 ? "super_admin" : undefined })
    const responses = await Promise.all(
      others.flatMap(({ browser }) => [
        setRole(id, "super_admin", browser),
        demote(id, browser),
        blockWithoutReason(id, browser),
        deleteMember(id, browser),
      ]),
    )
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect(await db.many`select from users where id = ${id}`).toEqual([])
  }
})

test("each super admin can change ten roles in five minutes", async () => {
  const { id } = await makeUser(db)
  const responses = await repeatConcurrently(15, (index) =>
    setRole(id, index % 2 ? "user" : "admin"),
  )
  expect(countByStatus(responses)).toEqual({ 200: 10, 429: 5 })
  const before = await readRole(id)
  expectRateLimited(await setRole(id, before === "user" ? "admin" : "user"), 300)
  expect(await readRole(id)).toBe(before)
  const other = await makeMember(db, { role: "super_admin" })
  expect((await setRole(id, "admin", other.browser)).status).toBe(200)
  await ageAttempts(db, "5 minutes")
  expect((await setRole(id, "user")).status).toBe(200)
})

test("each super admin can delete ten members in five minutes", async () => {
  const users = await repeatConcurrently(11, () => makeUser(db))
  const responses = await Promise.all(users.map(({ id }) => deleteMember(id)))
  expect(countByStatus(responses)).toEqual({ 204: 10, 429: 1 })
  const id = (await db.value<string>`select id from users where id <> ${superAdmin.id}`) ?? ""
  expectRateLimited(await deleteMember(id), 300)
  expect((await setRole(id, "admin")).status).toBe(200)
  await ageAttempts(db, "5 minutes")
  expect((await deleteMember(id)).status).toBe(204)
})
