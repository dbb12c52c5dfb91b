import { expect, test } from "vitest"
import {
  GOOGLE_REFUSALS,
  getConnectionErrorText,
  getGoogleErrorText,
  removeParameters,
} from "./google-error.ts"

test.each(GOOGLE_REFUSALS)("the Google error %s has a text key", (code) => {
  expect(getGoogleErrorText(`?error=${code}&next=%2Fprofile`)).toBe(`account:google.errors.${code}`)
})

test.each(["", "?error=access_denied", "?error=toString"])(
  "the query string %j has no error text",
  (search) => {
    expect(getGoogleErrorText(search)).toBeNull()
  },
)

test.each([
  ["", undefined],
  ["?error=google_taken", undefined],
  ["?google=", null],
  ["?google=&error=google_taken", "account:google.errors.google_taken"],
  ["?google=&error=access_denied", "security:methods.connectFailed"],
])("after connecting Google, the query string %j has the text %s", (search, text) => {
  expect(getConnectionErrorText(search)).toBe(text)
})

test("only the given parameters are removed from the URL", () => {
  const createUrl = (path: string) => new URL(path, "http://localhost")
  const login = createUrl("/login?error=google_failed&next=%2Fprofile%3Fa%3D1&lang=lv#top")
  expect(removeParameters(login, "error")).toBe("/login?next=%2Fprofile%3Fa%3D1&lang=lv#top")
  expect(
    removeParameters(createUrl("/lv/profile?delete=&error=google_failed"), "error", "delete"),
  ).toBe("/lv/profile")
})
