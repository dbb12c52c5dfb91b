import { expect, test } from "vitest"
import { waitingTime } from "./failure-message.ts"

test.each([
  [0, "in 1 minute"],
  [61, "in 2 minutes"],
  [59 * 60, "in 59 minutes"],
  [59 * 60 + 1, "in 1 hour"],
  [3601, "in 2 hours"],
])("%d seconds", (seconds, words) => {
  expect(waitingTime(seconds, "en")).toBe(words)
})

test("each language has its own words", () => {
  expect(waitingTime(600, "lv")).toBe("pēc 10 minūtēm")
  expect(waitingTime(600, "ru")).toBe("через 10 минут")
})
