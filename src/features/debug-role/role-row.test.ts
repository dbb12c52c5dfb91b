import { expect, test } from "vitest"
import { parseRoleRow } from "./role-row.ts"

test("a row is taken as it is, and none as null", () => {
  const row = { user_id: "7c0f", role: "admin" }
  expect(parseRoleRow({ user_id: "7c0f", row, role: "admin" })).toEqual({ row, role: "admin" })
  expect(parseRoleRow({ user_id: "7c0f", row: null, role: "user" })).toEqual({
    row: null,
    role: "user",
  })
})

test("any other answer throws", () => {
  expect(() => parseRoleRow({ row: null })).toThrow()
  expect(() => parseRoleRow("user")).toThrow()
})
