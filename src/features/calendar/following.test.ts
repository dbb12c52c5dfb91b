import { expect, test } from "vitest"
import { makeCalendarEvent } from "./fixtures.ts"
import { startChanges, teamChanges, wholeStart } from "./following.ts"

/** The end after typing these starts one after the other. */
function endAfter(end_date: string, ...starts: string[]): string {
  let [end, before] = [end_date, ""]
  for (const start of starts) {
    end = startChanges({ end_date: end }, before, start).end_date ?? end
    before = wholeStart(before, start)
  }
  return end
}

test("an event without an end gets two hours, over midnight as well", () => {
  expect(endAfter("", "2026-11-27T18:00")).toBe("2026-11-27T20:00")
  expect(endAfter("", "2026-12-31T23:00")).toBe("2027-01-01T01:00")
})

test("an end that was chosen first stays, unless it is before the start", () => {
  expect(endAfter("2026-11-27T23:00", "2026-11-27T18:00")).toBe("2026-11-27T23:00")
  expect(endAfter("2026-11-27T17:00", "2026-11-27T18:00")).toBe("2026-11-27T20:00")
})

test("another start keeps the event as long as it was", () => {
  const camp = startChanges(
    { end_date: "2026-07-05T12:00" },
    "2026-07-01T18:00",
    "2026-08-01T17:30",
  )
  expect(camp).toEqual({ start_date: "2026-08-01T17:30", end_date: "2026-08-05T11:30" })
})

test("a year that is being typed, or a start that is cleared, moves nothing", () => {
  const typed = ["0002", "0020", "0202", "2027"].map((year) => `${year}-11-27T18:00`)
  expect(endAfter("", "2026-11-27T18:00", ...typed)).toBe("2027-11-27T20:00")
  expect(endAfter("", "2026-11-27T18:00", "")).toBe("2026-11-27T20:00")
})

const TEAMS = [
  { id: "a", country: "lv" as const },
  { id: "b", country: "ee" as const },
  { id: "c", country: null },
]

test("a new event is in its team's country", () => {
  expect(teamChanges({ team_id: "", country: "" }, "a", TEAMS, null)).toEqual({
    team_id: "a",
    country: "lv",
  })
  const other = teamChanges({ team_id: "a", country: "lv" }, "b", TEAMS, null)
  expect(other).toEqual({ team_id: "b", country: "ee" })
  const everywhere = teamChanges({ team_id: "a", country: "lv" }, "c", TEAMS, null)
  expect(everywhere).toEqual({ team_id: "c", country: "" })
})

test("a country that was chosen stays, and so does that of an event that exists", () => {
  expect(teamChanges({ team_id: "a", country: "lt" }, "b", TEAMS, null)).toEqual({ team_id: "b" })
  expect(teamChanges({ team_id: "a", country: "" }, "b", TEAMS, null)).toEqual({ team_id: "b" })
  const event = makeCalendarEvent()
  expect(teamChanges({ team_id: "a", country: "lv" }, "b", TEAMS, event)).toEqual({ team_id: "b" })
})
