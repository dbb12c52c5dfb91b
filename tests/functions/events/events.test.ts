import { beforeEach, describe, expect, test } from "vitest"
import { getCanonicalZone } from "../../../src/features/events/canonical-zone.ts"
import { expectErrors, getRows, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { eventFields, makeEvent, makeTeam, type TestTeam } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, clear } = await openTestDatabase()
const builds = startBuildHook()
let team: TestTeam
const owner = await makeMember(db, { displayName: "Owner" })
const superAdmin = await makeMember(db, { role: "super_admin" })
beforeEach(async () => {
  await clear("events")
  team = await makeTeam(db, { [owner.id]: "owner" })
})

const addEvent = (body: object, member = owner) =>
  member.browser.send("POST", "/api/events", { ...eventFields, team_id: team.id, ...body })
const editEvent = (row: Record<string, unknown>, body: object, member = owner) =>
  member.browser.send("PATCH", `/api/events/${row["id"]}`, {
    ...eventFields,
    team_id: team.id,
    updated_at: row["updated_at"],
    ...body,
  })
const deleteEvent = (id: unknown) => owner.browser.send("DELETE", `/api/events/${id}`)
const readAsVisitor = (slug: unknown) => openBrowser().get(`/api/events/${slug}`)
const getCalendar = (query: Record<string, string>) =>
  owner.browser.get(`/api/events?${new URLSearchParams(query)}`)

test("an event is stored with default values, and requests a build", async () => {
  const response = await addEvent({ title: " Treniņš  parkā ", description: "", location: " " })
  expect(response.status).toBe(201)
  expect(response.json).toMatchObject({
    slug: "trenins-parka-2027-06-01",
    title: "Treniņš parkā",
    description: null,
    location: null,
    start_date: "2027-06-01T15:00:00.000Z",
    end_date: "2027-06-01T17:00:00.000Z",
    time_zone: "Europe/Riga",
    color: "#3b82f6",
    featured: false,
    is_cancelled: false,
    revision: 0,
    team_slug: team.slug,
    may_edit: true,
  })
  expect(builds.calls).toEqual(["POST"])
  const page = await readAsVisitor(response.json["slug"])
  expect(page.json).toMatchObject({ title: "Treniņš parkā" })
  expect(page.headers.get("netlify-cache-tag")).toBe("events")
})

