/** Sign-ups for events. An answer is a member's sign-up or refusal, with replies to the organizers' questions. */
import ICAL from "ical.js"
import sharp from "sharp"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import { getRows, ORIGIN, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { setEmails } from "../../support/people/notifications.ts"
import { makeEvent, makeTeam } from "../../support/people/teams.ts"

const { db, clear, run } = await openTestDatabase()

const owner = await makeMember(db, { displayName: "Owner" })
const attendee = await makeMember(db, { displayName: "Mari", language: "et" })
const secondAttendee = await makeMember(db, { displayName: "=Juta" })
let event: { id: string; slug: string }
beforeEach(async () => {
  await clear("events", "mails")
  const team = await makeTeam(db, { [owner.id]: "owner" })
  const start = new Date(Date.now() + 3 * 86_400_000).toISOString()
  event = await makeEvent(db, team.id, { title: "Cup", start })
  await db.one`update events set end_date = start_date + interval '2 hours' where id = ${event.id}`
})

/** Sign-up settings of an event for one attendee. */
const SETTINGS = {
  takes_signups: true,
  max_participants: 1,
  signup_from: null,
  signup_until: null,
  guests_max: 1,
  offers_places: false,
  signup_questions: [{ id: "size", text: "T-shirt size", choices: ["S", "M"] }],
}
const GOING = { status: "going", guests: 0, note: "Late by 5 minutes", answers: { size: "M" } }

const call = (member: Member, method: string, path: string, body?: object) =>
  member.browser.send(method, `/api/events/${event.id}/${path}`, body)
const saveSettings = (changes: object = {}, member = owner) =>
  call(member, "PATCH", "signup-settings", { ...SETTINGS, ...changes })
const sendAnswer = (member: Member, changes: object = {}) =>
  call(member, "PUT", "signup", { ...GOING, ...changes })
const CANCELLATION = { status: "not_going" }
const readSignup = (member: Member) => call(member, "GET", "signup")
const readList = (member: Member, query = "") => call(member, "GET", `signups?${query}`)
const getListedSignups = async (query = "") => (await readList(owner, query)).json["signups"]
const downloadFile = (member: Member, query = "") => call(member, "GET", `signups.csv?${query}`)
const addAtDoor = (body: object) => call(owner, "POST", "signups", body)
const sendMessage = (body: object, member = owner) => call(member, "POST", "message", body)
const getMyEvents = async (member: Member) => (await member.browser.get("/api/my-events")).json

const setHidden = (is_hidden: boolean) =>
  db.one`update events set hidden_at = case when ${is_hidden}::boolean then now() end where id = ${event.id}`
const listMailsToMari = () => db.many`select kind, about from mails where user_id = ${attendee.id}`

test("a member who signs up for a full event waits, and gets the place after a cancellation", async () => {
  expect((await saveSettings()).json).toMatchObject({
    organizes: true,
    event: { max_participants: 1, signups: { takes_signups: true, guests_max: 1, going: 0 } },
  })
  const first = await sendAnswer(attendee)
  expect(first.status).toBe(200)
  expect(first.json).toMatchObject({
    mine: { status: "going", note: "Late by 5 minutes", answers: { size: "M" } },
    event: { signups: { going: 1 } },
    organizes: false,
  })
  expect((await sendAnswer(secondAttendee)).json).toMatchObject({
    mine: { status: "waiting" },
    position: 1,
  })
  await sendAnswer(attendee, CANCELLATION)
  expect((await readSignup(secondAttendee)).json).toMatchObject({
    mine: { status: "going" },
    position: null,
  })
  const withoutSignup = { mine: null, event: { signups: { going: 0 } } }
  expect((await call(secondAttendee, "DELETE", "signup")).json).toMatchObject(withoutSignup)
})

test("the calendar contains only the viewer's own answer, and whether the viewer can answer there", async () => {
  await saveSettings({ signup_questions: [] })
  await sendAnswer(attendee, { answers: {} })
  await sendAnswer(secondAttendee, { answers: {}, note: null })
  const getCalendar = async ({ browser }: Member) =>
    (await browser.get("/api/events?from=2026-01-01T00:00:00Z")).json["events"]
  for (const [member, answer, note] of [
    [attendee, "going", "Late by 5 minutes"],
    [secondAttendee, "waiting", null],
    [owner, null, null],
  ] as const) {
    expect(await getCalendar(member)).toMatchObject([{ answer, note, guests: 0, can_answer: true }])
  }
  await db.one`update events set signup_until = now() where id = ${event.id}`
  expect(await getCalendar(attendee)).toMatchObject([{ can_answer: true }])
  expect(await getCalendar(owner)).toMatchObject([{ can_answer: false }])
  await saveSettings()
  expect(await getCalendar(owner)).toMatchObject([{ can_answer: false }])
})

describe("refused answers", () => {
  test.each<[name: string, changes: object, errors: object]>([
    ["with more guests than the event allows", { guests: 2 }, { guests: "invalid" }],
    ["with more guests than the site allows", { guests: 4 }, { guests: "invalid_number" }],
    ["for a group that is larger than the event", { guests: 1 }, { guests: "group_too_large" }],
    ["with an unknown status", { status: "waiting" }, { status: "invalid" }],
    ["with a long reply", { answers: { size: "x".repeat(201) } }, { answers: "too_long" }],
    ["with a list of replies", { answers: [] }, { answers: "invalid" }],
    ["with a long question id", { answers: { ["x".repeat(41)]: "M" } }, { answers: "too_long" }],
    ["with a long note", { note: "x".repeat(501) }, { note: "too_long" }],
    [
      "with a reply that is not one of the choices",
      { answers: { size: "XXL" } },
      { answers: "invalid", "answers.size": "invalid" },
    ],
    ["without a required reply", { answers: {} }, { "answers.size": "required" }],
    ["with an empty reply", { answers: { size: " " } }, { "answers.size": "required" }],
    [
      "with a reply to an unknown question",
      { answers: { size: "M", color: "red" } },
      { answers: "invalid" },
    ],
    [
      "with a reply to an unknown question when interested",
      { status: "interested", answers: { color: "red" } },
      { answers: "invalid" },
    ],
    [
      "with invisible characters that change the direction of text",
      { answers: { size: "M\u202e" } },
      { answers: "hidden_characters" },
    ],
  ])("an answer is refused %s", async (_, changes, errors) => {
    await saveSettings()
    expect(await sendAnswer(attendee, changes)).toMatchObject({ status: 422, json: { errors } })
  })

  test("an answer of a member without a display name requires a name, which becomes the display name", async () => {
    await saveSettings()
    const nameless = await makeMember(db)
    expect((await readSignup(nameless)).json).toMatchObject({ needs_name: true })
    for (const name of [undefined, "\u202e"]) {
      expect((await sendAnswer(nameless, { name })).json).toMatchObject({
        errors: { name: "required" },
      })
    }
    const signedUp = { mine: { status: "going" }, needs_name: false }
    expect((await sendAnswer(nameless, { name: " Liis " })).json).toMatchObject(signedUp)
    await sendAnswer(nameless, { name: "Another" })
    expect(await getListedSignups()).toMatchObject([{ name: "Liis" }])
  })

  test("a cancellation is accepted even if the questions have changed", async () => {
    await saveSettings()
    await sendAnswer(attendee)
    await saveSettings({ signup_questions: [] })
    const canceled = { mine: { status: "not_going", answers: {} } }
    expect((await sendAnswer(attendee, CANCELLATION)).json).toMatchObject(canceled)
  })

  test("an answer is refused without sign-ups on the site, which an event with sign-up on another site cannot have", async () => {
    expect((await sendAnswer(attendee)).json).toMatchObject({ code: "signup_closed" })
    await db.one`update events set registration_url = 'https://cup.example' where id = ${event.id}`
    expect((await saveSettings()).json).toMatchObject({ code: "registers_elsewhere" })
  })

  test("an answer to a team-only event is refused for a member outside the team", async () => {
    await saveSettings()
    await db.one`update events set event_type = 'team' where id = ${event.id}`
    expect((await sendAnswer(attendee)).status).toBe(404)
    expect((await readSignup(attendee)).status).toBe(404)
    expect((await sendAnswer(owner)).json).toMatchObject({ mine: { status: "going" } })
  })

  test("members who do not organize the event can neither change settings, nor read the list, nor send messages", async () => {
    await saveSettings()
    await sendAnswer(secondAttendee)
    for (const refused of [
      await saveSettings({}, attendee),
      await readList(attendee),
      await downloadFile(attendee),
      await sendMessage({ message: "Hello" }, attendee),
    ]) {
      expect(refused.status).toBe(403)
      expect(refused.text).not.toContain("Juta")
    }
  })

  test("settings in which sign-up ends before it starts are refused", async () => {
    const times = { signup_from: "2027-02-01T10:00:00Z", signup_until: "2027-01-01T10:00:00Z" }
    const errors = { signup_until: "end_before_start" }
    expect((await saveSettings(times)).json).toMatchObject({ errors })
  })
})

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

  test("people added at the door are listed first, and can be added over the limit only explicitly", async () => {
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
    // Written as JSON: in an object literal `__proto__` sets the prototype.
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
    expect((await checkIn(null, attendee)).status).toBe(404)
  })
})

