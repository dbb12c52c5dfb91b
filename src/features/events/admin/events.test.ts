import { expect, test } from "vitest"
import * as z from "zod/mini"
import { events } from "./events.ts"

const makeValues = (changes: object = {}) => ({
  ...events.createBlankValues("en"),
  title: "Night",
  start_date: "2026-11-27T17:00",
  end_date: "2026-11-27T20:00",
  ...changes,
})

test("the list shows upcoming events if the URL has no filter", () => {
  expect(events.toApiQuery?.({ filter: "" })).toEqual({ filter: "upcoming" })
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
