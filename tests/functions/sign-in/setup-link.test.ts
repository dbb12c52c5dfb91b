/** Tests of the setup link, which `npm start` prints. The person who signs up through the link becomes super admin. */
import { beforeEach, expect, test } from "vitest"
import { openSetupLink } from "../../../db/queries/accounts/roles.ts"
import { hashToken } from "../../../netlify/lib/sign-in/tokens.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"

const { db, app, clear } = await openTestDatabase()
const TOKEN = "t".repeat(43)

// Deleting is faster than `truncate users cascade`, which rewrites some sixty tables.
beforeEach(() => clear("users", "audit_log", "setup_links"))

const createLink = (token = TOKEN) => openSetupLink(db, hashToken(token))

async function signUp(email: string, setup = TOKEN, password = "lightstick") {
  const browser = openBrowser()
  const body = { email, password, terms: true, setup }
  const { status, json } = await browser.send("POST", "/api/auth/sign-up", body)
  return { status, code: json["code"], role: json["role"], browser }
}

const UNUSABLE = { status: 410, code: "setup_link_unusable" }

const listSuperAdmins = () => db.many<{ email: string }>`
  select u.email::text from user_roles r join users u on u.id = r.user_id
  where r.role = 'super_admin' order by 1`
const listEmails = () => db.many`select email::text from users order by 1`

test("a sign-up with the setup link creates a super admin and is in the audit log", async () => {
  expect(await createLink()).toBe(true)
  expect(await signUp("first@example.ee")).toMatchObject({ status: 201, role: "super_admin" })
  const log = await db.many`
    select a.action, a.reason, a.actor_id = u.id as is_actor, a.target_id = u.id as is_target
    from audit_log a, users u`
  const member = { is_actor: true, is_target: true }
  expect(log).toEqual([{ action: "user_roles.insert", reason: "setup link", ...member }])
})

test("only one of several concurrent sign-ups with a link succeeds", async () => {
  await createLink()
  const responses = await Promise.all(
    Array.from({ length: 4 }, (_, index) => signUp(`racer-${index}@example.ee`)),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const response of responses.filter(({ status }) => status !== 201)) {
    expect(response).toMatchObject(UNUSABLE)
    expect(response.browser.cookies.size).toBe(0)
  }
  expect(await listSuperAdmins()).toHaveLength(1)
  expect(await listEmails()).toHaveLength(1)
})

test("a setup link stays usable after a refused sign-up", async () => {
  await createLink()
  await makeUser(db, { email: "taken@example.ee" })
  expect((await signUp("taken@example.ee")).code).toBe("email_taken")
  expect((await signUp("first@example.ee", TOKEN, "short")).code).toBe("invalid")
  expect((await signUp("first@example.ee")).status).toBe(201)
})

test("a sign-up without the link creates an ordinary member", async () => {
  await createLink()
  expect((await signUp("member@example.ee", "")).role).toBe("user")
  expect(await listSuperAdmins()).toEqual([])
})

test.each<[condition: string, prepare: () => Promise<unknown>]>([
  ["the link was never created", async () => {}],
  ["only another link was created", () => createLink("o".repeat(43))],
  ["a later start printed another link", () => createLink().then(() => createLink("o".repeat(43)))],
  [
    "the link has expired",
    () =>
      createLink().then(
        () => db.one`update setup_links set expires_at = now() - interval '1 second'`,
      ),
  ],
  [
    "another super admin exists",
    () => createLink().then(() => makeUser(db, { role: "super_admin" })),
  ],
])("a sign-up with a setup link is refused when %s", async (_condition, prepare) => {
  await prepare()
  const before = [await listSuperAdmins(), await listEmails()]
  expect(await signUp("late@example.ee")).toMatchObject(UNUSABLE)
  expect([await listSuperAdmins(), await listEmails()]).toEqual(before)
})

test("while the site has a super admin, no setup link is created, and existing ones are deleted", async () => {
  await createLink()
  await makeUser(db, { role: "super_admin" })
  expect(await createLink("o".repeat(43))).toBe(false)
  expect(await db.many`select from setup_links`).toEqual([])
})

test("a super admin with the published demo password does not prevent setup links", async () => {
  const { id } = await makeUser(db, { role: "super_admin" })
  await db.one`update users set demo_password = 'published' where id = ${id}`
  expect(await createLink()).toBe(true)
  expect((await signUp("first@example.ee")).role).toBe("super_admin")
  await db.one`update users set demo_password = 'private' where id = ${id}`
  expect(await createLink()).toBe(false)
})

test("the database role of the API (daina_app) can neither create nor read setup links", async () => {
  await createLink()
  const apiDb = app.as(null)
  await expect(apiDb.many`select * from setup_links`).rejects.toThrow(/permission denied/)
  await expect(openSetupLink(apiDb, hashToken(TOKEN))).rejects.toThrow(/permission denied/)
})
