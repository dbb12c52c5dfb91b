import { expect, test } from "vitest"
import { getContentPath, isAnswerable, listReasons, reportCase, reports } from "./case.ts"
import { makeCase } from "./fixtures.ts"

test("the admin list shows only open cases unless the URL has a filter", () => {
  expect(reports.toApiQuery?.({ filter: "" })).toEqual({ filter: "open" })
})

test("a dismissed case cannot be answered", () => {
  expect(isAnswerable(makeCase())).toBe(true)
  expect(isAnswerable(makeCase({ status: "dismissed" }))).toBe(false)
})

test("reported content links to its public page, and an event without a page has no link", () => {
  expect(getContentPath(makeCase())).toBe("/teams/meness/posts/p1")
  expect(getContentPath(makeCase({ kind: "team" }))).toBe("/teams/meness")
  const event = { slug: "party", start_date: "", time_zone: "Europe/Riga", location: null }
  expect(getContentPath(makeCase({ kind: "event", event }))).toBe("/events/party")
  expect(getContentPath(makeCase({ kind: "event", event: { ...event, slug: null } }))).toBeNull()
  expect(getContentPath(makeCase({ kind: "profile", target_id: "u1", team: null }))).toBe(
    "/members/u1",
  )
})

test("reasons are sorted by frequency, with child_danger first", () => {
  const reasons = { spam: 1, other: 3, child_danger: 1, bullying: 1 }
  expect(listReasons(makeCase({ reasons }))).toEqual([
    ["child_danger", 1],
    ["other", 3],
    ["spam", 1],
    ["bullying", 1],
  ])
})

test("a case with an unknown status is rejected", () => {
  expect(() => reportCase.parse({ ...makeCase(), status: "lost" })).toThrow()
})
