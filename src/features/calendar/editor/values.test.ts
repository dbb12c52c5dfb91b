import { expect, test } from "vitest"
import { makeCalendarEvent } from "../../events/fixtures.ts"
import {
  checkValues,
  createBlankValues,
  type EventValues,
  getChangesForStart,
  getChangesForTeam,
  getFormValues,
  getLastCompleteStart,
  listVisibilityMessages,
  suggestType,
} from "./values.ts"

const TEAM = "0b0f5d3e-4a3e-4d57-8a53-5a2b7f1f8a11"

/** Checks the form of a new event on November 27, 2026 from 18:00 to 20:00 in Riga, with changes. */
const checkNewEvent = (changes: Partial<EventValues>) =>
  checkValues(
    {
      ...createBlankValues({ id: TEAM, country: null }, "2026-11-27", "en"),
      title: "Dance",
      ...changes,
    },
    null,
  )

test("local times of the chosen time zone become times in UTC, and empty fields become null", () => {
  expect(checkNewEvent({ time_zone: "Europe/Lisbon" })).toMatchObject({
    ok: true,
    body: {
      start_date: "2026-11-27T18:00:00.000Z",
      end_date: "2026-11-27T20:00:00.000Z",
      description: null,
      location: null,
      country: null,
      color: "#3b82f6",
    },
  })
  expect(checkNewEvent({})).toMatchObject({ body: { start_date: "2026-11-27T16:00:00.000Z" } })
})

test.each<[name: string, changes: Partial<EventValues>, errors: object]>([
  [
    "a missing value",
    { team_id: "", title: " ", start_date: "", end_date: "" },
    { team_id: "required", title: "required", start_date: "required", end_date: "required" },
  ],
  ["an end before the start", { end_date: "2026-11-27T17:59" }, { end_date: "end_before_start" }],
  [
    "an all-day event that ends on the day before its start",
    { is_all_day: true, end_date: "2026-11-26T20:00" },
    { end_date: "end_before_start" },
  ],
  [
    "a start in the hour that clocks skip in spring",
    { start_date: "2027-03-28T03:30", end_date: "2027-03-28T06:00" },
    { start_date: "missing_hour" },
  ],
  ["a title of 300 characters", { title: "ā".repeat(300) }, { title: "too_long" }],
  ...["a few", "1.5", "-1"].map((max_participants): [string, Partial<EventValues>, object] => [
    `the number of places ${max_participants}`,
    { max_participants },
    { max_participants: "invalid_number" },
  ]),
  [
    "a registration URL in words",
    { registration_url: "not an address" },
    { registration_url: "invalid_url" },
  ],
])("the form shows the errors of %s at the fields", (_, changes, errors) => {
  const checked = checkNewEvent(changes)
  expect(checked.ok ? {} : checked.failure.errors).toEqual(errors)
})

test("unedited times do not change, also in an hour that is repeated because clocks are set back", () => {
  const event = makeCalendarEvent({
    start_date: "2026-10-25T01:30:15.000Z",
    end_date: "2026-10-25T01:45:00.000Z",
  })
  const values = getFormValues(event)
  expect(values.start_date).toBe("2026-10-25T03:30")
  expect(checkValues(values, event)).toMatchObject({
    ok: true,
    body: {
      start_date: "2026-10-25T01:30:15.000Z",
      end_date: "2026-10-25T01:45:00.000Z",
      updated_at: event.updated_at,
      is_cancelled: false,
    },
  })
  // An edited time is in the first of the two equal hours.
  const moved = checkValues({ ...values, start_date: "2026-10-25T03:31" }, event)
  expect(moved).toMatchObject({ body: { start_date: "2026-10-25T00:31:00.000Z" } })
})

test("the form shows local times of the event's time zone, and 23:59 as the end of an all-day event", () => {
  const stored = { start_date: "2026-11-26T22:00:00.000Z", end_date: "2026-11-28T22:00:00.000Z" }
  expect(getFormValues(makeCalendarEvent({ ...stored, is_all_day: true }))).toMatchObject({
    start_date: "2026-11-27T00:00",
    end_date: "2026-11-28T23:59",
  })
  const inSeoul = makeCalendarEvent({ ...stored, time_zone: "Asia/Seoul" })
  expect(getFormValues(inSeoul).start_date).toBe("2026-11-27T07:00")
})

test("an all-day event lasts whole days, also where a day starts at 1 a.m.", () => {
  const days = { is_all_day: true, end_date: "2026-11-28T20:00" }
  expect(checkNewEvent(days)).toMatchObject({
    body: {
      is_all_day: true,
      start_date: "2026-11-26T22:00:00.000Z",
      end_date: "2026-11-28T22:00:00.000Z",
    },
  })
  const dayInCairo = { start_date: "2026-04-24T00:30", end_date: "2026-04-24T00:30" }
  expect(checkNewEvent({ ...days, ...dayInCairo, time_zone: "Africa/Cairo" })).toMatchObject({
    body: { start_date: "2026-04-23T22:00:00.000Z", end_date: "2026-04-24T21:00:00.000Z" },
  })
})

