import { beforeEach, expect, test, vi } from "vitest"
import { $session, setSession } from "../../session/session.ts"
import { makeAccount, makeProblem, serve, signIn, startSignedOut, watch } from "./fixtures.ts"
import { $accountState } from "./own-account.ts"

beforeEach(() => startSignedOut($accountState))

function getRequestingMember(): string {
  const session = $session.get()
  return session.status === "signed-in" ? session.user.id : "none"
}

const expectState = () => expect($accountState.get())

test("the account is fetched for each member who logs in, and cleared by the log-out", async () => {
  const calls = serve({
    // In this test, the email of each account is the id of the member who requested it.
    "GET /api/account": () => Response.json(makeAccount({ email: getRequestingMember() })),
  })
  watch($accountState)
  expect(calls).toEqual([])
  signIn()
  await vi.waitFor(() => expectState().toMatchObject({ data: { email: "u1" } }))
  signIn("u2")
  await vi.waitFor(() => expectState().toMatchObject({ data: { email: "u2" } }))
  setSession({ status: "signed-out" })
  await vi.waitFor(() => expectState().toEqual({ status: "loading" }))
})

test("the member is signed out if the server responds that the session has ended", async () => {
  serve({
    "GET /api/account": () => makeProblem("sign_in_required", 401),
    "GET /api/auth/session": () => Response.json({ user: null }),
  })
  watch($accountState)
  signIn()
  await vi.waitFor(() => expect($session.get().status).toBe("signed-out"))
})
