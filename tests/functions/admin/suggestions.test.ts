import { beforeEach, expect, test } from "vitest"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import { storeAttempts } from "../../support/attempts.ts"
import { openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeSuggestionFields } from "../../support/people/ideas.ts"
import { makeMember } from "../../support/people/members.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db, app, auth } = await openTestDatabase()
startStorage()

const send = (body: unknown, browser: TestBrowser = openBrowser()) =>
  browser.send("POST", "/api/send-telegram-suggestion", body)
const listStoredSuggestions = () => db.many`select * from suggestions order by received_at`

beforeEach(async () => void (await db.many`delete from suggestions`))

test("a suggestion of a visitor without an account is stored", async () => {
  const fields = makeSuggestionFields()
  const { status, json } = await send(fields)
  expect([status, json]).toEqual([200, { success: true }])
  expect(await listStoredSuggestions()).toMatchObject([
    {
      id: fields.id,
      user_id: null,
      name: fields.name,
      email: fields.email,
      category: "events",
      priority: "medium",
      title: fields.title,
      language: "et",
      description: fields.description,
      sent_at: null,
      read_at: null,
      idea_id: null,
    },
  ])
})

test("a suggestion belongs to the member of the session, not to a member id in the body", async () => {
  const member = await makeMember(db)
  await send({ ...makeSuggestionFields(), user_id: crypto.randomUUID() }, member.browser)
  expect(await listStoredSuggestions()).toMatchObject([{ user_id: member.id }])
})

test("a suggestion that is sent again with the same id is stored once", async () => {
  const fields = makeSuggestionFields()
  const browser = openBrowser()
  const responses = await Promise.all([send(fields, browser), send(fields, browser)])
  for (const { status, json } of responses) expect([status, json]).toEqual([200, { success: true }])
  const sameIdResponse = await send({ ...fields, title: "Another" }, openBrowser())
  expect(sameIdResponse.json).toEqual({ success: true })
  expect(await listStoredSuggestions()).toMatchObject([{ title: "A night bus" }])
})

test("hidden characters are removed from a suggestion", async () => {
  const description = "Bring *lights*!\n\n<b>2 €\u202e</b>\u200b"
  await send(
    makeSuggestionFields({ name: "mina ♡\ufe0e\u202e", title: "A\u0000 bus", description }),
  )
  expect(await listStoredSuggestions()).toMatchObject([
    { name: "mina ♡\ufe0e", title: "A bus", description: "Bring *lights*!\n\n<b>2 €</b>" },
  ])
})

test.each<[change: object, errors: object]>([
  [{ name: "  " }, { name: "required" }],
  [{ email: "mari@" }, { email: "invalid_email" }],
  [{ category: "Technology" }, { category: "required" }],
  [{ priority: "urgent" }, { priority: "required" }],
  [{ title: "x".repeat(121) }, { title: "too_long" }],
  [{ description: "\n" }, { description: "required" }],
  [{ description: "x".repeat(4001) }, { description: "too_long" }],
  [{ id: "1" }, { id: "invalid" }],
  [
    { name: null, title: 7 },
    { name: "required", title: "required" },
  ],
])("a suggestion with %j is refused with the errors %j", async (change, errors) => {
  const { status, json } = await send(makeSuggestionFields(change))
  expect([status, json["code"]]).toEqual([422, "invalid"])
  expect(json["errors"]).toEqual(errors)
  expect(await listStoredSuggestions()).toEqual([])
})

test.each<[name: string, change: object]>([
  ["a filled honeypot field", { website: "https://pills.example" }],
  ["six fields filled in within a second", { opened_at: 5_000, sent_at: 6_000 }],
  ["a form opened in the future", { opened_at: Date.now() + 60_000, sent_at: undefined }],
])("a bot with %s gets a success response, and nothing is stored", async (_name, change) => {
  const { status, json } = await send(makeSuggestionFields(change))
  expect([status, json]).toEqual([200, { success: true }])
  expect(await listStoredSuggestions()).toEqual([])
})

test("a suggestion from a browser with a wrong clock is stored", async () => {
  const tomorrow = Date.now() + 86_400_000
  await send(makeSuggestionFields({ opened_at: tomorrow, sent_at: tomorrow + 40_000 }))
  expect(await listStoredSuggestions()).toHaveLength(1)
})

test("an IP address can send thirty suggestions an hour", async () => {
  const browser = openBrowser()
  await storeAttempts(db, "suggestion", browser.ip, 25)
  const responses = await repeatConcurrently(8, () => send(makeSuggestionFields(), browser))
  expect(responses.map(({ status }) => status).sort()).toEqual([
    200, 200, 200, 200, 200, 429, 429, 429,
  ])
  const refused = await send(makeSuggestionFields(), browser)
  expect(refused.json["code"]).toBe("rate_limited")
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000)
  expect(await listStoredSuggestions()).toHaveLength(5)
  expect((await send(makeSuggestionFields(), openBrowser())).status).toBe(200)
})

test("members cannot read suggestions, not even their own", async () => {
  const member = await makeMember(db)
  await send(makeSuggestionFields(), member.browser)
  expect(await app.as({ userId: member.id }).many`select from suggestions`).toEqual([])
})

test("the sender to Telegram gets a suggestion without the email address", async () => {
  await send(makeSuggestionFields())
  const leased = await auth.as(null).one`select * from lease_suggestion()`
  expect(leased).toMatchObject({ title: "A night bus" })
  expect(Object.keys(leased ?? {})).not.toContain("email")
})

test("the name and address of the sender are deleted after a year", async () => {
  await send(makeSuggestionFields({ title: "Old" }))
  await db.many`update suggestions set received_at = now() - interval '12 months 1 hour'`
  await send(makeSuggestionFields({ title: "Younger" }))
  await db.many`
    update suggestions set received_at = now() - interval '11 months 25 days' where title = 'Younger'`
  await housekeeping()
  expect(await listStoredSuggestions()).toMatchObject([
    { title: "Old", name: null, email: null },
    { title: "Younger", name: "Mari Maasikas", email: "mari@example.org" },
  ])
})