test("the prize, the number of places and the registration URL are optional", () => {
  const empty = { prize: null, max_participants: null, registration_url: null }
  expect(checkNewEvent({})).toMatchObject({ body: empty })
  const offer = { prize: "A cup", max_participants: " 12 ", registration_url: "cup.example/in" }
  const sent = { ...offer, max_participants: 12, registration_url: "https://cup.example/in" }
  expect(checkNewEvent(offer)).toMatchObject({ body: sent })
})

/** Types start times into the form, one after the other. Returns the end of the event afterwards. */
function getEndAfterTyping(end_date: string, ...starts: string[]): string {
  let [end, before] = [end_date, ""]
  for (const start of starts) {
    end = getChangesForStart({ end_date: end }, before, start).end_date ?? end
    before = getLastCompleteStart(before, start)
  }
  return end
}

test.each([
  [
    "an event without an end lasts two hours, also across midnight",
    "",
    "2026-12-31T23:00",
    "2027-01-01T01:00",
  ],
  [
    "an end that was chosen first is kept",
    "2026-11-27T23:00",
    "2026-11-27T18:00",
    "2026-11-27T23:00",
  ],
  ["an end before the start is moved", "2026-11-27T17:00", "2026-11-27T18:00", "2026-11-27T20:00"],
])("%s", (_, end, start, expected) => expect(getEndAfterTyping(end, start)).toBe(expected))

test("a new start keeps the length of the event", () => {
  const camp = getChangesForStart(
    { end_date: "2026-07-05T12:00" },
    "2026-07-01T18:00",
    "2026-08-01T17:30",
  )
  expect(camp).toEqual({ start_date: "2026-08-01T17:30", end_date: "2026-08-05T11:30" })
})

test("an incomplete year or a cleared start does not move the end", () => {
  const typedStarts = ["0002", "0020", "0202", "2027"].map((year) => `${year}-11-27T18:00`)
  expect(getEndAfterTyping("", "2026-11-27T18:00", ...typedStarts)).toBe("2027-11-27T20:00")
  expect(getEndAfterTyping("", "2026-11-27T18:00", "")).toBe("2026-11-27T20:00")
})

const TEAMS = [
  { id: "a", country: "lv" as const },
  { id: "b", country: "ee" as const },
  { id: "c", country: null },
]

test.each<[name: string, before: ["" | "a", "" | "lv" | "lt"], to: string, country?: string]>([
  ["a new event gets the country of its team", ["", ""], "a", "lv"],
  ["the country changes with the team", ["a", "lv"], "b", "ee"],
  ["the country is cleared for a team without one", ["a", "lv"], "c", ""],
  ["a chosen country is kept", ["a", "lt"], "b"],
  ["a cleared country is kept", ["a", ""], "b"],
])("%s", (_, [team_id, country], to, expected) => {
  const changes = { team_id: to, ...(expected !== undefined && { country: expected }) }
  expect(getChangesForTeam({ team_id, country }, to, TEAMS, null)).toEqual(changes)
})

test("an existing event keeps its country", () => {
  const values = { team_id: "a", country: "lv" } as const
  expect(getChangesForTeam(values, "b", TEAMS, makeCalendarEvent())).toEqual({ team_id: "b" })
})

const suggestTypeForTitle = (title: string, changes: Partial<EventValues> = {}) =>
  suggestType({ ...createBlankValues(null, null, "en"), title, ...changes })

test.each([
  "Practice",
  "Extra rehearsal",
  "Mēģinājums",
  "Pirmais treniņš",
  "Proov",
  "Trenni algus",
  "Repeticija",
  "Šokių treniruotė",
  "Репетиция",
  "Первая тренировка",
])("a new event named %s is suggested as team-only", (title) =>
  expect(suggestTypeForTitle(title)).toBe("team"),
)

test("a repeating event is suggested as team-only", () => {
  expect(suggestTypeForTitle("Open floor", { frequency: "monthly_day" })).toBe("team")
})

test("an event whose translated title names a practice is suggested as team-only", () => {
  const translations = { lv: { title: "Mēģinājums", description: "" } }
  expect(suggestTypeForTitle("Wednesday", { translations })).toBe("team")
})

test.each(["", "Random dance", "Cover contest", "Koncerts"])(
  "a new event with the title %j is suggested as public",
  (title) => expect(suggestTypeForTitle(title)).toBe("public"),
)

test("the toast says who sees a saved event", () => {
  const publicEvent = makeCalendarEvent()
  const teamEvent = makeCalendarEvent({ event_type: "team" })
  expect(listVisibilityMessages(publicEvent, null)).toEqual(["calendar:toasts.soon"])
  for (const unlisted_reason of ["unreviewed", "hidden"] as const) {
    const event = makeCalendarEvent({ unlisted_reason })
    for (const before of [null, teamEvent, publicEvent]) {
      expect(listVisibilityMessages(event, before)).toEqual([
        `calendar:unlisted.${unlisted_reason}`,
      ])
    }
  }
  expect(listVisibilityMessages(teamEvent, null)).toEqual(["calendar:toasts.teamOnly"])
  expect(listVisibilityMessages(teamEvent, publicEvent)).toEqual([
    "calendar:toasts.teamOnly",
    "calendar:toasts.soonGone",
  ])
  expect(listVisibilityMessages(teamEvent, teamEvent)).toEqual([])
})
