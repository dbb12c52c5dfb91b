import { expect, test } from "vitest"
import { GOOGLE_REFUSALS, getGoogleErrorText, removeParameters } from "./google-error.ts"

test.each(GOOGLE_REFUSALS)("the Google error %s has a text key", (code) => {
  expect(getGoogleErrorText(`?error=${code}&next=%2Fprofile`)).toBe(`account:google.errors.${code}`)
})

test.each(["", "?error=access_denied", "?error=toString"])(
  "the query string %j has no error text",
  (search) => {
    expect(getGoogleErrorText(search)).toBeNull()
  },
)

test("only the given parameters are removed from the URL", () => {
  const createUrl = (path: string) => new URL(path, "http://localhost")
  const login = createUrl("/login?error=google_failed&next=%2Fprofile%3Fa%3D1&lang=lv#top")
  expect(removeParameters(login, "error")).toBe("/login?next=%2Fprofile%3Fa%3D1&lang=lv#top")
  expect(
    removeParameters(createUrl("/lv/profile?delete=&error=google_failed"), "error", "delete"),
  ).toBe("/lv/profile")
})
