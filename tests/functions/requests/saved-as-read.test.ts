/** Tests that a client can save a row exactly as it read the row. This changes only fields such as `updated_at`. */
import { expect, test } from "vitest"
import { getRows } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation } from "../../support/factories.ts"
import { adminEventFields, articleFields, ideaFields } from "../../support/people/admin.ts"
import { makeIdea } from "../../support/people/ideas.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  eventFields,
  goingFields,
  makeEvent,
  makePost,
  makeTeam,
} from "../../support/people/teams.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db } = await openTestDatabase()
startStorage()
startBuildHook()

type Row = Record<string, unknown>

const owner = await makeMember(db, { displayName: "Anna" })
const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const team = await makeTeam(db, { [owner.id]: "owner" }, { country: "lv", location: "Rīga" })

/** Fields that a save changes even if all values are the same. `is_language_guessed` becomes false. */
const FIELDS_CHANGED_BY_SAVING = [
  "updated_at",
  "revision",
  "content_version",
  "is_language_guessed",
]

const omitChangedFields = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => !FIELDS_CHANGED_BY_SAVING.includes(name)),
  )

/** Sends a request, expects status 200, and returns the body of the response. */
async function sendOk(member: Member, method: string, path: string, body?: object) {
  const { status, json } = await member.browser.send(method, path, body)
  expect([status, status < 300 ? null : json]).toEqual([200, null])
  return json
}

/** Reads a row, saves it, saves the response of the save, and expects that the row is unchanged. */
async function expectSavedAsRead(
  member: Member,
  path: string,
  read: () => Promise<Row> = () => sendOk(member, "GET", path),
  method = "PATCH",
) {
  const before = await read()
  const firstResponse = await sendOk(member, method, path, before)
  if ("updated_at" in firstResponse) {
    // The response to a read can contain more fields than the response to a save.
    expect(omitChangedFields(before)).toMatchObject(omitChangedFields(firstResponse))
    await sendOk(member, method, path, firstResponse)
  }
  expect(omitChangedFields(await read())).toEqual(omitChangedFields(before))
}

const readFromCalendar = (id: string) => async () => {
  const rows = getRows(await owner.browser.get("/api/events"), "events")
  return rows.find((row) => row["id"] === id) ?? {}
}

test("a team can be saved unchanged by its owner and a super admin", async () => {
  await expectSavedAsRead(owner, `/api/teams/${team.slug}`)
  await expectSavedAsRead(superAdmin, `/api/admin/teams/${team.id}`)
})

test.each([true, false])("a post (published: %s) can be saved unchanged", async (published) => {
  const { id } = await makePost(db, team.id, owner.id, { published })
  await expectSavedAsRead(owner, `/api/posts/${id}`)
})

test("an event and a date of a series can be saved unchanged by a member", async () => {
  const { id } = await makeEvent(db, team.id, { author: owner.id })
  await expectSavedAsRead(owner, `/api/events/${id}`, readFromCalendar(id))
  const repeat = { frequency: "weekly", days: [], count: 3, except: [] }
  const series = await owner.browser.send("POST", "/api/events", {
    ...eventFields,
    team_id: team.id,
    repeat,
  })
  expect([series.status, series.json]).toEqual([201, expect.anything()])
  const firstDate = String(series.json["id"])
  // Saving a single date detaches it from its series.
  await sendOk(owner, "PATCH", `/api/events/${firstDate}`, await readFromCalendar(firstDate)())
  await expectSavedAsRead(owner, `/api/events/${firstDate}`, readFromCalendar(firstDate))
})

test("an event without a team can be saved unchanged by a super admin", async () => {
  const body = { ...adminEventFields, event_type: "public" }
  const created = await superAdmin.browser.send("POST", "/api/admin/events", body)
  expect(created.status).toBe(201)
  await expectSavedAsRead(superAdmin, `/api/admin/events/${created.json["id"]}`)
})

test("originals, translations and planned articles can be saved unchanged", async () => {
  const makePath = (id: unknown) => `/api/admin/news/${id}`
  const original = await makeArticle(db)
  const translation = await makeTranslation(db, original, "lv")
  await expectSavedAsRead(superAdmin, makePath(original.id))
  await expectSavedAsRead(superAdmin, makePath(translation.id))
  const planned = await superAdmin.browser.send("POST", "/api/admin/news", {
    ...articleFields,
    slug: "planned",
    publish_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  expect(planned.status).toBe(201)
  await expectSavedAsRead(superAdmin, makePath(planned.json["id"]))
  // The planned time has passed, but the article is not published yet.
  await db.one`
    update news set publish_at = now() - interval '1 minute' where id = ${planned.json["id"]}`
  await expectSavedAsRead(superAdmin, makePath(planned.json["id"]))
})

test("an idea can be saved unchanged", async () => {
  await expectSavedAsRead(superAdmin, `/api/admin/ideas/${await makeIdea(db)}`)
  const created = await superAdmin.browser.send("POST", "/api/admin/ideas", ideaFields)
  await expectSavedAsRead(superAdmin, `/api/admin/ideas/${created.json["id"]}`)
})

test("a profile and account settings can be saved unchanged", async () => {
  await expectSavedAsRead(owner, "/api/profile")
  await expectSavedAsRead(owner, "/api/account")
})

test("sign-up settings and a member's answer can be saved unchanged", async () => {
  const { id } = await makeEvent(db, team.id, { author: owner.id })
  const readSignup = () => sendOk(owner, "GET", `/api/events/${id}/signup`)
  const readSettings = async () => {
    const { event } = await readSignup()
    return { ...(event as Row), ...((event as Row)["signups"] as Row) }
  }
  const path = `/api/events/${id}/signup-settings`
  await sendOk(owner, "PATCH", path, { ...(await readSettings()), takes_signups: true })
  await expectSavedAsRead(owner, path, readSettings)
  const signupPath = `/api/events/${id}/signup`
  await sendOk(owner, "PUT", signupPath, goingFields)
  const readOwnAnswer = async () => (await readSignup())["mine"] as Row
  await expectSavedAsRead(owner, signupPath, readOwnAnswer, "PUT")
})

test("a team role and newsroom access can be saved unchanged", async () => {
  const member = await makeMember(db)
  const group = await makeTeam(db, { [owner.id]: "owner", [member.id]: "member" })
  const path = `/api/teams/${group.slug}/members`
  const read = async () => getRows(await owner.browser.get(path), "members")
  const before = await read()
  expect(before).toHaveLength(2)
  for (const row of before) {
    const saved = await owner.browser.send("PATCH", `${path}/${row["user_id"]}`, row)
    expect(saved.status, String(row["role"])).toBe(204)
  }
  expect(await read()).toEqual(before)
  const grant = { kind: "translator", languages: ["lv"], may_publish: true }
  const grantPath = `/api/admin/users/${member.id}/newsroom`
  await sendOk(superAdmin, "PUT", grantPath, grant)
  const list = await sendOk(superAdmin, "GET", "/api/admin/users")
  const { newsroom } = (list["users"] as Row[]).find((row) => row["id"] === member.id) ?? {}
  await sendOk(superAdmin, "PUT", grantPath, newsroom as Row)
})
