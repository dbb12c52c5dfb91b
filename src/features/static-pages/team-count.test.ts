import { expect, test } from "vitest"
import { teamCount } from "./team-count.ts"

test("few teams are told exactly", () => {
  expect(teamCount(0)).toEqual({ count: 0, isAtLeast: false })
  expect(teamCount(14)).toEqual({ count: 14, isAtLeast: false })
})

test("from 15 on it is a round number that there are at least", () => {
  expect(teamCount(15)).toEqual({ count: 15, isAtLeast: true })
  expect(teamCount(19)).toEqual({ count: 15, isAtLeast: true })
  expect(teamCount(23)).toEqual({ count: 20, isAtLeast: true })
})