describe("a time zone", () => {
  test.each([
    ["europe/tallinn", "Europe/Tallinn"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["Japan", "Asia/Tokyo"],
    ["Etc/GMT-1", "Etc/GMT-1"],
    ["UTC", "UTC"],
  ])("the time zone %s is stored by its canonical name", async (time_zone, canonical) => {
    const { status, json } = await addEvent({ time_zone })
    expect([status, json["time_zone"]]).toEqual([201, canonical])
  })

  test("Postgres knows every time zone that the form accepts", async () => {
    const rows = await db.many<{ name: string }>`select name from pg_timezone_names`
    const zonesOfPostgres = new Set(rows.map(({ name }) => name))
    const names = [...zonesOfPostgres, ...Intl.supportedValuesOf("timeZone"), "US/Pacific-New"]
    const accepted = names.flatMap((name) => getCanonicalZone(name) ?? [])
    expect(accepted.length).toBeGreaterThan(500)
    expect(accepted.filter((name) => !zonesOfPostgres.has(name))).toEqual([])
  })
})

test("times are stored with milliseconds, so that the cursor of a list finds the next event", async () => {
  const withMicroseconds = {
    start_date: "2033-06-01T15:00:00.123456Z",
    end_date: "2033-06-01T16:00:00.9999Z",
  }
  const { json } = await addEvent(withMicroseconds)
  const inMilliseconds = {
    start_date: "2033-06-01T15:00:00.123Z",
    end_date: "2033-06-01T16:00:00.999Z",
  }
  expect(json).toMatchObject(inMilliseconds)
  expect((await editEvent(json, withMicroseconds)).json).toMatchObject(inMilliseconds)
  await addEvent({ ...withMicroseconds, title: "Next" })
  const first = await getCalendar({ limit: "1" })
  const second = await getCalendar({ limit: "1", cursor: String(first.json["next"]) })
  expect(second.json["next"]).toBeUndefined()
  expect(second.json["events"]).not.toEqual(first.json["events"])
})

test("an event stores optional fields, and a change keeps omitted fields and empties null fields", async () => {
  const optionalFields = {
    is_all_day: true,
    start_date: "2027-05-31T21:00:00.000Z",
    end_date: "2027-06-02T21:00:00.000Z",
    prize: "A cup",
    max_participants: 12,
    registration_url: "https://cup.example/in",
    address: "Ķengaraga iela 1",
    price: "5 € at the door",
    price_amount: 4.5,
    age_min: 12,
    accessibility: "No steps",
    image_url: "/uploads/team-images/1700000000000-abc.webp",
  }
  const { json } = await addEvent(optionalFields)
  expect(json).toMatchObject(optionalFields)
  const { start_date, end_date, is_all_day } = optionalFields
  const days = { start_date, end_date, is_all_day }
  const edited = await editEvent(json, days)
  expect(edited.json, "omitted fields").toMatchObject(optionalFields)
  expect((await editEvent(edited.json, { ...days, prize: null })).json).toMatchObject({
    prize: null,
  })
})

test("a team-only event requests no build until it becomes public", async () => {
  const { json } = await addEvent({ event_type: "team" })
  expect(builds.calls).toEqual([])
  const madePublic = await editEvent(json, {})
  expect([madePublic.status, madePublic.json["event_type"]]).toEqual([200, "public"])
  expect(builds.calls).toHaveLength(1)
  expect((await editEvent(madePublic.json, { event_type: "team" })).status).toBe(200)
  expect(builds.calls, "a build removes the page of the event").toHaveLength(2)
})

test.each([
  ["Öötants Tõrvas", "ootants-torvas-2027-06-01"],
  ["Ночь танцев: Ёлка", "noch-tantsev-elka-2027-06-01"],
  ["K-pop 💜 Party", "k-pop-party-2027-06-01"],
  ["댄스", "daenseu-2027-06-01"],
  ["踊り", "2027-06-01"],
  ["page", "page-2027-06-01"],
  ["x".repeat(200), `${"x".repeat(96)}-2027-06-01`],
])(
  "the title %j gives the slug %s, and a second event with this title gets a suffix",
  async (title, slug) => {
    const [first, second] = [await addEvent({ title }), await addEvent({ title })]
    expect([first.status, first.json["slug"], second.status]).toEqual([201, slug, 201])
    expect(second.json["slug"]).toMatch(new RegExp(`^${slug}-[0-9a-f]{8}$`))
    for (const { json } of [first, second]) {
      expect((await readAsVisitor(json["slug"])).json["id"]).toBe(json["id"])
    }
    const renamed = await editEvent(first.json, { title: "After" })
    expect(renamed.json, "the slug stays").toMatchObject({ slug, title: "After", revision: 1 })
  },
)

describe("fields", () => {
  test.each<[body: object, errors: object]>([
    [{ title: "" }, { title: "required" }],
    [{ title: "\u2800\u200b" }, { title: "required" }],
    [{ title: "x".repeat(300) }, { title: "too_long" }],
    [{ description: "x".repeat(10_001) }, { description: "too_long" }],
    [{ location: "x".repeat(201) }, { location: "too_long" }],
    [{ country: "fi" }, { country: "invalid" }],
    [{ end_date: "2027-06-01T17:59:59+03:00" }, { end_date: "end_before_start" }],
    [{ start_date: "2027-06-01T18:00:00" }, { start_date: "required" }],
    [{ start_date: "2027-02-30T10:00:00Z" }, { start_date: "required" }],
    [{ end_date: null }, { end_date: "required" }],
    [{ color: "#3b82f6;background:url(//evil.example)" }, { color: "invalid" }],
    [{ time_zone: "Mars/Olympus" }, { time_zone: "invalid" }],
    [{ time_zone: "" }, { time_zone: "invalid" }],
    [{ time_zone: "+03:00" }, { time_zone: "invalid" }],
    [{ time_zone: "AET" }, { time_zone: "invalid" }],
    [{ time_zone: "BST" }, { time_zone: "invalid" }],
    [{ time_zone: "SystemV/EST5" }, { time_zone: "invalid" }],
    [{ is_all_day: true }, { start_date: "invalid_date", end_date: "invalid_date" }],
    [{ max_participants: 1.5 }, { max_participants: "invalid_number" }],
    [{ registration_url: "javascript:alert(1)" }, { registration_url: "invalid_url" }],
    [{ event_type: "private" }, { event_type: "invalid" }],
    [{ team_id: null }, { team_id: "required" }],
    [{ team_id: "x" }, { team_id: "required" }],
    [{ price_amount: -1 }, { price_amount: "invalid" }],
    [{ price_amount: "5" }, { price_amount: "invalid" }],
    [{ age_min: 100 }, { age_min: "invalid_number" }],
    [{ accessibility: "x".repeat(501) }, { accessibility: "too_long" }],
    [{ image_url: "https://elsewhere.example/a.webp" }, { image_url: "invalid" }],
  ])("%j is refused when adding and when editing an event", async (body, errors) => {
    const row = await makeEvent(db, team.id)
    for (const response of [await addEvent(body), await editEvent({ ...row }, body)]) {
      expectErrors(response, errors)
    }
    const rows = await db.many`select title, revision from events`
    expect(rows).toEqual([{ title: "An event", revision: 0 }])
    expect(builds.calls).toEqual([])
  })

  test.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])(
    "a start at %s causes no server error",
    async (time) => {
      const response = await addEvent({ start_date: time, end_date: time })
      expect(response.status).toBeLessThan(500)
    },
  )

  test("an unknown team gets an error at team_id for super admins, and 403 for members", async () => {
    const unknownTeam = { team_id: crypto.randomUUID() }
    const row = await makeEvent(db, team.id)
    for (const response of [
      await addEvent(unknownTeam, superAdmin),
      await editEvent({ ...row }, unknownTeam, superAdmin),
    ]) {
      expectErrors(response, { team_id: "required" })
    }
    expect((await addEvent(unknownTeam)).status).toBe(403)
  })
})

