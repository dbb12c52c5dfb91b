import { expect, test } from "vitest"
import { roundTeamCount } from "./team-count.ts"

test("fewer than 15 teams are counted exactly", () => {
  expect(roundTeamCount(0)).toEqual({ count: 0, isAtLeast: false })
  expect(roundTeamCount(14)).toEqual({ count: 14, isAtLeast: false })
})

test("15 or more teams are rounded down to a multiple of 5", () => {
  expect(roundTeamCount(15)).toEqual({ count: 15, isAtLeast: true })
  expect(roundTeamCount(19)).toEqual({ count: 15, isAtLeast: true })
  expect(roundTeamCount(23)).toEqual({ count: 20, isAtLeast: true })
})
