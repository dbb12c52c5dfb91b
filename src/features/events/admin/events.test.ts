import { expect, test } from "vitest"
import * as z from "zod/mini"
import { makeEvent } from "../fixtures.ts"
import { events } from "./events.ts"

const makeValues = (changes: object = {}) => ({
  ...events.blank("en"),
  title: "Night",
  start_date: "2026-11-27T17:00",
  end_date: "2026-11-27T20:00",
  ...changes,
})

test("the list shows upcoming events if the URL has no filter", () => {
  expect(events.toApiQuery?.({ filter: "" })).toEqual({ filter: "upcoming" })
})

test("empty optional fields are sent as null, and the maximum number of participants as a number", () => {
  expect(events.check(makeValues())).toMatchObject({
    ok: true,
    body: {
      start_date: "2026-11-27T15:00:00.000Z",
      max_participants: null,
      registration_url: null,
      prize: null,
      location: null,
      country: null,
    },
  })
  expect(events.check(makeValues({ max_participants: " 40 " }))).toMatchObject({
    body: { max_participants: 40 },
  })
})

test("an unedited time keeps its seconds", () => {
  const stored = makeEvent({ start_date: "2026-11-27T15:00:30.000Z" })
  const edited = { ...events.getValues(stored), end_date: "2026-11-27T21:00" }
  expect(events.check(edited, stored)).toMatchObject({
    body: { start_date: "2026-11-27T15:00:30.000Z", end_date: "2026-11-27T19:00:00.000Z" },
  })
})

test("errors are reported at their fields", () => {
  for (const max_participants of ["many", "1.5", "-1"]) {
    expect(events.check(makeValues({ max_participants }))).toMatchObject({
      failure: { errors: { max_participants: "invalid_number" } },
    })
  }
  const empty = makeValues({ title: "", start_date: "" })
  expect(events.check(empty)).toMatchObject({
    failure: { errors: { title: "required", start_date: "required" } },
  })
  const reversed = makeValues({ end_date: "2026-11-27T16:00" })
  expect(events.check(reversed)).toMatchObject({
    failure: { errors: { end_date: "end_before_start" } },
  })
  expect(events.check(makeValues({ registration_url: "not an address" }))).toMatchObject({
    failure: { errors: { registration_url: "invalid_url" } },
  })
})

const WEEKLY = { frequency: "weekly", repeat_days: ["TH"], repeat_until: "2027-04-01" }

test("the repeat rule is sent for a weekly event, and no rule for an event that does not repeat", () => {
  expect(events.check(makeValues(WEEKLY))).toMatchObject({
    body: { repeat: { frequency: "weekly", days: ["TH"], until: "2027-04-01", except: [] } },
  })
  expect(events.check(makeValues())).toMatchObject({ body: { repeat: undefined, scope: "this" } })
})

test("a repeating event needs an end", () => {
  expect(events.check(makeValues({ ...WEEKLY, repeat_until: "" }))).toMatchObject({
    failure: { errors: { repeat: "required" } },
  })
})

test("an older draft, which lacks the field with_edited, can be read", () => {
  const { with_edited: _, ...draft } = makeValues()
  expect(z.parse(events.values, draft)).toEqual(makeValues())
})
