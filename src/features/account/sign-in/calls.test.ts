import { expect, test } from "vitest"
import { makeNoContent, makeProblem, serve } from "../fixtures.ts"
import { fetchConfirmedEmail, resetPassword, verifyEmail } from "./calls.ts"

test("resetting a password sends the new password without its confirmation", async () => {
  const calls = serve({ "POST /api/auth/reset-password": makeNoContent })
  const sent = await resetPassword({ token: "t", password: "sekret", confirm_password: "sekret" })
  expect(sent.ok).toBe(true)
  expect(calls.map(({ body }) => body)).toEqual([{ token: "t", password: "sekret" }])
})

test("confirming an email address returns the address or the failure", async () => {
  serve({ "POST /api/auth/verify-email": () => Response.json({ email: "ann@example.lv" }) })
  expect(await verifyEmail("t")).toMatchObject({ ok: true, body: "ann@example.lv" })
  serve({ "POST /api/auth/verify-email": () => makeProblem("link_unusable", 410) })
  expect(await verifyEmail("t")).toMatchObject({ failure: { code: "link_unusable" } })
})

test.each([
  [true, "ann@example.lv"],
  [false, null],
])(
  "if the address is confirmed (%s), fetchConfirmedEmail() returns %s",
  async (email_verified, email) => {
    serve({ "GET /api/account": () => Response.json({ email: "ann@example.lv", email_verified }) })
    expect(await fetchConfirmedEmail()).toBe(email)
  },
)
