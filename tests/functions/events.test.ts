/** The calendar: what events take, their addresses, and finding them. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import events from "../../netlify/functions/events.ts"
import { openBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { type Member, makeMember } from "../members.ts"
import { eventFields, forgetWrites, makeEvent, makeTeam, type TestTeam } from "../teams.ts"

const { owner: tables } = testDatabase()
const db = tables.as(null)
const builds = listenForBuilds()
let owner: Member
let editor: Member
let team: TestTeam
beforeAll(async () => {
  owner = await makeMember(db, { displayName: "Owner" })
  editor = await makeMember(db, { role: "super_admin" })
})
beforeEach(async () => {
  await forgetWrites(db)
  team = await makeTeam(db, { [owner.id]: "owner" })
  builds.calls.length = 0
})

const add = (body: object, who = owner) =>
  who.browser.call(events, "POST", "/api/events", { ...eventFields, team_id: team.id, ...body })
const edit = (id: unknown, body: object, who = owner) =>
  who.browser.call(events, "PATCH", `/api/events/${id}`, {
    ...eventFields,
    team_id: team.id,
    ...body,
  })

test("an event is stored, with what nobody said filled in, and has the pages built", async () => {
  const answer = await add({ title: " Treniņš  parkā ", description: "", location: " " })
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({
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
  const page = await openBrowser().call(events, "GET", `/api/events/${answer.json["slug"]}`)
  expect(page.json).toMatchObject({ title: "Treniņš parkā" })
  expect(page.headers.get("netlify-cache-tag")).toBe("events")
})

test("a moment finer than a millisecond is no trouble to a list that goes on after it", async () => {
  const fine = { start_date: "2033-06-01T15:00:00.123456Z", end_date: "2033-06-01T16:00:00.9999Z" }
  const { json } = await add(fine)
  const stored = { start_date: "2033-06-01T15:00:00.123Z", end_date: "2033-06-01T16:00:00.999Z" }
  expect(json).toMatchObject(stored)
  const edited = await edit(json["id"], { ...fine, updated_at: json["updated_at"] })
  expect(edited.json).toMatchObject(stored)
  await add({ ...fine, title: "Next" })
  const first = await owner.browser.call(events, "GET", "/api/events?limit=1&from=2033-01-01")
  const path = `/api/events?limit=1&from=2033-01-01&cursor=${first.json["next"]}`
  const second = await owner.browser.call(events, "GET", path)
  expect(second.json["next"]).toBeUndefined()
  expect(second.json["events"]).not.toEqual(first.json["events"])
})

test("a team's own event builds nothing, until everybody may see it", async () => {
  const { json } = await add({ event_type: "team" })
  expect(builds.calls).toEqual([])
  const shown = await edit(json["id"], { updated_at: json["updated_at"] })
  expect([shown.status, shown.json["event_type"]]).toEqual([200, "public"])
  expect(builds.calls).toHaveLength(1)
  const hidden = await edit(json["id"], {
    event_type: "team",
    updated_at: shown.json["updated_at"],
  })
  expect(hidden.status).toBe(200)
  expect(builds.calls, "its page must go").toHaveLength(2)
})

describe("an address", () => {
  beforeEach(() => db.one`delete from events`)

  test.each([
    ["Dejotāju nakts", "dejotaju-nakts-2027-06-01"],
    ["Öötants Tõrvas", "ootants-torvas-2027-06-01"],
    ["Šokių šventė", "sokiu-svente-2027-06-01"],
    ["Ночь танцев: Ёлка", "noch-tantsev-elka-2027-06-01"],
    ["K-pop 💜 Party", "k-pop-party-2027-06-01"],
    ["💜💜", "2027-06-01"],
    ["댄스", "2027-06-01"],
    ["page", "page-2027-06-01"],
    ["x".repeat(200), `${"x".repeat(96)}-2027-06-01`],
  ])("of %j is %s, and another for the next of that name", async (title, slug) => {
    const first = await add({ title })
    expect([first.status, first.json["slug"]]).toEqual([201, slug])
    const second = await add({ title })
    expect(second.status).toBe(201)
    expect(second.json["slug"]).toMatch(new RegExp(`^${slug}-[0-9a-f]{8}$`))
    for (const { json } of [first, second]) {
      const page = await openBrowser().call(events, "GET", `/api/events/${json["slug"]}`)
      expect(page.json["id"]).toBe(json["id"])
    }
  })

  test("names the day where it takes place", async () => {
    const late = { start_date: "2027-06-01T22:30:00Z", end_date: "2027-06-01T23:30:00Z" }
    expect((await add({ title: "Late", ...late })).json["slug"]).toBe("late-2027-06-02")
    const there = { ...late, time_zone: "America/New_York" }
    expect((await add({ title: "Late", ...there })).json["slug"]).toBe("late-2027-06-01")
  })

  test("stays when the title changes", async () => {
    const { json } = await add({ title: "Before" })
    const answer = await edit(json["id"], { title: "After", updated_at: json["updated_at"] })
    expect(answer.json).toMatchObject({ slug: json["slug"], title: "After", revision: 1 })
  })
})

describe("fields", () => {
  const REFUSED: [body: object, errors: object][] = [
    [{ title: "" }, { title: "required" }],
    [{ title: "\u2800" }, { title: "hidden_characters" }],
    [{ title: "x".repeat(300) }, { title: "too_long" }],
    [{ description: "x".repeat(10_001) }, { description: "too_long" }],
    [{ location: "x".repeat(201) }, { location: "too_long" }],
    [{ location: "a\u202eb" }, { location: "hidden_characters" }],
    [{ country: "fi" }, { country: "invalid" }],
    [{ end_date: "2027-06-01T17:59:59+03:00" }, { end_date: "end_before_start" }],
    [{ start_date: "2027-06-01T18:00:00" }, { start_date: "required" }],
    [{ start_date: "tomorrow" }, { start_date: "required" }],
    [{ start_date: "" }, { start_date: "required" }],
    [{ end_date: null }, { end_date: "required" }],
    [{ start_date: "2027-02-30T10:00:00Z" }, { start_date: "required" }],
    [{ start_date: "2027-13-01T10:00:00Z" }, { start_date: "required" }],
    [{ color: "red" }, { color: "invalid" }],
    [{ color: "#FFF" }, { color: "invalid" }],
    [{ color: "#3b82f6;background:url(//evil.example)" }, { color: "invalid" }],
    [{ time_zone: "Mars/Olympus" }, { time_zone: "invalid" }],
    [{ time_zone: "" }, { time_zone: "invalid" }],
    [{ time_zone: "+03:00" }, { time_zone: "invalid" }],
    [{ time_zone: "Europe/Riga'; --" }, { time_zone: "invalid" }],
    [{ event_type: "private" }, { event_type: "invalid" }],
    [{ team_id: "" }, { team_id: "required" }],
    [{ team_id: null }, { team_id: "required" }],
    [{ team_id: "x" }, { team_id: "required" }],
  ]

  test.each(REFUSED)("%j is refused, when adding and when editing", async (body, errors) => {
    const added = await add(body)
    expect([added.status, added.json["errors"]]).toEqual([422, errors])
    const { id, updated_at } = await makeEvent(db, team.id)
    const edited = await edit(id, { updated_at, ...body })
    expect([edited.status, edited.json["errors"]]).toEqual([422, errors])
    const rows = await db.many`select title, revision from events where team_id = ${team.id}`
    expect(rows).toEqual([{ title: "An event", revision: 0 }])
    expect(builds.calls).toEqual([])
  })

  test.each([
    { end_date: "2027-06-01T18:00:00+03:00" },
    { end_date: "2027-06-01T15:00:00Z" },
    { time_zone: "Europe/Tallinn" },
    { time_zone: "UTC" },
    { time_zone: "America/Argentina/Buenos_Aires" },
    { title: "š".repeat(200), description: "💜".repeat(5000), location: "ž".repeat(200) },
    // Both sides of the hour that the clocks skip, and of the one that comes twice.
    { start_date: "2027-03-28T02:59:00+02:00", end_date: "2027-03-28T04:01:00+03:00" },
    { start_date: "2027-10-31T03:30:00+03:00", end_date: "2027-10-31T03:30:00+02:00" },
  ])("%j is taken", async (body) => {
    expect((await add(body)).status).toBe(201)
  })

  test.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])(
    "a start in %s is no error of ours",
    async (moment) => {
      const answer = await add({ start_date: moment, end_date: moment })
      expect(answer.status).toBeLessThan(500)
    },
  )

  test("a team that is not there is refused at its field", async () => {
    const answer = await add({ team_id: crypto.randomUUID() }, editor)
    expect([answer.status, answer.json["errors"]]).toEqual([422, { team_id: "required" }])
    const { id, updated_at } = await makeEvent(db, team.id)
    const edited = await edit(id, { team_id: crypto.randomUUID(), updated_at }, editor)
    expect([edited.status, edited.json["errors"]]).toEqual([422, { team_id: "required" }])
    expect((await add({ team_id: crypto.randomUUID() })).status).toBe(403)
  })
})

describe("editing", () => {
  test("what is outdated is refused with what there is, and stores nothing", async () => {
    const { json } = await add({})
    const first = await edit(json["id"], { title: "First", updated_at: json["updated_at"] })
    const second = await edit(json["id"], { title: "Second", updated_at: json["updated_at"] })
    expect([second.status, second.json["code"]]).toEqual([409, "stale"])
    expect(second.json["current"]).toEqual(first.json)
    expect(await db.one`select title from events where id = ${json["id"]}`).toEqual({
      title: "First",
    })
  })

  test("cancelling keeps it, marked and counted; it can be taken back", async () => {
    const { json } = await add({})
    const off = await edit(json["id"], { is_cancelled: true, updated_at: json["updated_at"] })
    expect(off.json).toMatchObject({ is_cancelled: true, revision: 1 })
    const page = await openBrowser().call(events, "GET", `/api/events/${json["slug"]}`)
    expect(page.json).toMatchObject({ is_cancelled: true })
    const on = await edit(json["id"], { is_cancelled: false, updated_at: off.json["updated_at"] })
    expect(on.json).toMatchObject({ is_cancelled: false, revision: 2 })
  })

  test("keeps what editors have set", async () => {
    const { id, updated_at } = await makeEvent(db, team.id, { featured: true })
    await db.one`update events set prize = '100 €', max_participants = 20 where id = ${id}`
    const row = await db.one<{ updated_at: string }>`select updated_at from events where id = ${id}`
    expect(row?.updated_at).not.toBe(updated_at)
    const answer = await edit(id, { updated_at: row?.updated_at })
    expect(answer.json).toMatchObject({ featured: true, prize: "100 €", max_participants: 20 })
  })

  test.each(["nothing", crypto.randomUUID()])("/api/events/%s is not found", async (id) => {
    expect((await edit(id, { updated_at: team.updated_at })).status).toBe(404)
    const deleted = await owner.browser.call(events, "DELETE", `/api/events/${id}`)
    expect(deleted.status).toBe(404)
  })

  test("a deleted one is gone, with its page", async () => {
    const { json } = await add({})
    builds.calls.length = 0
    const deleted = await owner.browser.call(events, "DELETE", `/api/events/${json["id"]}`)
    expect(deleted.status).toBe(204)
    expect(builds.calls).toEqual(["POST"])
    const page = await openBrowser().call(events, "GET", `/api/events/${json["slug"]}`)
    expect(page.status).toBe(404)
  })
})

describe("finding", () => {
  const at = (day: number, hour = 10) =>
    `2031-01-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00Z`
  let crew: TestTeam
  beforeAll(async () => {
    await db.one`delete from events`
    crew = await makeTeam(db, { [owner.id]: "owner" })
    for (let day = 1; day <= 9; day++) {
      const country = (["ee", "lv", "lt"] as const)[day % 3] ?? "lv"
      await makeEvent(db, day % 2 ? crew.id : null, {
        title: `Day ${day}`,
        start: at(day),
        country,
      })
    }
    await db.one`update events set end_date = '2031-01-04T10:00:00Z' where title = 'Day 2'`
  })
  beforeEach(() => db.one`delete from events where title not like 'Day %'`)

  const days = async (query: Record<string, string>) => {
    const path = `/api/events?${new URLSearchParams(query)}`
    const answer = await owner.browser.call(events, "GET", path)
    expect(answer.status).toBe(200)
    return [answer.json["events"] ?? []].flat().map((row) => Number(Object(row).title.slice(4)))
  }

  test("everything in order of time", async () => {
    expect(await days({})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test("by country, team and time", async () => {
    expect(await days({ country: "ee" })).toEqual([3, 6, 9])
    expect(await days({ team: crew.slug })).toEqual([1, 3, 5, 7, 9])
    expect(await days({ team: crew.slug, country: "ee" })).toEqual([3, 9])
    expect(await days({ team: "nobody" })).toEqual([])
    expect(await days({ from: at(8, 11) })).toEqual([9])
    expect(await days({ from: at(8) })).toEqual([8, 9])
    expect(await days({ to: at(3) })).toEqual([1, 2])
    expect(await days({ from: at(3, 11), to: at(5, 11) }), "what still goes on").toEqual([2, 4, 5])
  })

  test.each<Record<string, string>>([
    { country: "pl" },
    { from: "soon" },
    { to: "" },
    { cursor: "x" },
    { limit: "0" },
    { from: "+275760-09-13T00:00:00.000Z" },
    { from: "-271821-04-20T00:00:00.000Z" },
  ])("%j is no error of ours", async (query) => {
    const path = `/api/events?${new URLSearchParams(query)}`
    expect((await owner.browser.call(events, "GET", path)).status).toBeLessThan(500)
  })

  test.each([1, 2, 5])("page by page of %i, each comes once", async (limit) => {
    await db.one`
      update events set start_date = '2031-01-05T10:00:00Z', end_date = '2031-01-06T10:00:00Z'
      where title in ('Day 4', 'Day 5', 'Day 6')`
    const seen: string[] = []
    for (let cursor: unknown = ""; cursor !== undefined; ) {
      const path = `/api/events?limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`
      const { json } = await owner.browser.call(events, "GET", path)
      seen.push(...[json["events"] ?? []].flat().map((row) => String(Object(row).id)))
      cursor = json["next"]
    }
    const all = await db.many<{ id: string }>`select id from events order by start_date, id`
    expect(seen).toEqual(all.map(({ id }) => id))
  })
})
