import { expect, test, vi } from "vitest"
import { leaveSession } from "./leave.ts"
import { $session, readSession, setSession } from "./session.ts"

test("leaving is known here at once and told to other tabs", async () => {
  const otherTab = new BroadcastChannel("daina:session")
  const told = new Promise((resolve) => {
    otherTab.onmessage = resolve
  })
  setSession({ status: "signed-in", user: { id: "1", email: "liga@example.org" }, role: "user" })
  leaveSession()
  expect($session.get()).toEqual({ status: "signed-out" })
  await told
  otherTab.close()
})

test("an answer that is under way does not bring the member back", async () => {
  vi.stubGlobal("document", { cookie: "daina_signed_in=1" })
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal("fetch", () => promise)
  const reading = readSession()
  leaveSession()
  resolve(Response.json({ user: { id: "1", email: "liga@example.org" }, role: "user" }))
  await reading
  expect($session.get()).toEqual({ status: "signed-out" })
  vi.unstubAllGlobals()
})
