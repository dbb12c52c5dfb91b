import { beforeEach, expect, test, vi } from "vitest"
import { setSession } from "../../../session/session.ts"
import { $toasts } from "../../../ui/toast/toasts.ts"
import { makeProblem, signIn } from "../fixtures.ts"
import {
  GET,
  MEMBER_ID,
  makeProfile,
  OTHER_MEMBER_ID,
  openPage,
  PATCH,
  reloadPage,
  resetPage,
} from "./fixtures.ts"

beforeEach(resetPage)

test("a profile that cannot load because the session has ended leads to the login page without a toast", async () => {
  const { getState } = await openPage({ [GET]: () => makeProblem("sign_in_required", 401) })
  expect(getState().status).toBe("signed-out")
  expect($toasts.get()).toEqual([])
})

function expireSession(): void {
  vi.stubGlobal("document", { ...document, cookie: "" })
  setSession({ status: "signed-out" })
}

test("an expired session keeps unsaved changes and asks the member to log in", async () => {
  const { form, save, getState, getValues, listSentBodies } = await openPage({
    [PATCH]: () => makeProblem("sign_in_required", 401),
  })
  form.change({ bio: "New" })
  await save()
  expireSession()
  expect(getState()).toMatchObject({ status: "ready", needsSignIn: true })
  signIn(MEMBER_ID)
  expect(getState()).toMatchObject({ status: "ready", needsSignIn: false })
  expect(getValues().bio).toBe("New")
  expect(listSentBodies(PATCH)).toHaveLength(1)
})

test("an expired session without unsaved changes leads to the login page", async () => {
  const { getState } = await openPage()
  expireSession()
  expect(getState().status).toBe("signed-out")
})

test("a log-out leads to the login page, even with unsaved changes", async () => {
  const { form, getState } = await openPage()
  form.change({ bio: "New" })
  expireSession()
  setSession({ status: "signed-out", isDeliberate: true })
  expect(getState().status).toBe("signed-out")
})

test("another member who logs in never sees the previous member's profile", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { form, save, getState, getValues } = await openPage({ [PATCH]: () => promise })
  form.change({ bio: "New" })
  const saving = save()
  signIn(OTHER_MEMBER_ID)
  expect(getState().status).toBe("loading")
  expect(reloadPage).toHaveBeenCalledTimes(1)
  resolve(Response.json(makeProfile({ bio: "New" })))
  await saving
  expect(getState().status).toBe("loading")
  expect(getValues()).toMatchObject({ display_name: "", bio: "" })
})

test.each([
  [
    "the loaded profile belongs to another member",
    { [GET]: () => Response.json(makeProfile({ user_id: OTHER_MEMBER_ID })) },
  ],
  ["a save is refused with `stale`", { [PATCH]: () => makeProblem("stale", 409) }],
])("when %s, the page reloads without a toast", async (_, responders) => {
  const { form, save, getState } = await openPage(responders)
  form.change({ bio: "New" })
  await save()
  expect(getState().status).toBe("loading")
  expect(reloadPage).toHaveBeenCalledTimes(1)
  expect($toasts.get()).toEqual([])
})
