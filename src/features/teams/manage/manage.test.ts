import { afterEach, expect, test, vi } from "vitest"
import { makeProblem, makeTeam, mockCalls } from "../fixtures.ts"
import { createManageStore, editTeam } from "./manage.ts"

afterEach(() => void vi.restoreAllMocks())

const id = "00000000-0000-4000-8000-000000000000"
const ownTeam = makeTeam("kell", { id, role: "owner", location: "Tartu" })

function makeStore({ isMaybeSignedIn = true } = {}) {
  const goToLogin = vi.fn()
  const onFailed = vi.fn()
  const options = {
    getSlug: () => "kell",
    isMaybeSignedIn: () => isMaybeSignedIn,
    goToLogin,
    onFailed,
  }
  return { ...createManageStore(options), goToLogin, onFailed }
}

test("an anonymous visitor goes to the log-in page without a request", async () => {
  const calls = mockCalls()
  const store = makeStore({ isMaybeSignedIn: false })
  await store.load()
  expect(store.goToLogin).toHaveBeenCalledOnce()
  expect(calls).toEqual([])
})

test.each(["admin", "member", null] as const)("the role %s is denied", async (role) => {
  mockCalls({ status: 200, body: { ...ownTeam, role } })
  const store = makeStore()
  await store.load()
  expect(store.$state.get()).toEqual({ status: "denied" })
})

test.each([
  [404, "not_found"],
  [500, "internal"],
] as const)("a response with status %i is reported as a failure", async (status, code) => {
  mockCalls(makeProblem(status, code))
  const store = makeStore()
  await store.load()
  expect(store.onFailed).toHaveBeenCalledWith(expect.objectContaining({ code }))
})

test("a team is not shown if the member logs out while the team loads", async () => {
  mockCalls({ status: 200, body: ownTeam })
  const store = makeStore()
  const loading = store.load()
  store.clear()
  await loading
  expect(store.$state.get()).toEqual({ status: "leaving" })
  expect(store.isDirty()).toBe(false)
})

test("the request contains null for emptied fields", async () => {
  const calls = mockCalls({ status: 200, body: ownTeam })
  const { form, $isDirty, save } = editTeam(ownTeam)
  form.change({ location: " ", website_url: "" })
  expect($isDirty.get()).toBe(true)
  await save()
  const body = { id, location: null, website_url: null, updated_at: ownTeam.updated_at }
  expect(calls).toMatchObject([{ path: "/api/teams/kell", body }])
  expect($isDirty.get()).toBe(false)
})

test("an invalid website is reported at its field", async () => {
  const { form, save } = editTeam(ownTeam)
  form.change({ website_url: "javascript:alert(1)" })
  expect(await save()).toMatchObject({ failure: { errors: { website_url: "invalid_url" } } })
})

const newerTeam = makeTeam("kell-2", {
  id,
  role: "owner",
  name: "Theirs",
  updated_at: "2026-06-01T10:00:00.000Z",
})

test("a conflicting save keeps the typed values, and can overwrite the newer version", async () => {
  const calls = mockCalls(makeProblem(409, "stale", { current: newerTeam }), {
    status: 200,
    body: newerTeam,
  })
  const { form, save, keepMine } = editTeam(ownTeam)
  form.change({ name: "Mine" })
  await save()
  expect(form.$values.get().name).toBe("Mine")
  await keepMine()
  expect(calls.at(-1)).toMatchObject({
    path: "/api/teams/kell-2",
    body: { id, name: "Mine", updated_at: newerTeam.updated_at },
  })
})

test("after a conflicting save, the newer version can replace the typed values", async () => {
  mockCalls(makeProblem(409, "stale", { current: newerTeam }))
  const { form, $isDirty, save, takeTheirs } = editTeam(ownTeam)
  form.change({ name: "Mine" })
  await save()
  takeTheirs()
  expect(form.$values.get().name).toBe("Theirs")
  expect($isDirty.get()).toBe(false)
})