describe("an event that admins hide", () => {
  const getHiddenSignups = async (member: Member) => (await getMyEvents(member))["hidden_signups"]
  const readStatuses = () => db.many`
    select user_id, status from event_signups where event_id = ${event.id} order by created_at, id`

  test("attendees of a hidden event see their sign-up, but no texts of the organizers", async () => {
    await db.one`
      update events set location = 'Secret hall', address = 'Secret street 1'
      where id = ${event.id}`
    await saveSettings()
    await sendAnswer(attendee)
    await setHidden(true)
    const response = await readSignup(attendee)
    expect([response.status, response.json]).toMatchObject([
      200,
      { event_id: event.id, status: "going", team_name: expect.any(String), is_cancelled: false },
    ])
    expect(await getHiddenSignups(attendee)).toEqual([response.json])
    expect(response.text).not.toMatch(/Cup|Secret/i)
    expect((await readSignup(secondAttendee)).status, "a member who has not signed up").toBe(404)
    expect((await readSignup(owner)).json, "a manager").toMatchObject({ event: { title: "Cup" } })
    expect((await readList(attendee)).status).toBe(403)
    await db.one`update events set is_cancelled = true where id = ${event.id}`
    expect((await readSignup(attendee)).json).toMatchObject({ is_cancelled: true })
    await setHidden(false)
    expect(await getHiddenSignups(attendee)).toEqual([])
    expect((await readSignup(attendee)).json).toMatchObject({ mine: { status: "going" } })
  })

  test("attendees of a hidden event can cancel, and waiting members get the place after the event is unhidden", async () => {
    await saveSettings()
    await sendAnswer(attendee)
    await sendAnswer(secondAttendee)
    await setHidden(true)
    expect((await sendAnswer(secondAttendee)).status).toBe(404)
    const stranger = await makeMember(db, { displayName: "Stranger" })
    expect((await sendAnswer(stranger, CANCELLATION)).status).toBe(404)
    const canceled = await sendAnswer(attendee, CANCELLATION)
    expect([canceled.status, canceled.json]).toMatchObject([200, { status: "not_going" }])
    expect(await getHiddenSignups(attendee)).toEqual([])
    const waiting = { user_id: secondAttendee.id, status: "waiting" }
    expect(await readStatuses()).toContainEqual(waiting)
    await setHidden(false)
    expect(await readStatuses()).toContainEqual({ ...waiting, status: "going" })
    await setHidden(true)
    expect((await call(secondAttendee, "DELETE", "signup")).status).toBe(204)
  })

  test("while an event is hidden, no emails about it are sent, and offers of places do not expire", async () => {
    await saveSettings({ offers_places: true })
    await sendAnswer(attendee)
    await sendAnswer(secondAttendee)
    await sendAnswer(attendee, CANCELLATION)
    await clear("mails")
    await db.one`
      insert into mails (user_id, kind, language, about)
      values (${secondAttendee.id}, 'event_offer', 'en', jsonb_build_object('event_id', ${event.id}::uuid))`
    await db.one`
      update events set start_date = now() + interval '20 hours', end_date = now() + interval '22 hours'
      where id = ${event.id}`
    await setHidden(true)
    expect(await db.many`select kind from mails`, "unsent emails are deleted").toEqual([])
    await db.one`
      update event_signups set offered_until = now() - interval '1 minute' where user_id = ${secondAttendee.id}`
    await db.one`
      insert into event_signups (event_id, user_id, status, created_at)
      values (${event.id}, ${owner.id}, 'going', now() - interval '7 hours')`
    await db.one`select process_signups()`
    expect((await sendMessage({ message: "Doors at 6." })).json).toEqual({ count: 0 })
    expect((await readSignup(owner)).json).toMatchObject({ reach: { going: 0, waiting: 0 } })
    expect(await db.many`select kind from mails`).toEqual([])
    await setHidden(false)
    const { mine } = (await readSignup(secondAttendee)).json
    expect(mine, "the offer has a new deadline").toMatchObject({ status: "offered" })
    await db.one`select process_signups()`
    expect(await db.many`select kind from mails`).toEqual([{ kind: "event_reminder" }])
  })

  test("the email about a changed place of a hidden event is sent after the event is unhidden", async () => {
    await saveSettings()
    await sendAnswer(attendee)
    await clear("mails")
    await setHidden(true)
    await db.one`update events set location = 'Harbor hall' where id = ${event.id}`
    expect(await listMailsToMari()).toEqual([])
    await setHidden(false)
    const change = { kind: "event_changed", about: { event: "Cup", location: "Harbor hall" } }
    expect(await listMailsToMari()).toMatchObject([change])
    await clear("mails")
    await setHidden(true)
    await setHidden(false)
    expect(await listMailsToMari(), "no second email").toEqual([])
  })

  test("a hidden event that becomes team-only loses only sign-ups of members outside the team", async () => {
    await saveSettings({ max_participants: null })
    await sendAnswer(attendee)
    await sendAnswer(owner)
    await setHidden(true)
    await db.one`update events set event_type = 'team' where id = ${event.id}`
    expect(await readStatuses()).toEqual([
      { user_id: attendee.id, status: "not_going" },
      { user_id: owner.id, status: "going" },
    ])
    expect(await getHiddenSignups(attendee)).toEqual([])
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

test("waiting groups that are larger than the event do not count as a waitlist", async () => {
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
  const setHelper = (member: Member, helps: boolean) =>
    member.browser.send("PUT", `/api/signups/${id}/helper`, { helps })
  expect((await setHelper(attendee, true)).status, "by the member").toBe(404)
  for (const _time of [1, 2]) expect((await setHelper(owner, true)).status).toBe(204)
  const emails = db.many`select from mails where user_id = ${attendee.id} and kind = 'event_helper'`
  expect(await emails).toHaveLength(1)
  expect((await readList(attendee)).json["signups"]).toMatchObject([{ name: "Mari", helps: true }])
  expect((await readSignup(attendee)).json).toMatchObject({ organizes: true, manages: false })
  expect((await saveSettings({}, attendee)).status).toBe(403)
  expect((await setHelper(attendee, false)).status, "by a helper").toBe(404)
  await setHelper(owner, false)
  expect((await readList(attendee)).status).toBe(403)
})

describe("emails", () => {
  const mailbox = startMailbox()
  const parseCalendarEntry = ({ attachments }: ReturnType<typeof mailbox.getLastMailTo>) => {
    const file = attachments.find(({ mimeType }) => mimeType === "text/calendar")
    const text = new TextDecoder().decode(file?.content as ArrayBuffer)
    return new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent")
  }

  test("the confirmation is in the member's language, with a QR code, a calendar entry and a link to turn off such emails", async () => {
    await db.one`update events set location = 'Kultuurikatel' where id = ${event.id}`
    await saveSettings()
    await sendAnswer(attendee)
    await deliverMails()
    const mail = mailbox.getLastMailTo(attendee.email)
    expect(mail.subject).toBe("Sa tuled: Cup")
    expect(mail.text).toContain("Kultuurikatel")
    const [qrCode] = mail.attachments
    expect(qrCode).toMatchObject({ mimeType: "image/png", contentId: "<code@daina>" })
    const { channels } = await sharp(qrCode?.content as ArrayBuffer).stats()
    expect(channels[3]?.min ?? 255, "the QR code is opaque").toBe(255)
    expect(mail.html).toContain('src="cid:code@daina"')
    expect(parseCalendarEntry(mail)?.getFirstPropertyValue("location")).toBe("Kultuurikatel")
    const unsubscribe = mail.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? ""
    const url = new URL(unsubscribe.slice(1, -1))
    const turnedOff = await openBrowser().send("POST", url.pathname + url.search)
    expect(turnedOff.json).toEqual({ list: "topics", topics: ["event_place"] })
    await clear("mails")
    await sendAnswer(attendee, CANCELLATION)
    await sendAnswer(attendee)
    expect(await db.many`select kind from mails where user_id = ${attendee.id}`).toEqual([])
    await clear("notification_preferences")
  })

  test.each([
    ["is canceled", "event_cancelled", "update events set is_cancelled = true"],
    ["is deleted", "event_cancelled", "delete from events"],
    ["becomes team-only", "event_access_lost", "update events set event_type = 'team'"],
  ])(
    "emails about a hidden event that %s leave out its title and place",
    async (_change, kind, statement) => {
      await db.one`update events set location = 'Secret hall' where id = ${event.id}`
      await saveSettings()
      await sendAnswer(attendee)
      await clear("mails")
      await setHidden(true)
      await run(statement)
      const rows = await listMailsToMari()
      expect(rows).toMatchObject([{ kind, about: { start_date: expect.any(String) } }])
      expect(JSON.stringify(rows)).not.toMatch(/Cup|Secret/i)
      await deliverMails()
      const subject = kind === "event_cancelled" ? /jääb ära/ : /Sinu koht üritusel/
      const mail = mailbox.getLastMailTo(attendee.email)
      expect(mail.subject).toMatch(subject)
      expect(mail.text).not.toMatch(/Cup|Secret|„“/i)
    },
  )

  test("emails about a canceled event cancel the entry in the member's calendar", async () => {
    await saveSettings()
    await sendAnswer(attendee)
    await clear("mails")
    await db.one`update events set is_cancelled = true where id = ${event.id}`
    await deliverMails()
    const entry = parseCalendarEntry(mailbox.getLastMailTo(attendee.email))
    expect(entry?.getFirstPropertyValue("status")).toBe("CANCELLED")
  })

  test("a message to all attendees can be sent three times a day", async () => {
    await saveSettings({ max_participants: null })
    await sendAnswer(secondAttendee)
    const messageAll = () => sendMessage({ message: "Doors at 6." })
    for (let time = 0; time < 3; time++) expect((await messageAll()).json).toEqual({ count: 1 })
    expect((await messageAll()).json).toMatchObject({ code: "messaged_today" })
    await deliverMails()
    const sentMessages = mailbox.mails.filter(({ text }) => text?.includes("Doors at 6."))
    expect(sentMessages, "messages do not replace each other").toHaveLength(3)
    await db.one`
      update events set messaged_at = array(select m - interval '1 day' from unnest(messaged_at) m)
      where id = ${event.id}`
    expect((await messageAll()).json, "the next day").toEqual({ count: 1 })
  })

  test("a message can include the waitlist, and organizers see the possible number of recipients", async () => {
    await saveSettings()
    await sendAnswer(attendee)
    await sendAnswer(secondAttendee)
    expect((await readSignup(owner)).json).toMatchObject({ reach: { going: 1, waiting: 1 } })
    expect((await readSignup(attendee)).json).toMatchObject({ reach: null })
    expect((await sendMessage({ message: "Doors at 6." })).json).toEqual({ count: 1 })
    const messageToAll = { message: "Doors at 7.", with_waitlist: true }
    expect((await sendMessage(messageToAll)).json).toEqual({ count: 2 })
    await setEmails(db, attendee.id, "event_message", false)
    const third = await sendMessage({ message: "Doors at 8." })
    await setEmails(db, attendee.id, "event_message", true)
    expect(third.json, "without attendees who turned these emails off").toEqual({ count: 0 })
  })
})

test("a member's calendar feed contains the member's events, and a renewal of its URL ends the old URL", async () => {
  vi.stubEnv("SITE_URL", ORIGIN)
  await saveSettings()
  await sendAnswer(attendee)
  const ownEvents = { events: [{ slug: event.slug, status: "going" }], has_feed: false }
  expect(await getMyEvents(attendee)).toMatchObject(ownEvents)
  const renewFeed = async () => {
    const response = await attendee.browser.send("POST", "/api/calendar-feed?language=et", {})
    return new URL(String(response.json["url"]))
  }
  const openFeed = ({ pathname, search }: URL) => openBrowser().get(pathname + search)
  const url = await renewFeed()
  const { text, headers } = await openFeed(url)
  expect(headers.get("content-type")).toContain("text/calendar")
  expect(headers.get("cache-control")).toContain("private")
  const titles = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents("vevent")
    .map((entry) => entry.getFirstPropertyValue("summary"))
  expect(titles).toEqual(["Cup"])
  await db.one`update events set event_type = 'team' where id = ${event.id}`
  await db.one`
    insert into team_members (team_id, user_id)
    select team_id, ${attendee.id} from events where id = ${event.id}`
  const withTeamEvent = await openFeed(url)
  expect(withTeamEvent.text.replaceAll("\r\n ", ""), "the page of a team-only event").toContain(
    `URL;VALUE=URI:${ORIGIN}/et/my-events?event=${event.id}`,
  )
  await renewFeed()
  expect((await openFeed(url)).status, "the old URL").toBe(404)
})
