import { expect, test } from "vitest"
import type { Role, Session } from "../session/session.ts"
import { mayEdit, mayWrite } from "./post.ts"

const signedIn = (role: Role = "user"): Session => ({
  status: "signed-in",
  user: { id: "me", email: "me@daina.test" },
  role,
})
const mine = { user_id: "me" }
const theirs = { user_id: "them" }

test.each([
  ["owner", signedIn(), "owner", true, true, true],
  ["admin", signedIn(), "admin", true, true, true],
  ["member", signedIn(), "member", false, true, false],
  ["outsider", signedIn(), null, false, false, false],
  ["global admin", signedIn("admin"), null, false, false, false],
  ["super admin", signedIn("super_admin"), null, true, true, true],
  ["stranger", { status: "signed-out" }, null, false, false, false],
  ["unknown", { status: "loading" }, "owner", false, false, false],
] as const)("%s", (_, session, role, writes, editsOwn, editsOthers) => {
  expect(mayWrite(session, role)).toBe(writes)
  expect(mayEdit(session, role, mine)).toBe(editsOwn)
  expect(mayEdit(session, role, theirs)).toBe(editsOthers)
})

test("what somebody who left has written is edited by those who manage", () => {
  expect(mayEdit(signedIn(), "admin", { user_id: null })).toBe(true)
  expect(mayEdit(signedIn(), "member", { user_id: null })).toBe(false)
})
