import { beforeEach, expect, test, vi } from "vitest"
import { nextPath } from "../../next-path.ts"
import { NO_CONTENT, problem, serve } from "../account/fixtures.ts"
import { createDeletionForm, googleAgainAddress } from "./deletion.ts"

beforeEach(() => void vi.unstubAllGlobals())

test("who has a password must give it", async () => {
  const asked = serve({})
  const answer = await createDeletionForm(true).submit()
  expect(answer).toMatchObject({ failure: { errors: { password: "required" } } })
  expect(asked).toEqual([])
})

test("the password goes along", async () => {
  const asked = serve({ "DELETE /api/account": NO_CONTENT })
  const form = createDeletionForm(true)
  form.change({ password: "secret" })
  expect(await form.submit()).toMatchObject({ ok: true })
  expect(asked).toMatchObject([{ body: { password: "secret" } }])
})

test("who has none sends none, and may have to sign in again", async () => {
  const asked = serve({ "DELETE /api/account": () => problem("sign_in_again", 403) })
  const answer = await createDeletionForm(false).submit()
  expect(answer).toMatchObject({ failure: { code: "sign_in_again" } })
  expect(asked).toMatchObject([{ body: {} }])
})

test("Google leads back to the dialog", () => {
  const { searchParams } = new URL(googleAgainAddress("lv"), "http://localhost")
  expect(searchParams.get("language")).toBe("lv")
  expect(nextPath(searchParams.get("next"), "/")).toBe("/lv/profile?delete")
})
