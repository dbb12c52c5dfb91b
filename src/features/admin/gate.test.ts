import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { NewsroomGrant } from "../../schema/roles.ts"
import { $session } from "../../session/session.ts"
import { createFailure } from "../../shared/call.ts"
import { ok } from "./fixtures.ts"
import { $gate, getGateForResult, startGate } from "./gate.ts"

const user = { id: "u1", email: "ann@example.lv" }
const makeSession = (role: "user" | "admin" | "super_admin", newsroom?: NewsroomGrant) => ({
  status: "signed-in" as const,
  user,
  role,
  ...(newsroom && { newsroom }),
})
const grant: NewsroomGrant = { kind: "translator", languages: ["lv"], may_publish: false }
/** Simulates a page in `area`, by default the admin area, in a browser with the given cookie. */
const openPage = (area?: string, cookie = "") =>
  vi.stubGlobal("document", { cookie, documentElement: { dataset: { area } } })

test("only super admins enter the admin area; other members are redirected to the home page", () => {
  expect(getGateForResult(ok(makeSession("super_admin")))).toMatchObject({
    status: "granted",
    user,
  })
  for (const role of ["user", "admin"] as const) {
    expect(getGateForResult(ok(makeSession(role, grant)))).toEqual({
      status: "denied",
      redirectPath: "/",
    })
  }
})

test("anonymous visitors to the admin area are redirected to the login page", () => {
  expect(getGateForResult(ok({ status: "signed-out" }))).toEqual({
    status: "denied",
    redirectPath: "/login",
  })
})

test("only members with a newsroom grant enter the newsroom", () => {
  openPage("newsroom")
  const granted = { status: "granted", user, newsroom: grant }
  expect(getGateForResult(ok(makeSession("user", grant)))).toEqual(granted)
  expect(getGateForResult(ok(makeSession("super_admin", grant)))).toEqual(granted)
  expect(getGateForResult(ok(makeSession("user")))).toEqual({ status: "denied", redirectPath: "/" })
  expect(getGateForResult(ok({ status: "signed-out" }))).toEqual({
    status: "denied",
    redirectPath: "/login",
  })
})

test("an outage of the database and a lost connection have different messages", () => {
  expect(getGateForResult(createFailure("database_unavailable"))).toMatchObject({
    text: "admin:gate.database",
  })
  expect(getGateForResult(createFailure("unreachable"))).toMatchObject({
    text: "admin:gate.failed",
  })
})

beforeEach(() => {
  openPage()
  $session.set({ status: "loading" })
  $gate.set({ status: "checking" })
})
let stop = () => {}
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test("the gate opens for the session of a super admin and closes after the log-out", () => {
  stop = startGate(() => false)
  expect($gate.get().status).toBe("checking")
  $session.set(makeSession("super_admin"))
  expect($gate.get().status).toBe("granted")
  $session.set({ status: "signed-out" })
  expect($gate.get()).toEqual({ status: "denied", redirectPath: "/login" })
})

test("while the page is busy, the gate stays open although the session has ended", () => {
  stop = startGate(() => true)
  $session.set(makeSession("super_admin"))
  $session.set({ status: "signed-out" })
  expect($gate.get().status).toBe("granted")
})

test("with the signed-in cookie, a failed session request is an error, not a denial", async () => {
  openPage(undefined, "daina_signed_in=1")
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")))
  stop = startGate(() => false)
  $session.set({ status: "signed-out" })
  await vi.waitFor(() => expect($gate.get()).toMatchObject({ status: "error" }))
})
