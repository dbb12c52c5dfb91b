import { afterEach, beforeEach, expect, test, vi } from "vitest"
import auth from "../../../netlify/functions/auth.ts"
import { logFailure, logLimited } from "../../../netlify/lib/monitoring/log.ts"
import { openBrowser } from "../../support/browser-like.ts"

let loggedLines: string[]
beforeEach(() => {
  loggedLines = []
  // No server listens at these URLs, so queries fail.
  vi.stubEnv("DATABASE_URL", "postgres://daina_app:x@127.0.0.1:1/nothing")
  vi.stubEnv("AUTH_DATABASE_URL", "postgres://daina_auth:x@127.0.0.1:1/nothing")
  vi.useFakeTimers({ toFake: ["setTimeout"] })
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...line) => void loggedLines.push(line.join(" ")))
  }
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test("a failure is logged ten times a minute, followed by the number of omitted lines", () => {
  for (let index = 0; index < 250; index += 1) logFailure(`Call ${index} failed`, new Error("down"))
  expect(loggedLines).toHaveLength(10)
  vi.advanceTimersByTime(60_000)
  expect(loggedLines.slice(10)).toEqual(["… 240 more like this in a minute: Error: down"])

  logFailure("Call 251 failed", new Error("down"))
  vi.advanceTimersByTime(60_000)
  expect(loggedLines).toHaveLength(12)
})

test("logLimited() accepts another limit than ten lines a minute", () => {
  for (let index = 0; index < 5; index += 1) logLimited("three", 3, () => loggedLines.push("line"))
  vi.advanceTimersByTime(60_000)
  expect(loggedLines).toEqual(["line", "line", "line", "… 2 more like this in a minute: three"])
})

test("each kind of error has its own limit, and all kinds together have another limit", () => {
  for (let index = 0; index < 20; index += 1) logFailure("A call failed", new Error("down"))
  logFailure("A call failed", new Error("another"))
  expect(loggedLines.at(-1)).toContain("another")
  for (let index = 0; index < 5_000; index += 1) logFailure("It failed", new Error(`x${index}`))
  expect(loggedLines.length).toBeLessThan(1_100)
})

test("an error without a code is logged with its stack, and a network error in one line", () => {
  const log = vi.mocked(console.error)
  const ownError = new Error("a mistake")
  logFailure("It failed", ownError)
  expect(log).toHaveBeenLastCalledWith("It failed:", ownError)
  logFailure("It failed", Object.assign(new Error("aborted"), { code: "ECONNRESET" }))
  expect(log).toHaveBeenLastCalledWith("It failed:", "Error: aborted")
})

test("the secret of a calendar feed is not in the log", async () => {
  const response = await openBrowser().get(`/api/calendar-feed/${"s".repeat(43)}`)
  expect(response.status).toBe(503)
  expect(loggedLines.join()).toContain("GET /api/calendar-feed/… failed")
  expect(loggedLines.join()).not.toContain("sss")
})

test("a request that the client aborts is logged in one line", async () => {
  const abortedBody = new ReadableStream({
    pull() {
      throw Object.assign(new Error("aborted"), { code: "ECONNRESET" })
    },
  })
  const headers = { "content-type": "application/json", origin: "http://daina.test" }
  // TypeScript's type lacks `duplex`.
  const init = { method: "POST", headers, body: abortedBody, duplex: "half" }
  const request = new Request("http://daina.test/api/auth/sign-in", init)
  const response = await auth(request, Object({ ip: "10.9.9.9", requestId: "test" }))
  expect(response.status).toBe(400)
  expect(loggedLines).toEqual(["POST /api/auth/sign-in failed (request test): Error: aborted"])
})

test("reports of missing pages are limited to ten per IPv6 network (/64)", async () => {
  const report = (address: string) =>
    openBrowser(address).send("POST", "/api/not-found", { path: "/nowhere" })
  for (let index = 0; index < 10; index += 1) {
    expect((await report(`2001:db8:7:7::${index}`)).status).toBe(204)
  }
  expect((await report("2001:db8:7:7:8::1")).status).toBe(429)
  expect((await report("2001:db8:7:8::1")).status).toBe(204)
})

test("CSP reports from 150 IP addresses are logged in at most 100 lines", async () => {
  for (let index = 0; index < 150; index += 1) {
    const browser = openBrowser(`198.51.100.${index}`)
    await browser.send("POST", "/api/csp-report", { index })
  }
  expect(loggedLines).toHaveLength(100)
})
