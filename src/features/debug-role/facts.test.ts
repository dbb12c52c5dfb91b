import { expect, test } from "vitest"
import type { Role, Session } from "../../session/session.ts"
import { listFacts, parseRoleRow, summarizeSession } from "./facts.ts"

const makeSession = (role: Role): Session => ({
  status: "signed-in",
  user: { id: "7c0f", email: "liga@example.org" },
  role,
})

test("while the session is loading, the summary is `loading` and `isAdmin` is no", () => {
  const session: Session = { status: "loading" }
  expect(summarizeSession(session)).toBe("loading")
  expect(listFacts(session)).toMatchObject({
    isAuthLoading: { key: "account:debug.values.yes" },
    isRoleLoading: { key: "account:debug.values.yes" },
    role: { key: "account:debug.values.loading" },
    isAdmin: { key: "account:debug.values.no" },
  })
})

test("the summary is `granted` only for a super admin", () => {
  expect(summarizeSession(makeSession("super_admin"))).toBe("granted")
  expect(summarizeSession(makeSession("admin"))).toBe("denied")
  expect(summarizeSession(makeSession("user"))).toBe("denied")
  expect(summarizeSession({ status: "signed-out" })).toBe("denied")
})

test("a super admin is also an admin, but an admin is not a super admin", () => {
  expect(listFacts(makeSession("admin"))).toMatchObject({
    email: { value: "liga@example.org" },
    id: { value: "7c0f" },
    role: { value: "admin" },
    isSuperAdmin: { key: "account:debug.values.no" },
    isAdmin: { key: "account:debug.values.yes" },
  })
  expect(listFacts(makeSession("super_admin"))).toMatchObject({
    isSuperAdmin: { key: "account:debug.values.yes" },
    isAdmin: { key: "account:debug.values.yes" },
  })
})

test("a signed-out visitor has no email address and the role user", () => {
  expect(listFacts({ status: "signed-out" })).toMatchObject({
    session: { key: "account:debug.values.signed-out" },
    email: { key: "account:debug.values.none" },
    role: { value: "user" },
  })
})

test("parseRoleRow() returns the database row of the role unchanged, or null if the row is missing", () => {
  const row = { user_id: "7c0f", role: "admin" }
  expect(parseRoleRow({ user_id: "7c0f", row, role: "admin" })).toEqual({ row, role: "admin" })
  expect(parseRoleRow({ user_id: "7c0f", row: null, role: "user" })).toEqual({
    row: null,
    role: "user",
  })
})

test("a response without a role throws", () => {
  expect(() => parseRoleRow({ row: null })).toThrow()
  expect(() => parseRoleRow("user")).toThrow()
})
