import { expect, test } from "vitest"
import { findMainEventId, getHeadingKey, getTitleKey } from "./member-home.ts"
import type { MemberHome } from "./schema.ts"

const event = (country: string | null) => ({ country }) as MemberHome["week"][number]

test.each<[string, MemberHome["country"], (string | null)[], (string | null)[], string]>([
  ["names no country if the country is unknown", null, [], ["lv"], "home:events.title"],
  ["names the country of this week's events", "lv", ["lv", null], [], "home:thisWeek.lv"],
  ["names the country of a week without events", "lt", [], [], "home:thisWeek.lt"],
  ["names the country of later events", "ee", [], ["ee", null], "home:comingUp.ee"],
  ["names no country above events of other countries", "ee", [], ["ee", "lv"], "home:events.title"],
])("the heading of the next events %s", (_, country, week, later, key) => {
  expect(getHeadingKey({ country, week: week.map(event), later: later.map(event) })).toBe(key)
})

test("the heading of the page asks a question only above a suggested event", () => {
  const suggested = { can_sign_up: true, answer: null } as MemberHome["week"][number]
  const own = { answer: null } as MemberHome["events"][number]
  expect(getTitleKey(suggested)).toBe("home:yours.choose")
  expect(getTitleKey({ ...suggested, answer: "going" })).toBe("home:yours.title")
  expect(getTitleKey(own)).toBe("home:yours.title")
  expect(getTitleKey(undefined)).toBe("home:yours.title")
})

test("no event has the important button while the poster shows an entry code", () => {
  const poster = { id: "cup", signup_id: "signup", answer: "going" } as MemberHome["events"][number]
  const suggested = { id: "camp", can_sign_up: true, answer: null } as MemberHome["week"][number]
  const home = {
    events: [poster],
    week: [suggested],
    later: [] as MemberHome["later"],
  } as MemberHome
  const findMain = (shown: typeof poster) => findMainEventId(home, shown)
  expect(findMain(poster)).toBeNull()
  expect(findMain({ ...poster, answer: "not_going" })).toBe("camp")
  expect(findMain({ ...poster, signup_id: null })).toBe("camp")
})
