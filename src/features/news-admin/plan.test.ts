import { expect, test } from "vitest"
import { planField, planMoment } from "./plan.ts"

test("a plan is shown by the device's clock and sent as a moment", () => {
  expect(planMoment("2026-12-24T18:00", "Europe/Riga")).toBe("2026-12-24T16:00:00.000Z")
  expect(planField("2026-12-24T16:00:00.000Z", "Europe/Riga")).toBe("2026-12-24T18:00")
})

test("no moment is an empty field, and an hour that does not exist is none", () => {
  expect(planField("", "Europe/Riga")).toBe("")
  expect(planMoment("", "Europe/Riga")).toBe("")
  expect(planMoment("2027-03-28T03:30", "Europe/Riga")).toBe("")
})
