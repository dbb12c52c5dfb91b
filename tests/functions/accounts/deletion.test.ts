import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import { deleteUnusedPictures } from "../../../netlify/lib/pictures/delete-unused.ts"
import { listFiles } from "../../../netlify/lib/pictures/storage.ts"
import { deleteDueAccountsAndFiles } from "../../../netlify/lib/sign-in/account-deletion.ts"
import { type BrowserResponse, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { type FullMember, makeFullMember } from "../../support/people/full-member.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import {
  deleteAccount,
  isSignedIn,
  password,
  signIn,
  signUp,
} from "../../support/people/sign-in.ts"
import { addMember, makeTeam, readRoles } from "../../support/people/teams.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const database = await openTestDatabase()
const { db, clear } = database
const builds = startBuildHook()
const mailbox = startMailbox()
const fileStorage = startStorage()

/** Deletes all accounts whose deletion is scheduled, as if seven days had passed. */
async function passDeletionDeadline(): Promise<void> {
  await db.one`update users set deletion_due_at = now() where deletion_due_at is not null`
  await deleteDueAccountsAndFiles()
}
const hasAccount = async (id: string) =>
  (await db.many`select from users where id = ${id}`).length > 0

describe("deletion with the password", () => {
  test("a deletion logs out the browser at once and removes the account at the deadline", async () => {
    const { id, browser } = await makeMember(db, { password })
    const response = await deleteAccount(browser)
    expect([response.status, response.text]).toEqual([204, ""])
    expect(response.headers.getSetCookie()).toEqual([
      "daina_session=; HttpOnly; Path=/; SameSite=Lax; Max-Age=0",
      "daina_signed_in=; Path=/; SameSite=Lax; Max-Age=0",
    ])
    expect([browser.cookies.size, await hasAccount(id)]).toEqual([0, true])
    await deleteDueAccountsAndFiles()
    expect(await hasAccount(id), "the account exists until the deadline").toBe(true)
    await passDeletionDeadline()
    expect(await hasAccount(id)).toBe(false)
  })

  test.each([
    [{ password: "not-it" }, 422, "invalid", { password: "wrong_password" }],
    [{ password: { $ne: "" } }, 422, "invalid", { password: "required" }],
    [{}, 403, "sign_in_again", undefined],
  ])(
    "a deletion with the body %j is refused and deletes nothing",
    async (body, status, code, errors) => {
      const { id, browser } = await makeMember(db, { password })
      const response = await deleteAccount(browser, body)
      expect([...getStatusAndCode(response), response.json["errors"]]).toEqual([
        status,
        code,
        errors,
      ])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await hasAccount(id)).toBe(true)
    },
  )
})

describe("deletion without a password", () => {
  const makeGoogleMember = async (options: object = {}) => {
    const user = await makeUser(db, { googleSubject: crypto.randomUUID(), ...options })
    return { ...user, browser: await openSignedInBrowser(db, user.id, { method: "google" }) }
  }

  test.each([
    ["9 minutes", 204, undefined],
    ["11 minutes", 403, "sign_in_again"],
  ])("a deletion %s after a log-in with Google gets status %i", async (span, status, code) => {
    const { id, browser } = await makeGoogleMember()
    await db.one`
      update sessions set authenticated_at = now() - ${span}::interval where user_id = ${id}`
    expect(getStatusAndCode(await deleteAccount(browser, {}))).toEqual([status, code])
    await passDeletionDeadline()
    const isRefused = code !== undefined
    expect([await hasAccount(id), await isSignedIn(browser)]).toEqual([isRefused, isRefused])
  })

  test("in a session that was opened with a password, a deletion needs the password again", async () => {
    const { id } = await makeGoogleMember({ password })
    expect((await deleteAccount(await openSignedInBrowser(db, id), {})).status).toBe(403)
    expect(await hasAccount(id)).toBe(true)
  })

  test("a guessed password is refused for an account without a password", async () => {
    const { id, browser } = await makeGoogleMember()
    for (const guess of ["null", "undefined", "nobody"]) {
      const response = await deleteAccount(browser, { password: guess })
      expect(response.json).toMatchObject({ errors: { password: "wrong_password" } })
    }
    expect(await hasAccount(id)).toBe(true)
  })
})

test("the last super admin cannot delete their account and stays logged in", async () => {
  await db.one`delete from user_roles`
  const { id, browser } = await makeMember(db, { password, role: "super_admin" })
  await makeMember(db, { role: "admin" })
  const response = await deleteAccount(browser)
  expect(getStatusAndCode(response)).toEqual([409, "last_super_admin"])
  expect(response.headers.getSetCookie()).toEqual([])
  expect([await hasAccount(id), await isSignedIn(browser)]).toEqual([true, true])
})

