import { beforeEach, expect, test, vi } from "vitest"
import { $session, needsLogin, parseSession, readSession, setSession } from "./session.ts"

const USER = { id: "1", email: "liga@example.org" }

function respondWith(body: unknown, init?: ResponseInit) {
  const fetchMock = vi.fn(async () => Response.json(body, init))
  vi.stubGlobal("fetch", fetchMock)
  return fetchMock
}

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.stubGlobal("document", { cookie: "daina_signed_in=1" })
  setSession({ status: "loading" })
})

test("without the cookie daina_signed_in, the visitor is signed out, and no request is sent", async () => {
  vi.stubGlobal("document", { cookie: "other=1; not_daina_signed_in=1" })
  const fetchMock = respondWith({ user: USER, role: "user" })
  await readSession()
  expect($session.get()).toEqual({ status: "signed-out" })
  expect(fetchMock).not.toHaveBeenCalled()
})

test("a response with a user signs the visitor in", async () => {
  respondWith({ user: USER, role: "super_admin" })
  await readSession()
  expect($session.get()).toEqual({ status: "signed-in", user: USER, role: "super_admin" })
})

test("a member whose session has expired is signed out", async () => {
  setSession({ status: "signed-in", user: USER, role: "user" })
  respondWith({ user: null, role: "user" })
  await readSession()
  expect($session.get()).toEqual({ status: "signed-out" })
})

test("if the server fails, the visitor counts as signed out but does not need to log in", async () => {
  respondWith({}, { status: 503 })
  await readSession()
  expect($session.get()).toEqual({ status: "signed-out", isUnreachable: true })
  expect(needsLogin($session.get())).toBe(false)
})

test("when the server can be reached again, its response sets the session", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")))
  await readSession()
  respondWith({ user: null })
  await readSession()
  expect($session.get()).toEqual({ status: "signed-out" })
  expect(needsLogin($session.get())).toBe(true)
  respondWith({ user: USER, role: "user" })
  await readSession()
  expect($session.get().status).toBe("signed-in")
})

test("stored responses are kept while the server cannot be reached", async () => {
  const deleteCache = vi.fn(async () => true)
  vi.stubGlobal("caches", { delete: deleteCache })
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("The page is left", "AbortError")))
  await readSession()
  expect($session.get().status).toBe("signed-out")
  expect(deleteCache).not.toHaveBeenCalled()
})

test("stored responses are deleted when the cookie is missing", async () => {
  const deleteCache = vi.fn(async () => true)
  vi.stubGlobal("caches", { delete: deleteCache })
  setSession({ status: "signed-in", user: USER, role: "user" })
  vi.stubGlobal("document", { cookie: "" })
  await readSession()
  expect($session.get().status).toBe("signed-out")
  expect(deleteCache).toHaveBeenCalledExactlyOnceWith("member")
})

test("the response to a read that began before a log-in or log-out is ignored", async () => {
  for (const newerSession of [
    { status: "signed-out" },
    { status: "signed-in", user: { id: "2", email: "jonas@example.org" }, role: "admin" },
  ] as const) {
    const { promise, resolve } = Promise.withResolvers<Response>()
    vi.stubGlobal("fetch", () => promise)
    const reading = readSession()
    setSession(newerSession)
    resolve(Response.json({ user: USER, role: "user" }))
    await reading
    expect($session.get()).toEqual(newerSession)
  }
})

test("only the response to the latest read changes the session", async () => {
  const pendingResponses = [
    Promise.withResolvers<Response>(),
    Promise.withResolvers<Response>(),
  ] as const
  const responses = pendingResponses.map(({ promise }) => promise)
  vi.stubGlobal("fetch", () => responses.shift())
  const readings = [readSession(), readSession()]
  pendingResponses[1].resolve(Response.json({ user: null }))
  pendingResponses[0].resolve(Response.json({ user: USER, role: "user" }))
  await Promise.all(readings)
  expect($session.get()).toEqual({ status: "signed-out" })
})

test("the current session stays when the response is incomplete", async () => {
  setSession({ status: "signed-in", user: USER, role: "user" })
  vi.stubGlobal("fetch", async () => new Response('{"user":'))
  await readSession()
  expect($session.get().status).toBe("signed-in")
})

test("the request for the session has a timeout", async () => {
  const fetchMock = vi.fn(async (_path: string, _init: RequestInit) =>
    Response.json({ user: null }),
  )
  vi.stubGlobal("fetch", fetchMock)
  await readSession()
  expect(fetchMock.mock.calls[0]?.[1].signal).toBeInstanceOf(AbortSignal)
})

test("an unknown role counts as user", () => {
  expect(parseSession({ user: USER, role: "emperor" })).toMatchObject({ role: "user" })
})

test("an invalid response counts as signed out", () => {
  expect(parseSession({ user: { id: 1 } })).toEqual({ status: "signed-out" })
  expect(parseSession(null)).toEqual({ status: "signed-out" })
})

test("an unchanged session does not call listeners", () => {
  setSession({ status: "signed-in", user: USER, role: "user" })
  const listener = vi.fn()
  const stop = $session.listen(listener)
  setSession({ status: "signed-in", user: { ...USER }, role: "user" })
  expect(listener).not.toHaveBeenCalled()
  stop()
})
