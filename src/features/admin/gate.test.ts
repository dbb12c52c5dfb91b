import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { $session } from "../session/session.ts"
import { ok } from "./fixtures.ts"
import { $gate, gateFor, startGate } from "./gate.ts"

const user = { id: "u1", email: "ann@example.lv" }
const signedIn = (role: "user" | "admin" | "super_admin") => ({
  status: "signed-in" as const,
  user,
  role,
})

test("a super admin is let in", () => {
  expect(gateFor(ok(signedIn("super_admin")))).toEqual({ status: "granted", user })
})

test.each(["user", "admin"] as const)("a person with the role %s goes home", (role) => {
  expect(gateFor(ok(signedIn(role)))).toEqual({ status: "denied", to: "/" })
})

test("who is not signed in goes to sign in", () => {
  expect(gateFor(ok({ status: "signed-out" }))).toEqual({ status: "denied", to: "/login" })
})

test("a database that does not answer is told apart from no connection", () => {
  expect(gateFor(failed("database_unavailable"))).toMatchObject({ text: "admin:gate.database" })
  expect(gateFor(failed("unreachable"))).toMatchObject({ text: "admin:gate.failed" })
})

beforeEach(() => {
  vi.stubGlobal("document", { cookie: "" })
  $session.set({ status: "loading" })
  $gate.set({ status: "checking" })
})
let stop = () => {}
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test("the gate follows the session", () => {
  stop = startGate(() => false)
  expect($gate.get().status).toBe("checking")
  $session.set(signedIn("super_admin"))
  expect($gate.get().status).toBe("granted")
  $session.set({ status: "signed-out" })
  expect($gate.get()).toEqual({ status: "denied", to: "/login" })
})

test("who is in the middle of something is not sent away", () => {
  stop = startGate(() => true)
  $session.set(signedIn("super_admin"))
  $session.set({ status: "signed-out" })
  expect($gate.get().status).toBe("granted")
})

test("a cookie without an answer is an error, not a denial", async () => {
  vi.stubGlobal("document", { cookie: "daina_signed_in=1" })
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")))
  stop = startGate(() => false)
  $session.set({ status: "signed-out" })
  await vi.waitFor(() => expect($gate.get()).toMatchObject({ status: "error" }))
})
