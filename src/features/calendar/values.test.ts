import { expect, test } from "vitest"
import { makeCalendarEvent } from "./fixtures.ts"
import { blankValues, checkEvent, type EventValues, valuesOf } from "./values.ts"

const TEAM = "0b0f5d3e-4a3e-4d57-8a53-5a2b7f1f8a11"

const checkNew = (changes: Partial<EventValues>) =>
  checkEvent(
    { ...blankValues({ id: TEAM, country: null }, "2026-11-27"), title: "Dance", ...changes },
    null,
  )
const errorsOf = (changes: Partial<EventValues>) => {
  const checked = checkNew(changes)
  return checked.ok ? {} : checked.failure.errors
}

test("clocks of the chosen zone become moments; what is empty becomes null", () => {
  expect(checkNew({ time_zone: "Europe/Lisbon" })).toMatchObject({
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
  expect(checkNew({})).toMatchObject({ body: { start_date: "2026-11-27T16:00:00.000Z" } })
})

test("what is missing is said at its field", () => {
  expect(errorsOf({ team_id: "", title: " ", start_date: "", end_date: "" })).toEqual({
    team_id: "required",
    title: "required",
    start_date: "required",
    end_date: "required",
  })
})

test("an end before the start is said at the end", () => {
  expect(errorsOf({ end_date: "2026-11-27T17:59" })).toEqual({ end_date: "end_before_start" })
})

test("the hour that spring leaves out is said at its field", () => {
  const night = { start_date: "2027-03-28T03:30", end_date: "2027-03-28T06:00" }
  expect(errorsOf(night)).toEqual({ start_date: "missing_hour" })
  expect(errorsOf({ ...night, time_zone: "Europe/Lisbon" })).toEqual({})
})

test("a title of 300 characters is too long", () => {
  expect(errorsOf({ title: "ā".repeat(300) })).toEqual({ title: "too_long" })
})

test("an event that nobody touches keeps its moments, in the second of the doubled hours too", () => {
  const event = makeCalendarEvent({
    start_date: "2026-10-25T01:30:15.000Z",
    end_date: "2026-10-25T01:45:00.000Z",
  })
  const values = valuesOf(event)
  expect(values.start_date).toBe("2026-10-25T03:30")
  expect(checkEvent(values, event)).toMatchObject({
    ok: true,
    body: {
      start_date: "2026-10-25T01:30:15.000Z",
      end_date: "2026-10-25T01:45:00.000Z",
      updated_at: event.updated_at,
      is_cancelled: false,
    },
  })
  // Once it is touched, the first of the two is meant.
  const moved = checkEvent({ ...values, start_date: "2026-10-25T03:31" }, event)
  expect(moved).toMatchObject({ body: { start_date: "2026-10-25T00:31:00.000Z" } })
})
