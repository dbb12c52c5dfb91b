/** Tests sign-ups. An answer has a status (going, interested or not_going) and replies to the organizers' questions. */

import { describe, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { CANCELLATION, makeEventWithSignups } from "../../support/people/event-signups.ts"
import { type Member, makeMember } from "../../support/people/members.ts"

const database = await openTestDatabase()
const { db } = database
const {
  owner,
  attendee,
  secondAttendee,
  event,
  call,
  saveSettings,
  sendAnswer,
  readSignup,
  getListedSignups,
} = await makeEventWithSignups(database)

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

test("the calendar contains the viewer's own answer, and whether the viewer can answer there", async () => {
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
  expect(await getCalendar(attendee), "can still cancel").toMatchObject([{ can_answer: true }])
  expect(await getCalendar(owner)).toMatchObject([{ can_answer: false }])
  await saveSettings()
  expect(await getCalendar(owner), "an event with questions").toMatchObject([{ can_answer: false }])
})

describe("rules for answers and settings", () => {
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

  test("a member without a display name must send a name with the answer, which becomes the display name", async () => {
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

  test("an answer is refused while the event takes no sign-ups", async () => {
    expect((await sendAnswer(attendee)).json).toMatchObject({ code: "signup_closed" })
  })

  test("an event with sign-up on another site cannot take sign-ups", async () => {
    await db.one`update events set registration_url = 'https://cup.example' where id = ${event.id}`
    expect((await saveSettings()).json).toMatchObject({ code: "registers_elsewhere" })
  })

  test("settings in which sign-up ends before it starts are refused", async () => {
    const times = { signup_from: "2027-02-01T10:00:00Z", signup_until: "2027-01-01T10:00:00Z" }
    const errors = { signup_until: "end_before_start" }
    expect((await saveSettings(times)).json).toMatchObject({ errors })
  })
})
