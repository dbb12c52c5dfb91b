import { expect, test } from "vitest"
import { googleErrorText, withoutError } from "./google-error.ts"
import { GOOGLE_REFUSALS } from "./schema.ts"

test.each(GOOGLE_REFUSALS)("%s has a text", (code) => {
  expect(googleErrorText(`?error=${code}&next=%2Fprofile`)).toBe(`account:google.errors.${code}`)
})

test.each(["", "?next=/", "?error=", "?error=access_denied", "?error=<b>", "?error=toString"])(
  "anything else says nothing: %j",
  (search) => {
    expect(googleErrorText(search)).toBeNull()
  },
)

test("only the error is taken out of the address", () => {
  expect(withoutError("?error=google_failed&next=%2Fprofile%3Fa%3D1&lang=lv")).toBe(
    "?next=%2Fprofile%3Fa%3D1&lang=lv",
  )
  expect(withoutError("?error=google_failed")).toBe("")
})
