import { expect, test } from "vitest"
import { countLikes } from "./like-counts.ts"

const PERIOD = { from: 100, until: 200 }
const NONE = Number.NaN

test.each([
  ["does not change without a like of the member", NONE, NONE, 5],
  ["contains a like of its period", 150, 150, 5],
  ["loses a like of its period", 150, NONE, 4],
  ["keeps its value if a like of its period is removed and set again", 150, 300, 5],
  ["gets a new like", NONE, 300, 6],
  ["gets a like that is newer than the build", 250, 250, 6],
  ["loses a like that is newer than the build", 250, NONE, 5],
  ["leaves out a like from before its period", 50, 50, 5],
  ["does not change if a like from before its period is removed", 50, NONE, 5],
  ["gets a like from before its period that is removed and set again", 50, 300, 6],
])("a built number of likes %s", (_, builtTime, time, count) => {
  expect(countLikes(5, PERIOD, builtTime, time)).toBe(count)
})
