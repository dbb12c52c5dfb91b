import { expect, test } from "vitest"
import { planError, planField, planOf, planWait } from "./plan.ts"

test("a plan is shown in Baltic time and sent as a moment", () => {
  expect(planOf("2026-12-24T18:00", "Europe/Riga")).toBe("2026-12-24T16:00:00.000Z")
  expect(planField("2026-12-24T16:00:00.000Z", "Europe/Riga")).toBe("2026-12-24T18:00")
  expect(planError("2026-12-24T16:00:00.000Z", "Europe/Riga")).toBeNull()
})

test("a list is reloaded shortly after the first planned time, and again while publishing is late", () => {
  const now = Date.parse("2026-12-24T16:00:00Z")
  const at = (time: string) => `2026-12-24T${time}.000Z`
  expect(planWait([null, at("16:02:00"), at("16:01:00")], now)).toBe(70_000)
  expect(planWait([at("15:59:00")], now)).toBe(10_000)
  expect(planWait([null], now)).toBeNull()
  expect(planWait(["2027-12-24T16:00:00.000Z"], now)).toBeNull()
})

test("the field is empty without a plan", () => {
  expect(planField("", "Europe/Riga")).toBe("")
  expect(planOf("", "Europe/Riga")).toBe("")
  expect(planError("", "Europe/Riga")).toBeNull()
})

test("a time that the clock change skips stays in the field and is reported", () => {
  const plan = planOf("2026-03-29T03:30", "Europe/Riga")
  expect(planField(plan, "Europe/Riga")).toBe("2026-03-29T03:30")
  expect(planError(plan, "Europe/Riga")).toBe("missing_hour")
})
