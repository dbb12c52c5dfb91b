/** Tests the organizers' list of an event's sign-ups. */

import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { getRows } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeEventWithSignups } from "../../support/people/event-signups.ts"
import type { Member } from "../../support/people/members.ts"

const database = await openTestDatabase()
const { db } = database
const {
  owner,
  attendee,
  secondAttendee,
  event,
  call,
  readList,
  saveSettings,
  sendAnswer,
  readSignup,
  getListedSignups,
  downloadFile,
} = await makeEventWithSignups(database, "=Juta")
const addAtDoor = (body: object) => call(owner, "POST", "signups", body)

describe("the organizers' list", () => {
  beforeEach(async () => {
    await saveSettings({ max_participants: 2 })
    await sendAnswer(attendee)
    await sendAnswer(secondAttendee)
  })

  test("the organizers' list can be searched by name and loaded in pages", async () => {
    expect(await getListedSignups("search=juta")).toMatchObject([
      { name: "=Juta", note: "Late by 5 minutes" },
    ])
    const { json: first } = await readList(owner, "limit=1")
    expect(first["signups"]).toMatchObject([{ name: "Mari" }])
    expect(await getListedSignups(`limit=1&cursor=${first["next"]}`)).toMatchObject([
      { name: "=Juta" },
    ])
  })

  test("a search for wildcard characters finds only names with these characters", async () => {
    for (const characters of ["%", "_", "\\\\", "\\\\%"]) {
      const search = `${new URLSearchParams({ search: characters })}`
      const name = `a${characters}b`
      expect(await getListedSignups(search), characters).toEqual([])
      await db.one`
        insert into event_signups (event_id, name, status) values (${event.id}, ${name}, 'going')`
      expect(await getListedSignups(search), characters).toMatchObject([{ name }])
      await db.one`delete from event_signups where event_id = ${event.id} and user_id is null`
    }
  })

  test("the organizers' file is in their language, without formulas for spreadsheets", async () => {
    const { text, headers } = await downloadFile(owner, "language=lv")
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${event.slug}.csv"`)
    expect(text.split("\r\n")).toEqual([
      expect.stringMatching(
        /"Vārds","Statuss","Viesi","Ziņa","T-shirt size","Ieradās \(Europe\/Riga\)"$/,
      ),
      '"Mari","nāks","0","Late by 5 minutes","M",""',
      `"'=Juta","nāks","0","Late by 5 minutes","M",""`,
      "",
    ])

    await db.one`
      update event_signups set checked_in_at = '2026-11-27T16:05:30Z'
      where event_id = ${event.id} and user_id = ${attendee.id}`
    await db.one`update profiles set hidden_at = now() where user_id = ${attendee.id}`
    const file = await downloadFile(owner)
    await db.one`update profiles set hidden_at = null where user_id = ${attendee.id}`
    const row = '"A member","going","0","Late by 5 minutes","M","2026-11-27 18:05:30"'
    expect(file.text.split("\r\n")[1], "without the hidden name, with the local time").toBe(row)
  })

  test("people who are added without a sign-up are listed first, and exceed the limit only on request", async () => {
    const anna = { name: "Anna", guests: 1, over_limit: false }
    expect((await addAtDoor(anna)).json).toMatchObject({ code: "event_full" })
    expect((await addAtDoor({ ...anna, over_limit: true })).status).toBe(201)
    const listedSignups = await getListedSignups()
    expect(listedSignups).toMatchObject([
      { name: "Anna", guests: 1, checked_in_at: expect.any(String) },
      { name: "Mari" },
      { name: "=Juta" },
    ])
    const pages: unknown[] = []
    for (let cursor: unknown = ""; cursor !== undefined && pages.length < 5; ) {
      const { json } = await readList(owner, `limit=1${cursor ? `&cursor=${cursor}` : ""}`)
      pages.push(json["signups"])
      cursor = json["next"]
    }
    expect(pages.flat()).toEqual(listedSignups)
    expect((await readSignup(owner)).json).toMatchObject({
      event: { signups: { came: 2, going: 4 } },
    })
  })

  test("questions whose ids are names of JavaScript properties have correct replies in the file", async () => {
    const ids = ["__proto__", "constructor", "toString"]
    const signup_questions = ids.map((id) => ({ id, text: `Your ${id}?`, choices: [] }))
    expect((await saveSettings({ max_participants: 2, signup_questions })).status).toBe(200)
    // The replies are parsed from JSON, because `__proto__` in an object literal sets the prototype.
    await sendAnswer(attendee, { answers: JSON.parse('{"__proto__":"yes"}') })
    const { text } = await downloadFile(owner)
    expect(text.split("\r\n").slice(1, 3)).toEqual([
      '"Mari","going","0","Late by 5 minutes","yes","","",""',
      `"'=Juta","going","0","Late by 5 minutes","","","",""`,
    ])
  })

  test("a repeated check-in keeps the first time, and a check-in can be undone", async () => {
    const added = await addAtDoor({ name: "Anna", guests: 0 })
    expect(added.status).toBe(201)
    const checkIn = (arrived_at: string | null, member = owner) =>
      call(member, "PUT", `check-ins/${added.json["id"]}`, { arrived_at })
    const checked_in_at = "2026-11-20T18:00:00.000Z"
    for (const arrived_at of [checked_in_at, "2026-11-20T18:05:00.000Z"]) {
      expect((await checkIn(arrived_at)).json).toMatchObject({ name: "Anna", checked_in_at })
    }
    expect(await getListedSignups("search=anna")).toMatchObject([{ checked_in_at, user_id: null }])
    await checkIn(null)
    expect(await getListedSignups("search=anna")).toMatchObject([{ checked_in_at: null }])
    expect((await checkIn(null, attendee)).status, "by an attendee").toBe(404)
  })
})

