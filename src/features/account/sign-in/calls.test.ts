import { beforeEach, expect, test, vi } from "vitest"
import { fetchConfirmedEmail, resetPassword, verifyEmail } from "./calls.ts"

function stubResponse(body: unknown, status = 200) {
  const fetchMock = vi.fn(async (_path: string, _init: RequestInit) =>
    status === 204 ? new Response(null, { status }) : Response.json(body, { status }),
  )
  vi.stubGlobal("fetch", fetchMock)
  return fetchMock
}

const stubProblem = (status: number, code: string) =>
  stubResponse({ type: "about:blank", title: code, status, detail: "", code }, status)

beforeEach(() => {
  vi.unstubAllGlobals()
})

test("resetting a password sends the new password without its confirmation", async () => {
  const fetchMock = stubResponse(null, 204)
  const sent = await resetPassword({ token: "t", password: "sekret", confirm_password: "sekret" })
  expect(sent.ok).toBe(true)
  expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/auth/reset-password")
  expect(fetchMock.mock.calls[0]?.[1].body).toBe('{"token":"t","password":"sekret"}')
})

test("confirming an email address returns the address or the failure", async () => {
  stubResponse({ email: "ann@example.lv" })
  expect(await verifyEmail("t")).toMatchObject({ ok: true, body: "ann@example.lv" })
  stubProblem(410, "link_unusable")
  expect(await verifyEmail("t")).toMatchObject({ failure: { code: "link_unusable" } })
})

test("fetchConfirmedEmail() returns the address only if it is confirmed", async () => {
  stubResponse({ email: "ann@example.lv", email_verified: true })
  expect(await fetchConfirmedEmail()).toBe("ann@example.lv")
  stubResponse({ email: "ann@example.lv", email_verified: false })
  expect(await fetchConfirmedEmail()).toBeNull()
})
