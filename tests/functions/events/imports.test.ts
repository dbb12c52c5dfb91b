import { beforeEach, describe, expect, test } from "vitest"
import type { FoundEvents } from "../../../src/features/events/import/schema.ts"
import { expectRateLimited } from "../../support/attempts.ts"
import { type BrowserResponse, expectErrors, openBrowser } from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeTeam, type TestTeam } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, app, clear } = await openTestDatabase()
const builds = startBuildHook()
const owner = await makeMember(db, { displayName: "Owner" })
const memberWithoutRight = await makeMember(db, { displayName: "Silent" })
const other = await makeMember(db, { displayName: "Other" })
let team: TestTeam
let otherTeam: TestTeam
beforeEach(async () => {
  await clear("events")
  const roles = { [owner.id]: "owner", [memberWithoutRight.id]: "member" } as const
  team = await makeTeam(db, roles, { membersMayPost: false })
  otherTeam = await makeTeam(db, { [other.id]: "owner", [owner.id]: "admin" })
})

const makeCalendar = (...entries: string[][]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test"]
    .concat(...entries.map((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]), "END:VCALENDAR")
    .join("\r\n")
const PRACTICE_LINES = ["UID:practice@club", "SUMMARY:Practice", "LOCATION:Telliskivi"]
/** Returns the lines of a calendar entry on a day, which has the format YYYYMMDD. */
const makePractice = (day: string, ...extraLines: string[]) => [
  ...PRACTICE_LINES,
  `DTSTART;TZID=Europe/Tallinn:${day}T180000`,
  `DTEND;TZID=Europe/Tallinn:${day}T200000`,
  ...extraLines,
]

const sendCalendar = (changes: object, { browser }: Pick<Member, "browser"> = owner) => {
  const body = { team_id: team.id, text: null, address: null, ...changes }
  return browser.send("POST", "/api/imports/look", body)
}
const previewImport = (text: string, member = owner, team_id = team.id) =>
  sendCalendar({ text, team_id }, member)
const getEvents = ({ json }: BrowserResponse) => (json as unknown as FoundEvents).events

/** Previews a calendar as the owner of the team, and imports all events of the preview as `member`. */
async function importAll(text: string, member = owner, changes: object = {}) {
  const events = getEvents(await previewImport(text)).map(({ changes: _, ...event }) => event)
  const fields = { team_id: team.id, event_type: "public", country: "ee", language: "et", events }
  return member.browser.send("POST", "/api/imports", { ...fields, ...changes })
}
const importPractice = (day = "20270310") => importAll(makeCalendar(makePractice(day)))

const listStoredEvents = () => db.many<Record<string, unknown>>`
  select id, slug, title, start_date, time_zone, location, country, language, event_type, is_cancelled,
    team_id, user_id
  from events order by start_date`

test("a preview stores nothing, and an import stores the chosen events and requests a build", async () => {
  const preview = await previewImport(makeCalendar(makePractice("20270310")))
  expect(preview).toMatchObject({
    status: 200,
    json: { events: [{ title: "Practice", changes: null }], past: 0, more: 0, unusable: 0 },
  })
  expect(await listStoredEvents(), "after the preview").toEqual([])

  const imported = await importPractice()
  expect(imported).toMatchObject({ status: 200, json: { added: 1, changed: 0 } })
  expect(await listStoredEvents()).toMatchObject([
    {
      slug: "practice-2027-03-10",
      title: "Practice",
      start_date: "2027-03-10T16:00:00.000Z",
      time_zone: "Europe/Tallinn",
      location: "Telliskivi",
      country: "ee",
      language: "et",
      event_type: "public",
      is_cancelled: false,
      team_id: team.id,
      user_id: owner.id,
    },
  ])
  expect(builds.calls).toHaveLength(1)
})

describe("a second import", () => {
  test("a second import finds the event of an entry by its UID", async () => {
    await importPractice()
    const [before] = await listStoredEvents()
    const unchanged = await previewImport(makeCalendar(makePractice("20270310")))
    expect(getEvents(unchanged)).toMatchObject([{ changes: [] }])

    const laterCalendar = makeCalendar(makePractice("20270311")).replace("Telliskivi", "Põhjala")
    expect(getEvents(await previewImport(laterCalendar))).toMatchObject([
      { changes: ["time", "location"] },
    ])
    expect((await importAll(laterCalendar)).json).toEqual({ added: 0, changed: 1 })
    expect(await listStoredEvents()).toMatchObject([
      { id: before?.["id"], start_date: "2027-03-11T16:00:00.000Z", location: "Põhjala" },
    ])
  })

  test("an import cancels events of canceled entries, offers to restore them, and adds no canceled entries", async () => {
    await importPractice()
    const canceled = makeCalendar(makePractice("20270310", "STATUS:CANCELLED"), [
      ...["UID:never", "SUMMARY:Never", "DTSTART:20270401T100000Z", "STATUS:CANCELLED"],
    ])
    expect(getEvents(await previewImport(canceled))).toMatchObject([{ changes: ["cancelled"] }])
    expect((await importAll(canceled)).json).toEqual({ added: 0, changed: 1 })
    expect(await listStoredEvents()).toMatchObject([{ title: "Practice", is_cancelled: true }])
    const restored = await previewImport(makeCalendar(makePractice("20270310")))
    expect(getEvents(restored)).toMatchObject([{ changes: ["revived"] }])
  })

  test("a second import finds each date of a repeating entry", async () => {
    await importAll(makeCalendar(makePractice("20270310", "RRULE:FREQ=WEEKLY;COUNT=3")))
    expect(await listStoredEvents()).toHaveLength(3)
    const rule = ["RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE;TZID=Europe/Tallinn:20270317T180000"]
    const preview = getEvents(await previewImport(makeCalendar(makePractice("20270310", ...rule))))
    expect(preview.map(({ changes }) => changes)).toEqual([[], [], null])
  })

  test("a second import does not change events that now belong to another team", async () => {
    await importPractice()
    await db.one`update events set team_id = ${otherTeam.id}`
    const preview = await previewImport(makeCalendar(makePractice("20270310")))
    expect(getEvents(preview)).toMatchObject([{ changes: null }])
    expect((await importPractice()).json).toEqual({ added: 1, changed: 0 })
    expect((await importPractice("20270312")).json).toEqual({ added: 0, changed: 1 })
    expect(await listStoredEvents()).toMatchObject([
      { team_id: otherTeam.id, start_date: "2027-03-10T16:00:00.000Z" },
      { team_id: team.id, start_date: "2027-03-12T16:00:00.000Z" },
    ])
  })

  test("a second import adds deleted events again", async () => {
    await importPractice()
    await clear("events")
    expect((await importPractice()).json).toEqual({ added: 1, changed: 0 })
  })
})

describe("a calendar with more events than the limit of one import", () => {
  /** Returns an entry. The first 60 entries start at different minutes on January 10, later entries on February 10. */
  const makeEntry = (index: number) => {
    const month = index < 60 ? "01" : "02"
    const minute = String(index % 60).padStart(2, "0")
    const start = `DTSTART;TZID=Europe/Riga:2027${month}10T10${minute}00`
    return [`UID:${index}`, `SUMMARY:Practice ${index}`, start]
  }
  const makeCalendarOfSize = (count: number, ...extraLines: string[]) => {
    const lines = ["DESCRIPTION:Rīgā; 💜", ...extraLines]
    return makeCalendar(...Array.from({ length: count }, (_, n) => [...makeEntry(n), ...lines]))
  }

  test("a second import adds the rest of a large calendar", async () => {
    expect((await previewImport(makeCalendarOfSize(110))).json).toMatchObject({ more: 10, same: 0 })
    expect((await importAll(makeCalendarOfSize(110))).json).toEqual({ added: 100, changed: 0 })
    const second = await previewImport(makeCalendarOfSize(110))
    expect(second.json).toMatchObject({ more: 0, same: 100 })
    const newEvents = getEvents(second).filter(({ changes }) => changes === null)
    const uids = Array.from({ length: 10 }, (_, index) => `${index + 100}`)
    expect(newEvents.map(({ uid }) => uid)).toEqual(uids)
    // The preview contains 100 events: the 10 new events and 90 unchanged events.
    expect((await importAll(makeCalendarOfSize(110))).json).toEqual({ added: 10, changed: 90 })
    expect(await listStoredEvents()).toHaveLength(110)
    expect((await previewImport(makeCalendarOfSize(110))).json).toMatchObject({
      more: 0,
      same: 110,
    })
  })

  test("the preview of a second import lists the changed fields of each event", async () => {
    await importAll(makeCalendarOfSize(100))
    const preview = await previewImport(makeCalendarOfSize(100, "LOCATION:Hall"))
    expect(preview.json).toMatchObject({ same: 0, more: 0 })
    const changes = getEvents(preview).map((event) => event.changes)
    expect(changes).toEqual(Array(100).fill(["location"]))
  })
})

test("the preview of an event in an unknown time zone has the time zone's name, and the event can be imported", async () => {
  const text = makeCalendar(
    [...PRACTICE_LINES, "DTSTART;TZID=Customized Time Zone:20270310T180000"],
    ["UID:b", "SUMMARY:Show", "DTSTART;TZID=AET:20270311T120000"],
  )
  expect(getEvents(await previewImport(text))).toMatchObject([
    { time_zone: "Europe/Riga", unknown_zone: "Customized Time Zone" },
    { time_zone: "Australia/Sydney", start_date: "2027-03-11T01:00:00.000Z" },
  ])
  expect((await importAll(text)).json).toEqual({ added: 2, changed: 0 })
})

test("concurrent imports store one event per entry", async () => {
  const text = makeCalendar(
    ...[..."abcdefgh"].map((id, index) => [
      ...[`UID:${id}`, `SUMMARY:Practice ${id}`, `DTSTART:202704${index + 10}T100000Z`],
    ]),
  )
  const responses = await repeatConcurrently(4, () => importAll(text))
  expect(countByStatus(responses)).toEqual({ 200: 4 })
  const added = responses.reduce((sum, { json }) => sum + Number(json["added"]), 0)
  expect([added, (await listStoredEvents()).length]).toEqual([8, 8])
})

describe("an import is refused", () => {
  test("an import is refused for anonymous visitors, members without the right, and other teams", async () => {
    const text = makeCalendar(makePractice("20270310"))
    expect((await sendCalendar({ text }, { browser: openBrowser() })).status).toBe(401)
    for (const member of [memberWithoutRight, other]) {
      expect((await previewImport(text, member)).json).toMatchObject({ code: "forbidden" })
      expect((await importAll(text, member)).json).toMatchObject({ code: "forbidden" })
    }
    expect(await listStoredEvents()).toEqual([])
    expect(await db.many`select uid from event_imports`).toEqual([])
  })

  test("an import into a deleted team is refused", async () => {
    const admin = await makeMember(db, { role: "super_admin" })
    const team_id = crypto.randomUUID()
    const refused = await importAll(makeCalendar(makePractice("20270310")), admin, { team_id })
    expectErrors(refused, { team_id: "required" })
  })

  test("a member outside the team can neither read nor add imports in SQL", async () => {
    await importPractice()
    const otherViewer = app.as({ userId: other.id })
    expect(await otherViewer.many`select uid from event_imports`).toEqual([])
    const insertion = otherViewer.one`
      insert into event_imports (team_id, uid, event_id) values (${team.id}, 'x', gen_random_uuid())`
    await expect(insertion).rejects.toThrow("row-level security")
  })

  test.each([
    ["for a text that is not a calendar", { text: "<html>" }, { text: "no_calendar" }],
    ["without a source", {}, { address: "required" }],
    ["without a team", { team_id: "", text: "" }, { team_id: "required" }],
    ["for an unsupported address", { address: "file:///etc/passwd" }, { address: "invalid_url" }],
    ["for a large calendar", { text: "x".repeat(500_001) }, { text: "calendar_too_large" }],
  ])("an import is refused %s", async (_, body, errors) => {
    expectErrors(await sendCalendar(body), errors)
  })

  test.each([
    ["https://127.0.0.1/a.ics"],
    ["https://[::1]/a.ics"],
    ["https://localhost.localdomain/a.ics"],
    ["https://0x7f.1/a.ics"],
    ["webcal://169.254.169.254/latest/meta-data"],
    ["https://10.0.0.1:5432/"],
  ])("an import from a private network is refused: %s", async (address) => {
    expect((await sendCalendar({ address })).status).toBe(422)
  })

  test("an import of duplicate, too many or no entries, or in an unknown time zone is refused", async () => {
    const preview = getEvents(await previewImport(makeCalendar(makePractice("20270310"))))
    const [event] = preview.map(({ changes: _, ...fields }) => fields)
    for (const events of [
      [event, event],
      [{ ...event, time_zone: "Nowhere" }],
      [],
      Array.from({ length: 101 }, (_, i) => ({ ...event, uid: `${i}` })),
    ]) {
      const refused = await importAll(makeCalendar(), owner, { events })
      expectErrors(refused, { events: expect.anything() })
    }
  })

  test("an import is refused after thirty calendars in an hour", async () => {
    await previewImport("")
    await db.one`update attempts set moments = array_fill(moments[1], array[29])`
    expect((await previewImport("")).status).toBe(422)
    expect((await previewImport("")).status).toBe(429)
  })

  test("an unapproved member's import is refused after five calendars in an hour", async () => {
    const newcomer = await makeMember(db, { isApproved: false })
    const { id } = await makeTeam(db, { [newcomer.id]: "owner" })
    for (let attempts = 0; attempts < 5; attempts += 1) {
      expect((await previewImport("", newcomer, id)).status).toBe(422)
    }
    expectRateLimited(await previewImport("", newcomer, id), 3600)
    await db.one`update users set vetted_at = now() where id = ${newcomer.id}`
    expect((await previewImport("", newcomer, id)).status).toBe(422)
  })
})

test("the limit of five calendars does not apply to an unapproved super admin", async () => {
  const superAdmin = await makeMember(db, { role: "super_admin", isApproved: false })
  for (let attempts = 0; attempts < 6; attempts += 1)
    expect((await previewImport("", superAdmin)).status).toBe(422)
})
