import { afterEach, expect, test, vi } from "vitest"
import { call } from "./call.ts"

const read = (json: unknown) => json

const respondWith = (response: Response | Error) =>
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    if (response instanceof Error) throw response
    return response
  })

afterEach(() => vi.restoreAllMocks())

test("the JSON of the response is the body", async () => {
  respondWith(Response.json({ a: 1 }, { status: 201 }))
  expect(await call("/api/x", { read })).toMatchObject({ ok: true, body: { a: 1 } })
})

test("an empty response has no body", async () => {
  respondWith(new Response(null, { status: 204 }))
  expect(await call("/api/x", { method: "DELETE", read })).toMatchObject({
    ok: true,
    body: undefined,
  })
})

test("a problem document becomes a failure with code, field errors and the current row", async () => {
  const problem = { code: "stale", errors: { slug: "slug_taken" }, current: { id: "1" } }
  respondWith(Response.json(problem, { status: 409 }))
  expect(await call("/api/x", { read })).toEqual({
    ok: false,
    failure: { code: "stale", errors: { slug: "slug_taken" }, current: { id: "1" } },
  })
})

test("Retry-After in seconds becomes retryAfter, and a date is ignored", async () => {
  const makeLimited = (retryAfter: string) =>
    Response.json({ code: "rate_limited" }, { status: 429, headers: { "retry-after": retryAfter } })
  respondWith(makeLimited("90"))
  expect(await call("/api/x", { read })).toMatchObject({ failure: { retryAfter: 90 } })
  respondWith(makeLimited("Wed, 21 Oct 2026 07:28:00 GMT"))
  expect(await call("/api/x", { read })).toMatchObject({ failure: { retryAfter: undefined } })
})

test("an error page of a proxy has the code internal, or too_large for status 413", async () => {
  respondWith(new Response("<html>", { status: 502 }))
  expect(await call("/api/x", { read })).toMatchObject({ failure: { code: "internal" } })
  respondWith(new Response("<html>", { status: 413 }))
  expect(await call("/api/x", { read })).toMatchObject({ failure: { code: "too_large" } })
})

test("a request without a response fails with the code unreachable", async () => {
  respondWith(new TypeError("Failed to fetch"))
  expect(await call("/api/x", { read })).toMatchObject({ failure: { code: "unreachable" } })
})

test("a response of an unexpected shape is an internal error", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  respondWith(Response.json({}))
  const failToParse = () => {
    throw new Error("no id")
  }
  expect(await call("/api/x", { read: failToParse })).toMatchObject({
    failure: { code: "internal" },
  })
})

test("a Blob is sent with its own content type, and other payloads are sent as JSON", async () => {
  const fetch = respondWith(Response.json({}))
  await call("/api/x", { method: "POST", payload: new Blob(["x"], { type: "image/webp" }), read })
  expect(fetch.mock.lastCall?.[1]?.headers).toEqual({ "content-type": "image/webp" })
  await call("/api/x", { method: "POST", payload: { a: 1 }, read })
  expect(fetch.mock.lastCall?.[1]).toMatchObject({
    body: '{"a":1}',
    headers: { "content-type": "application/json" },
  })
})
