import { expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { makeTeam } from "./fixtures.ts"
import { createTeamStore, type TeamSteps } from "./team-store.ts"

const done = <Body>(body: Body) => ({ ok: true as const, headers: new Headers(), body })

function makeStore(steps: Partial<TeamSteps> = {}) {
  const fetchTeam = vi.fn(async () => done(makeTeam("kell")))
  return {
    fetchTeam,
    ...createTeamStore({
      slug: () => "kell",
      fetchTeam,
      sendRequest: async () => done({ id: "r1", mails: true }),
      withdrawRequest: async () => done(undefined),
      ...steps,
    }),
  }
}

test("an address that is no team's is not asked for", async () => {
  const store = makeStore({ slug: () => null })
  await store.load()
  expect(store.$team.get()).toEqual({ status: "not-found" })
  expect(store.fetchTeam).not.toHaveBeenCalled()
})

test("a team that is shown stays when nobody answers", async () => {
  let isDown = false
  const store = makeStore({
    fetchTeam: async () => (isDown ? failed("unreachable") : done(makeTeam("kell"))),
  })
  await store.load()
  isDown = true
  await store.load()
  expect(store.$team.get().status).toBe("found")
})

test("what a team was to one viewer is not shown to the next when nobody answers", async () => {
  let isDown = false
  const store = makeStore({
    fetchTeam: async () =>
      isDown ? failed("unreachable") : done(makeTeam("kell", { role: "owner" })),
  })
  await store.load()
  isDown = true
  await store.startOver()
  expect(store.$team.get().status).toBe("failed")
})

test("who has asked is pending, and is not after taking it back", async () => {
  const store = makeStore()
  await store.load()
  await store.ask("Hi")
  expect(store.$team.get()).toMatchObject({ team: { request: { id: "r1", status: "pending" } } })
  expect(await store.withdraw("r1")).toBeNull()
  expect(store.$team.get()).toMatchObject({ team: { request: null } })
})

test.each(["already_member", "already_requested", "request_declined"] as const)(
  "%s: how things stand is read anew",
  async (code) => {
    const store = makeStore({ sendRequest: async () => failed(code) })
    await store.load()
    await store.ask(null)
    expect(store.fetchTeam).toHaveBeenCalledTimes(2)
  },
)

test("a missing profile changes nothing about the request", async () => {
  const store = makeStore({ sendRequest: async () => failed("profile_incomplete") })
  await store.load()
  await store.ask(null)
  expect(store.fetchTeam).toHaveBeenCalledTimes(1)
  expect(store.$team.get()).toMatchObject({ team: { request: null } })
})
