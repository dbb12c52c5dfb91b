import { beforeEach, expect, test, vi } from "vitest"
import { $session, setSession } from "../session/session.ts"
import { makeAccount, problem, serve, signIn, watch } from "./fixtures.ts"
import { createAccount } from "./own-account.ts"

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.stubGlobal("document", { cookie: "" })
  setSession({ status: "loading" })
})

/** An account that is being looked at. */
async function openAccount() {
  const account = createAccount()
  watch(account.$account)
  signIn()
  await vi.waitFor(() => expect(account.$account.get().status).not.toBe("loading"))
  return account
}

test("nothing is asked before somebody is signed in, and once then", async () => {
  const asked = serve({ "GET /api/account": () => Response.json(makeAccount()) })
  const { $account } = createAccount()
  watch($account)
  watch($account)
  expect(asked).toEqual([])
  signIn()
  await vi.waitFor(() => expect($account.get().status).toBe("ready"))
  expect(asked).toHaveLength(1)
})

test("nothing of one person shows to the next", async () => {
  const emails = ["liga@example.org", "jonas@example.org"]
  serve({
    "GET /api/account": () => Response.json(makeAccount({ email: emails.shift() ?? "" })),
  })
  const { $account } = await openAccount()
  signIn("u2")
  expect($account.get().status).toBe("loading")
  await vi.waitFor(() =>
    expect($account.get()).toMatchObject({ account: { email: "jonas@example.org" } }),
  )
  setSession({ status: "signed-out" })
  expect($account.get()).toEqual({ status: "loading" })
})

test("a failure says why, and can be tried again", async () => {
  const answers = [problem("database_unavailable", 503), Response.json(makeAccount())]
  serve({ "GET /api/account": () => answers.shift() ?? problem("internal", 500) })
  const { $account, load } = await openAccount()
  expect($account.get()).toMatchObject({ failure: { code: "database_unavailable" } })
  await load()
  expect($account.get().status).toBe("ready")
})

test("what is shown stays where it cannot be read anew", async () => {
  const answers = [Response.json(makeAccount())]
  serve({ "GET /api/account": () => answers.shift() ?? problem("internal", 500) })
  const { $account, load } = await openAccount()
  await load()
  expect($account.get().status).toBe("ready")
})

test("a session that was ended elsewhere is over here too", async () => {
  serve({ "GET /api/account": () => problem("sign_in_required", 401) })
  const { $account } = createAccount()
  watch($account)
  signIn()
  await vi.waitFor(() => expect($session.get().status).toBe("signed-out"))
  expect($account.get()).toEqual({ status: "loading" })
})

test("a setting shows at once and is saved", async () => {
  const asked = serve({
    "GET /api/account": () => Response.json(makeAccount()),
    "PATCH /api/account": () => Response.json(makeAccount({ marketing_consent: true })),
  })
  const { $account, change } = await openAccount()
  const changing = change({ marketing_consent: true })
  expect($account.get()).toMatchObject({ account: { marketing_consent: true } })
  expect(await changing).toBeNull()
  expect(asked.at(-1)).toMatchObject({ body: { marketing_consent: true } })
})

test("a setting that cannot be saved goes back", async () => {
  serve({
    "GET /api/account": () => Response.json(makeAccount({ language: "lt" })),
    "PATCH /api/account": () => problem("rate_limited", 429),
  })
  const { $account, change } = await openAccount()
  expect(await change({ language: "ru" })).toMatchObject({ code: "rate_limited" })
  expect($account.get()).toMatchObject({ account: { language: "lt" } })
})

test.each([
  ["what they chose", () => Response.json(makeAccount({ language: "lv" }))],
  ["a refusal", () => problem("rate_limited", 429)],
])("an answer that comes after its member has left changes nothing: %s", async (_, late) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const jonas = makeAccount({ email: "jonas@example.org", language: "lt" })
  const accounts = [makeAccount(), jonas]
  serve({
    "GET /api/account": () => Response.json(accounts.shift()),
    "PATCH /api/account": () => promise,
  })
  const { $account, change } = await openAccount()
  const changing = change({ language: "lv" })
  signIn("u2")
  resolve(late())
  await changing
  await vi.waitFor(() => expect($account.get()).toEqual({ status: "ready", account: jonas }))
})

test("of two choices the later is saved last, and shown", async () => {
  const first = Promise.withResolvers<Response>()
  const asked = serve({
    "GET /api/account": () => Response.json(makeAccount()),
    "PATCH /api/account": ({ body }) =>
      JSON.stringify(body).includes("lv")
        ? first.promise
        : Response.json(makeAccount({ language: "et" })),
  })
  const { $account, change } = await openAccount()
  const changes = [change({ language: "lv" }), change({ language: "et" })]
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  first.resolve(Response.json(makeAccount({ language: "lv" })))
  await Promise.all(changes)
  expect(asked.map(({ body }) => body)).toEqual([undefined, { language: "lv" }, { language: "et" }])
  expect($account.get()).toMatchObject({ account: { language: "et" } })
})
