import { beforeEach, expect, test, vi } from "vitest"
import { confirmedEmail, resetPassword, verifyEmail } from "./calls.ts"

function answer(body: unknown, status = 200) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) =>
    status === 204 ? new Response(null, { status }) : Response.json(body, { status }),
  )
  vi.stubGlobal("fetch", fetched)
  return fetched
}

const problem = (status: number, code: string) =>
  answer({ type: "about:blank", title: code, status, detail: "", code }, status)

beforeEach(() => {
  vi.unstubAllGlobals()
})

test("the confirmation of a new password is not sent", async () => {
  const fetched = answer(null, 204)
  const sent = await resetPassword({ token: "t", password: "sekret", confirm_password: "sekret" })
  expect(sent.ok).toBe(true)
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/auth/reset-password")
  expect(fetched.mock.calls[0]?.[1].body).toBe('{"token":"t","password":"sekret"}')
})

test("confirming an address returns it or the failure", async () => {
  answer({ email: "ann@example.lv" })
  expect(await verifyEmail("t")).toMatchObject({ ok: true, body: "ann@example.lv" })
  problem(410, "link_unusable")
  expect(await verifyEmail("t")).toMatchObject({ failure: { code: "link_unusable" } })
})

test("an address counts as confirmed only if the API reports it as confirmed", async () => {
  answer({ email: "ann@example.lv", email_verified: true })
  expect(await confirmedEmail()).toBe("ann@example.lv")
  answer({ email: "ann@example.lv", email_verified: false })
  expect(await confirmedEmail()).toBeNull()
})
