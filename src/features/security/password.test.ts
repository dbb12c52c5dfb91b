import { beforeEach, expect, test, vi } from "vitest"
import { NO_CONTENT, problem, serve } from "../account/fixtures.ts"
import { createPasswordForm } from "./password.ts"

const VALUES = {
  current_password: "old secret",
  new_password: "new secret",
  confirm_password: "new secret",
}

beforeEach(() => void vi.unstubAllGlobals())

function fillIn(changes: Partial<typeof VALUES> = {}) {
  const form = createPasswordForm()
  form.change({ ...VALUES, ...changes })
  return form
}

test("the repetition is not sent", async () => {
  const asked = serve({ "PUT /api/account/password": NO_CONTENT })
  expect(await fillIn().submit()).toMatchObject({ ok: true })
  expect(asked).toMatchObject([
    { body: { current_password: "old secret", new_password: "new secret" } },
  ])
})

test.each([
  [{ current_password: "" }, { current_password: "required" }],
  [{ new_password: "short", confirm_password: "short" }, { new_password: "password_too_short" }],
  [{ confirm_password: "new sacred" }, { confirm_password: "passwords_differ" }],
])("%o is told at its field, unsent", async (changes, errors) => {
  const asked = serve({})
  expect(await fillIn(changes).submit()).toMatchObject({ ok: false, failure: { errors } })
  expect(asked).toEqual([])
})

test("a wrong password is told at its field", async () => {
  const errors = { current_password: "wrong_password" }
  serve({ "PUT /api/account/password": () => problem("invalid", 422, errors) })
  expect(await fillIn().submit()).toMatchObject({ ok: false, failure: { errors } })
})