describe("editing", () => {
  test("a canceled event stays visible, and an edit can undo the cancellation", async () => {
    const { json } = await addEvent({})
    const canceled = await editEvent(json, { is_cancelled: true })
    expect(canceled.json).toMatchObject({ is_cancelled: true, revision: 1 })
    expect((await readAsVisitor(json["slug"])).json).toMatchObject({ is_cancelled: true })
    const restored = await editEvent(canceled.json, { is_cancelled: false })
    expect(restored.json).toMatchObject({ is_cancelled: false, revision: 2 })
  })

  test("an edit by the team keeps values that a super admin has set", async () => {
    const { id } = await makeEvent(db, team.id, { featured: true })
    const row = await db.one<Record<string, unknown>>`
      update events set prize = '100 €', max_participants = 20 where id = ${id} returning *`
    const unchanged = { featured: true, prize: "100 €", max_participants: 20 }
    expect((await editEvent(row ?? {}, {})).json).toMatchObject(unchanged)
  })

  test("reading, editing and deleting a deleted or unknown event get 404", async () => {
    const { json } = await addEvent({})
    expect((await deleteEvent(json["id"])).status).toBe(204)
    expect(builds.calls, "one for the new event, one for the deletion").toHaveLength(2)
    expect((await readAsVisitor(json["slug"])).status).toBe(404)
    expect((await deleteEvent(json["id"])).status).toBe(404)
    for (const id of ["nothing", json["id"]]) {
      expect((await editEvent({ ...json, id }, {})).status).toBe(404)
    }
  })
})

