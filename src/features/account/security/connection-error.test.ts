import { expect, test } from "vitest"
import { getConnectionErrorText } from "./connection-error.ts"

test.each([
  ["", undefined],
  ["?error=google_taken", undefined],
  ["?google=", null],
  ["?google=&error=google_taken", "account:google.errors.google_taken"],
  ["?google=&error=access_denied", "security:methods.connectFailed"],
])("the query string %j has the connection error %s", (search, text) => {
  expect(getConnectionErrorText(search)).toBe(text)
})