describe.each<[string, removeMember: (member: FullMember) => Promise<BrowserResponse>]>([
  [
    "deletes their account",
    async (member) => {
      const response = await deleteAccount(member.browser)
      await passDeletionDeadline()
      return response
    },
  ],
  [
    "is deleted by a super admin",
    async ({ id }) => {
      const { browser } = await makeMember(db, { role: "super_admin" })
      return browser.send("DELETE", `/api/admin/users/${id}`)
    },
  ],
])("a member with data in every table who %s", (_how, removeMember) => {
  let leaver: FullMember
  beforeEach(async () => {
    await clear("news", "teams", "ideas", "suggestions", "mails")
    leaver = await makeFullMember(database)
  })
  const readContentRows = () => db.one`
    select
      (select jsonb_agg(jsonb_build_array(title, author_id, updated_at) order by title) from news
        where author_id = ${leaver.id} or author_id is null) as news,
      (select jsonb_agg(jsonb_build_array(title, user_id, updated_at)) from team_posts) as posts,
      (select jsonb_agg(jsonb_build_array(title, user_id, updated_at)) from events) as events,
      (select jsonb_agg(jsonb_build_array(title, author_id, updated_at)) from ideas) as ideas,
      (select jsonb_agg(jsonb_build_array(title, description, user_id)) from suggestions)
        as suggestions`

  test("only the audit log still refers to the deleted member, by the member's id", async () => {
    const { id, email } = leaver
    expect((await removeMember(leaver)).status).toBe(204)
    // The email address is kept until the last email is sent.
    await db.one`delete from mails where kind = 'account_deleted'`
    const tables = await db.many<{ name: string; content: string }>`
      select relname as name, table_to_xml(oid, true, false, '')::text as content
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
    const findTablesWith = (text: string) =>
      tables.filter(({ content }) => content.includes(text)).map(({ name }) => name)
    expect(findTablesWith(id)).toEqual(["audit_log"])
    const words = ["Mari Maasikas", "Tantsin.", "Secret browser/1", "mari@example.org"]
    for (const personalText of [email, ...words, "In Mari's words"]) {
      expect(findTablesWith(personalText), personalText).toEqual([])
    }
    const log = await db.many<{ action: string }>`
      select action, before, after from audit_log where target_id = ${id} order by id`
    expect(log.length).toBeGreaterThan(3)
    for (const entry of log) expect(entry).toMatchObject({ before: null, after: null })
    expect(log.at(-1)?.action).toMatch(/^(account|users)\.delete$/)
    const ownActions = await db.many`
      select from audit_log where actor_id = ${id} and target_id <> ${id}`
    expect(ownActions.length).toBeGreaterThan(0)
  })

  test("content stays without the author's name, and a build is requested", async () => {
    const before = JSON.stringify(await readContentRows())
    const version = await getContentVersion(db)
    builds.calls.length = 0
    await removeMember(leaver)
    const withoutAuthor = before.replaceAll(`"${leaver.id}"`, "null")
    expect(withoutAuthor).not.toBe(before)
    expect(JSON.stringify(await readContentRows())).toBe(withoutAuthor)
    expect(await getContentVersion(db)).toBeGreaterThan(version)
    expect(new Set(builds.calls)).toEqual(new Set(["POST"]))
  })

  test("the member's files, sessions and emails are deleted, and other members' data stays", async () => {
    const listAvatarFiles = () => listFiles(`avatars/${leaver.id}/`)
    const phone = await openSignedInBrowser(db, leaver.id)
    expect(await listAvatarFiles()).toHaveLength(1)
    await mailbox.runWhileDown(async () => void (await removeMember(leaver)))
    await deliverMails()
    expect(await listAvatarFiles()).toEqual([])
    expect(await isSignedIn(phone)).toBe(false)
    expect(mailbox.listRecipients()).not.toContain(leaver.email)
    const { superAdmin, teamMate } = leaver.others
    expect(await Promise.all([superAdmin, teamMate].map(hasAccount))).toEqual([true, true])
    expect(await db.many`select role from team_members where user_id = ${teamMate}`).toHaveLength(1)
  })

  test("if the deletion cannot delete the pictures, the next cleanup deletes them", async () => {
    await fileStorage.runWhileUnavailable(() => removeMember(leaver))
    expect(await listFiles(`avatars/${leaver.id}/`)).toHaveLength(1)
    await deleteUnusedPictures(Date.now() + 8 * 24 * 60 * 60 * 1000)
    expect(await listFiles(`avatars/${leaver.id}/`)).toEqual([])
  })

  test("the email address of a deleted account can be used for a new sign-up", async () => {
    await removeMember(leaver)
    const browser = openBrowser()
    const { status, json } = await signUp({ email: leaver.email, password, terms: true }, browser)
    expect([status, json["role"]]).toEqual([201, "user"])
    expect(Object(json["user"]).id).not.toBe(leaver.id)
    const settings = await browser.get("/api/account")
    expect(settings.json).toMatchObject({ email_verified: false, has_google: false })
  })
})

describe("an account that will be deleted in seven days", () => {
  const makeLeavingMember = async () => {
    const member = await makeMember(db, { password, displayName: "Mari" })
    expect((await deleteAccount(member.browser)).status).toBe(204)
    return member
  }

  test("a member who logs in and chooses to keep the account cancels the deletion", async () => {
    const { id, email } = await makeLeavingMember()
    expect(getStatusAndCode(await signIn(email))).toEqual([409, "account_leaving"])
    const browser = openBrowser()
    expect((await signIn(email, password, browser, { body: { keep: true } })).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    await passDeletionDeadline()
    expect(await hasAccount(id)).toBe(true)
  })

  test("the member gets an email about the planned deletion", async () => {
    const { email } = await makeLeavingMember()
    expect(mailbox.getLastMailTo(email).subject).toBe("Your Daina account will be deleted")
  })

  test("a session of the account is invalid during the seven days", async () => {
    const { id } = await makeLeavingMember()
    expect(await isSignedIn(await openSignedInBrowser(db, id))).toBe(false)
  })

  test("a log-in with a wrong password does not reveal that the account will be deleted", async () => {
    const { email } = await makeLeavingMember()
    const response = await signIn(email, "not-it", openBrowser(), { body: { keep: true } })
    expect(getStatusAndCode(response)).toEqual([401, "invalid_credentials"])
  })
})

describe("the teams of a deleted owner", () => {
  const readRolesByMember = async (team: string) =>
    Object.fromEntries((await readRoles(db, team)).map(({ user_id, role }) => [user_id, role]))

  test("teams pass to the chosen member or the one who joined first; teams without other members are deleted", async () => {
    const leaver = await makeMember(db, { password })
    const [veteran, newcomer, blocked] = await Promise.all(
      ["Veteran", "Newcomer", "Blocked"].map((displayName) => makeUser(db, { displayName })),
    )
    if (!veteran || !newcomer || !blocked) throw new Error("Expected three members")
    await db.one`update users set blocked_at = now() where id = ${blocked.id}`
    const teams = await Promise.all(
      ["Chosen", "Next", "Alone"].map((name) => makeTeam(db, { [leaver.id]: "owner" }, { name })),
    )
    const [chosen, next, withoutMembers] = teams.map(({ id }) => id)
    if (!chosen || !next || !withoutMembers) throw new Error("Expected three teams")
    for (const team of [chosen, next]) {
      await addMember(db, team, blocked.id, "admin")
      await addMember(db, team, veteran.id, "member", { daysAgo: 2 })
      await addMember(db, team, newcomer.id, "member", { daysAgo: 1 })
    }
    const { json } = await leaver.browser.get("/api/account/teams")
    expect(json["teams"]).toMatchObject([
      { name: "Alone", candidates: [] },
      { name: "Chosen", candidates: [{ display_name: "Veteran" }, { display_name: "Newcomer" }] },
      { name: "Next" },
    ])
    const new_owners = { [chosen]: newcomer.id }
    expect((await deleteAccount(leaver.browser, { password, new_owners })).status).toBe(204)
    expect(await readRolesByMember(chosen)).toMatchObject({
      [newcomer.id]: "owner",
      [leaver.id]: "admin",
    })
    expect(await readRolesByMember(next)).toMatchObject({
      [veteran.id]: "owner",
      [blocked.id]: "admin",
    })
    const rolesUntilDeletion = await readRolesByMember(withoutMembers)
    expect(rolesUntilDeletion).toEqual({ [leaver.id]: "owner" })
    await passDeletionDeadline()
    expect(await db.many`select from teams where id = ${withoutMembers}`).toEqual([])
    expect(await readRolesByMember(chosen)).not.toHaveProperty(leaver.id)
  })

  test("the deletion fails when the chosen new owner is not a member of the team", async () => {
    const leaver = await makeMember(db, { password })
    const outsider = await makeUser(db)
    const team = await makeTeam(db, { [leaver.id]: "owner" })
    const new_owners = { [team.id]: outsider.id }
    expect(getStatusAndCode(await deleteAccount(leaver.browser, { password, new_owners }))).toEqual(
      [409, "stale"],
    )
    expect([await readRolesByMember(team.id), await isSignedIn(leaver.browser)]).toEqual([
      { [leaver.id]: "owner" },
      true,
    ])
  })
})
