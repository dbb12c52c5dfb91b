import { expect, test } from "vitest"
import { joinStateOf, manageTarget } from "./joining.ts"
import type { Standing } from "./team.ts"

const none: Standing = { role: null, request: null }
const asked = (status: "pending" | "rejected"): Standing => ({
  role: null,
  request: { id: "r1", status },
})

test("nothing is offered before it is known who looks at what", () => {
  expect(joinStateOf("loading", none)).toEqual({ kind: "unknown" })
  expect(joinStateOf("signed-in", null)).toEqual({ kind: "unknown" })
})

test("a stranger is asked to sign in, whatever the page knew of an earlier session", () => {
  expect(joinStateOf("signed-out", null)).toEqual({ kind: "stranger" })
  expect(joinStateOf("signed-out", { role: "owner", request: null })).toEqual({ kind: "stranger" })
})

test("who has not asked may ask", () => {
  expect(joinStateOf("signed-in", none)).toEqual({ kind: "open" })
})

test("who waits may take the request back", () => {
  expect(joinStateOf("signed-in", asked("pending"))).toEqual({ kind: "pending", requestId: "r1" })
})

test("a declined member sees why there is nothing to press", () => {
  expect(joinStateOf("signed-in", asked("rejected"))).toEqual({ kind: "declined" })
})

test.each(["owner", "admin", "member"] as const)("the %s sees no join button", (role) => {
  expect(joinStateOf("signed-in", { ...asked("rejected"), role })).toEqual({ kind: "member", role })
})

test("the manage button is for owner and admin, each to where they manage", () => {
  expect(manageTarget("owner")).toBe("manage")
  expect(manageTarget("admin")).toBe("blog")
  expect(manageTarget("member")).toBeNull()
  expect(manageTarget(null)).toBeNull()
})