describe("the calendar's list", () => {
  const makeTime = (day: number, hour = 10) => `2031-01-0${day}T${hour}:00:00Z`
  beforeEach(async () => {
    for (let day = 1; day <= 9; day++) {
      const country = (["ee", "lv", "lt"] as const)[day % 3]
      const options = { title: `Day ${day}`, start: makeTime(day), country }
      await makeEvent(db, day % 2 ? team.id : null, options)
    }
    await db.one`update events set end_date = '2031-01-04T10:00:00Z' where title = 'Day 2'`
  })

  test("the calendar is sorted by time and can be filtered by country, team and period", async () => {
    const listDays = async (query: Record<string, string>) =>
      getRows(await getCalendar(query), "events").map(({ title }) => Number(String(title).slice(4)))
    expect(await listDays({})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await listDays({ country: "ee" })).toEqual([3, 6, 9])
    expect(await listDays({ team: team.slug })).toEqual([1, 3, 5, 7, 9])
    expect(await listDays({ team: team.slug, country: "ee" })).toEqual([3, 9])
    expect(await listDays({ team: "nobody" })).toEqual([])
    expect(await listDays({ from: makeTime(8, 11) })).toEqual([9])
    expect(await listDays({ from: makeTime(8) })).toEqual([8, 9])
    expect(await listDays({ to: makeTime(3) })).toEqual([1, 2])
    const inPeriod = await listDays({ from: makeTime(3, 11), to: makeTime(5, 11) })
    expect(inPeriod, "including Day 2, which ends within the period").toEqual([2, 4, 5])
    const otherTeam = await makeTeam(db, { [superAdmin.id]: "owner" })
    await makeEvent(db, otherTeam.id, { title: "Day 6", start: makeTime(6) })
    const ofOwnTeams = await listDays({ team: "mine" })
    expect(ofOwnTeams, "without public events of other teams").toEqual([1, 3, 5, 7, 9])
  })

  test("country=mine lists events of the viewer's country and teams, events with an answer, and online events", async () => {
    const listNearbyTitles = async () =>
      getRows(await getCalendar({ country: "mine" }), "events").map(({ title }) => title)
    const viewer = owner.id
    expect(await listNearbyTitles(), "the viewer has no country").toHaveLength(9)
    await db.one`update users set country = 'lt' where id = ${viewer}`
    const lithuanianDays = ["Day 2", "Day 5", "Day 8"]
    const teamDays = ["Day 1", "Day 3", "Day 5", "Day 7", "Day 9"]
    const nearbyDays = new Set([...lithuanianDays, ...teamDays])
    expect(await listNearbyTitles()).toEqual([...nearbyDays].sort())
    await db.one`
      insert into event_signups (event_id, user_id, status)
      select id, ${viewer}, 'not_going' from events where title = 'Day 4'`
    await makeEvent(db, null, { title: "Online", start: makeTime(6) })
    expect(await listNearbyTitles()).toEqual(expect.arrayContaining(["Day 4", "Online"]))
    expect(await listNearbyTitles()).not.toContain("Day 6")
  })

  test("a team's page has three upcoming events, and canceled events come last", async () => {
    const listNextTitles = async () => {
      const page = await openBrowser().get(`/api/teams/${team.slug}`)
      return getRows(page, "next_events").map(({ title }) => title)
    }
    expect(await listNextTitles()).toEqual(["Day 1", "Day 3", "Day 5"])
    await db.one`update events set is_cancelled = true where title in ('Day 1', 'Day 5', 'Day 7')`
    expect(await listNextTitles()).toEqual(["Day 3", "Day 9", "Day 1"])
  })

  test.each<Record<string, string>>([
    { country: "pl" },
    { from: "soon" },
    { to: "" },
    { cursor: "x" },
    { limit: "0" },
    { from: "+275760-09-13T00:00:00.000Z" },
    { from: "-271821-04-20T00:00:00.000Z" },
  ])("the calendar causes no server error for %j", async (query) => {
    expect((await getCalendar(query)).status).toBeLessThan(500)
  })

  test.each(["1", "2", "5"])("pages of %s events contain each event once", async (limit) => {
    await db.one`
      update events set start_date = '2031-01-05T10:00:00Z', end_date = '2031-01-06T10:00:00Z'
      where title in ('Day 4', 'Day 5', 'Day 6')`
    const listedIds: unknown[] = []
    for (let cursor: unknown = ""; cursor !== undefined; ) {
      const response = await getCalendar({ limit, ...(cursor ? { cursor: String(cursor) } : {}) })
      listedIds.push(...getRows(response, "events").map(({ id }) => id))
      cursor = response.json["next"]
    }
    const allEvents = await db.many`select id from events order by start_date, id`
    expect(listedIds.map((id) => ({ id }))).toEqual(allEvents)
  })
})
