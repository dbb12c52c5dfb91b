import { expect, test, vi } from "vitest"
import { $session, readSession, setSession } from "./session.ts"
import { leaveSession, setDeliberatelySignedOut } from "./sign-out.ts"

const SIGNED_IN = {
  status: "signed-in",
  user: { id: "1", email: "liga@example.org" },
  role: "user",
} as const

const EXPIRED = { status: "signed-out" } as const

test("a log-out updates this tab, notifies other tabs and deletes the member's data in this browser", async () => {
  const removeItem = vi.fn()
  vi.stubGlobal("localStorage", {
    removeItem,
    "daina:check-in:event:signup": "",
    "daina:list-country": "lv",
    "daina:list-artists": "aespa",
    language: "lv",
  })
  const otherTab = new BroadcastChannel("daina:session")
  const message = new Promise((resolve) => {
    otherTab.onmessage = ({ data }) => resolve(data)
  })
  setSession(SIGNED_IN)
  leaveSession()
  expect($session.get()).toEqual({ status: "signed-out", isDeliberate: true })
  expect(await message).toBe("signed-out")
  expect(removeItem.mock.calls.flat()).toEqual([
    "recent-searches",
    "daina:check-in:event:signup",
    "daina:list-country",
    "daina:list-artists",
  ])
  vi.unstubAllGlobals()
  otherTab.close()
})

test("a deliberate log-out replaces an expired session, and later expiry does not replace the log-out", () => {
  setSession(SIGNED_IN)
  setSession(EXPIRED)
  setDeliberatelySignedOut()
  expect($session.get()).toEqual({ status: "signed-out", isDeliberate: true })
  setSession(EXPIRED)
  expect($session.get()).toEqual({ status: "signed-out", isDeliberate: true })
  setSession(SIGNED_IN)
  setSession(EXPIRED)
  expect($session.get()).toEqual(EXPIRED)
})

test("a session response that arrives after a log-out does not sign the member in again", async () => {
  vi.stubGlobal("document", { cookie: "daina_signed_in=1" })
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal("fetch", () => promise)
  const reading = readSession()
  leaveSession()
  resolve(Response.json({ user: { id: "1", email: "liga@example.org" }, role: "user" }))
  await reading
  expect($session.get().status).toBe("signed-out")
  vi.unstubAllGlobals()
})
