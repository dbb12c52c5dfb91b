import { expect, test } from "vitest"
import { planError, planFieldValue, planOf } from "./plan.ts"

test("a plan is shown in Baltic time and sent as a moment", () => {
  expect(planOf("2026-12-24T18:00", "Europe/Riga")).toBe("2026-12-24T16:00:00.000Z")
  expect(planFieldValue("2026-12-24T16:00:00.000Z", "Europe/Riga")).toBe("2026-12-24T18:00")
  expect(planError("2026-12-24T16:00:00.000Z", "Europe/Riga")).toBeNull()
})

test("the field is empty without a plan", () => {
  expect(planFieldValue("", "Europe/Riga")).toBe("")
  expect(planOf("", "Europe/Riga")).toBe("")
  expect(planError("", "Europe/Riga")).toBeNull()
})

test("a local time that the clock change skips stays in the field and is an error", () => {
  const plan = planOf("2026-03-29T03:30", "Europe/Riga")
  expect(planFieldValue(plan, "Europe/Riga")).toBe("2026-03-29T03:30")
  expect(planError(plan, "Europe/Riga")).toBe("missing_hour")
})
