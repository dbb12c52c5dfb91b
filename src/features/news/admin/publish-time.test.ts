import { expect, test } from "vitest"
import { getPlanError, getPlanFieldValue, parsePlan } from "./plan.ts"

test("the field shows a plan in Baltic time, and the stored plan is an ISO time in UTC", () => {
  expect(parsePlan("2026-12-24T18:00", "Europe/Riga")).toBe("2026-12-24T16:00:00.000Z")
  expect(getPlanFieldValue("2026-12-24T16:00:00.000Z", "Europe/Riga")).toBe("2026-12-24T18:00")
  expect(getPlanError("2026-12-24T16:00:00.000Z", "Europe/Riga")).toBeNull()
})

test("without a plan, the field is empty and valid", () => {
  expect(getPlanFieldValue("", "Europe/Riga")).toBe("")
  expect(parsePlan("", "Europe/Riga")).toBe("")
  expect(getPlanError("", "Europe/Riga")).toBeNull()
})

test("a local time that the change to summer time skips stays in the field and has an error", () => {
  const plan = parsePlan("2026-03-29T03:30", "Europe/Riga")
  expect(getPlanFieldValue(plan, "Europe/Riga")).toBe("2026-03-29T03:30")
  expect(getPlanError(plan, "Europe/Riga")).toBe("missing_hour")
})
