import { expect, test } from "vitest"
import errors from "../../../public/locales/en/errors.json" with { type: "json" }
import { createTranslate, flatten } from "../../i18n/translate.ts"
import { createFailure } from "../../shared/call.ts"
import { SITE } from "../../site.ts"
import { formatWaitingTime, getFailureMessage } from "./failure-message.ts"

test("the message for a blocked account contains the site's email address", () => {
  const { failure } = createFailure("account_blocked")
  const text = getFailureMessage(failure, createTranslate("en", flatten("errors", errors)))
  expect(text).toContain(`email ${SITE.email}.`)
})

test.each([
  [0, "in 1 minute"],
  [61, "in 2 minutes"],
  [59 * 60, "in 59 minutes"],
  [59 * 60 + 1, "in 1 hour"],
  [3601, "in 2 hours"],
])("a waiting time of %d seconds is shown as %j", (seconds, words) => {
  expect(formatWaitingTime(seconds, "en")).toBe(words)
})

test("waiting times are translated", () => {
  expect(formatWaitingTime(600, "lv")).toBe("pēc 10 minūtēm")
  expect(formatWaitingTime(600, "ru")).toBe("через 10 минут")
})