test("taking an attendee of a team-only event off the list does not raise the content version", async () => {
  await db.one`update events set event_type = 'team', takes_signups = true where id = ${event.id}`
  await sendAnswer(owner, { answers: {} })
  const [row] = getRows(await readList(owner), "signups")
  const before = await getContentVersion(db)
  const body = { status: "not_going", message: null }
  const response = await owner.browser.send("PATCH", `/api/signups/${row?.["id"]}`, body)
  expect(response.status).toBe(204)
  expect(await getContentVersion(db)).toBe(before)
})

test("the event has no waitlist if only a group with more people than places waits", async () => {
  await saveSettings({ max_participants: 2 })
  await sendAnswer(secondAttendee)
  await sendAnswer(attendee, { guests: 1 })
  expect((await readSignup(secondAttendee)).json).toMatchObject({ has_waitlist: true })
  await db.one`update event_signups set guests = 3 where user_id = ${attendee.id}`
  expect((await readSignup(secondAttendee)).json).toMatchObject({
    has_waitlist: false,
    event: { signups: { waiting: 1 } },
  })
})

test("a helper may use the attendee list, but not manage the event", async () => {
  await saveSettings()
  await sendAnswer(attendee)
  await sendAnswer(secondAttendee)
  const id = await db.value<string>`
    select id from event_signups where event_id = ${event.id} and user_id = ${attendee.id}`
  const setHelper = ({ browser }: Member, body: { helps: boolean }) =>
    browser.send("PUT", `/api/signups/${id}/helper`, body)
  expect((await setHelper(attendee, { helps: true })).status, "by the attendee").toBe(404)
  for (const _time of [1, 2]) expect((await setHelper(owner, { helps: true })).status).toBe(204)
  const emails = db.many`select from mails where user_id = ${attendee.id} and kind = 'event_helper'`
  expect(await emails).toHaveLength(1)
  expect((await readList(attendee)).json["signups"]).toMatchObject([{ name: "Mari", helps: true }])
  expect((await readSignup(attendee)).json).toMatchObject({ organizes: true, manages: false })
  expect((await saveSettings({}, attendee)).status).toBe(403)
  expect((await setHelper(attendee, { helps: false })).status, "by a helper").toBe(404)
  await setHelper(owner, { helps: false })
  expect((await readList(attendee)).status).toBe(403)
})
