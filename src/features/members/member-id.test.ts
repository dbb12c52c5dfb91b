import { expect, test } from "vitest"
import { memberIdOf } from "./member-id.ts"

const ID = "0b7c9a52-6f0e-4f8e-9d3a-1c2b3d4e5f60"

test.each([`/members/${ID}`, `/lv/members/${ID}`, `/ru/members/${ID}`])(
  "%s is a member's",
  (path) => {
    expect(memberIdOf(path)).toBe(ID)
  },
)

test("an id in capitals is one too", () => {
  expect(memberIdOf(`/members/${ID.toUpperCase()}`)).toBe(ID.toUpperCase())
})

test.each([
  "/",
  "/members",
  "/members/",
  "/shell/members",
  "/members/liga",
  `/members/${ID}/`,
  `/members/${ID}/edit`,
  `/members/${ID}x`,
  `/members/..%2f${ID}`,
  `/teams/${ID}`,
  `/lv/${ID}`,
])("%s is nobody's", (path) => {
  expect(memberIdOf(path)).toBeNull()
})
