import { expect, test } from "vitest"
import { translator } from "../../i18n/translate.ts"
import { zoneChoices } from "./choices.ts"

const t = translator("en", {
  "calendar:form.balticTime": "Baltic time",
  "calendar:form.deviceTime": "This device: {{zone}}",
})
const choices = (chosen: string, device: string) => zoneChoices(chosen, "en", t, device)

test.each(["Europe/Riga", "Europe/Vilnius", "Europe/Helsinki"])(
  "on a device with the clocks of %s there is nothing to choose",
  (device) => {
    expect(choices("Europe/Riga", device)).toEqual([{ value: "Europe/Riga", label: "Baltic time" }])
  },
)

test("a device with other clocks can tell times by them", () => {
  expect(choices("Europe/Riga", "America/New_York")).toEqual([
    { value: "Europe/Riga", label: "Baltic time" },
    { value: "America/New_York", label: "This device: Eastern Time" },
  ])
  expect(choices("America/New_York", "America/New_York")).toHaveLength(2)
})

test("an event keeps its zone, whether its clocks are Baltic or not", () => {
  expect(choices("Europe/Tallinn", "Europe/Riga")).toEqual([
    { value: "Europe/Tallinn", label: "Baltic time" },
  ])
  expect(choices("Europe/Warsaw", "Europe/Riga")).toEqual([
    { value: "Europe/Riga", label: "Baltic time" },
    { value: "Europe/Warsaw", label: "Central European Time" },
  ])
})

test("Minsk, which leaves its clocks alone, is not Baltic time", () => {
  expect(choices("Europe/Riga", "Europe/Minsk")).toHaveLength(2)
})
