import { expect, test } from "vitest"
import { teamCount } from "./team-count.ts"

test("fewer than 15 teams are counted exactly", () => {
  expect(teamCount(0)).toEqual({ count: 0, isAtLeast: false })
  expect(teamCount(14)).toEqual({ count: 14, isAtLeast: false })
})

test("15 or more teams are rounded down to a multiple of 5", () => {
  expect(teamCount(15)).toEqual({ count: 15, isAtLeast: true })
  expect(teamCount(19)).toEqual({ count: 15, isAtLeast: true })
  expect(teamCount(23)).toEqual({ count: 20, isAtLeast: true })
})
