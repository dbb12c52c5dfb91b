import { expect, test } from "vitest"
import { getPublishTimeError, getPublishTimeFieldValue, parsePublishTime } from "./publish-time.ts"

test("the field shows a publishing time in Baltic time, and the stored time is in UTC", () => {
  expect(parsePublishTime("2026-12-24T18:00")).toBe("2026-12-24T16:00:00.000Z")
  expect(getPublishTimeFieldValue("2026-12-24T16:00:00.000Z")).toBe("2026-12-24T18:00")
  expect(getPublishTimeError("2026-12-24T16:00:00.000Z")).toBeNull()
})

test("without a publishing time, the field is empty and has no error", () => {
  expect(getPublishTimeFieldValue("")).toBe("")
  expect(parsePublishTime("")).toBe("")
  expect(getPublishTimeError("")).toBeNull()
})

test("a local time that daylight saving time skips stays in the field and has an error", () => {
  const publishTime = parsePublishTime("2026-03-29T03:30")
  expect(getPublishTimeFieldValue(publishTime)).toBe("2026-03-29T03:30")
  expect(getPublishTimeError(publishTime)).toBe("missing_hour")
})
