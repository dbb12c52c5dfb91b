import { expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { makeTeam } from "./fixtures.ts"
import { createManageStore, type ManageSteps } from "./manage.ts"

const done = <Body>(body: Body) => ({ ok: true as const, headers: new Headers(), body })
const own = makeTeam("kell", { role: "owner", location: "Tartu" })

function makeStore(steps: Partial<ManageSteps> = {}) {
  const signIn = vi.fn()
  const giveUp = vi.fn()
  const store = createManageStore({
    slug: () => "kell",
    isMaybeSignedIn: () => true,
    fetchTeam: async () => done(own),
    saveTeam: async () => done(own),
    signIn,
    giveUp,
    ...steps,
  })
  return { ...store, signIn, giveUp }
}

test("a stranger goes to sign in, without a look at the team", async () => {
  const fetchTeam = vi.fn(async () => done(own))
  const store = makeStore({ isMaybeSignedIn: () => false, fetchTeam })
  await store.load()
  expect(store.signIn).toHaveBeenCalledOnce()
  expect(fetchTeam).not.toHaveBeenCalled()
})

test.each(["admin", "member", null] as const)("%s is denied", async (role) => {
  const store = makeStore({ fetchTeam: async () => done({ ...own, role }) })
  await store.load()
  expect(store.$state.get()).toEqual({ status: "denied" })
})

test.each(["not_found", "unreachable"] as const)(
  "%s: it is said and the page left",
  async (code) => {
    const store = makeStore({ fetchTeam: async () => failed(code) })
    await store.load()
    expect(store.giveUp).toHaveBeenCalledWith(expect.objectContaining({ code }))
  },
)

test("emptied fields are sent as none", async () => {
  const saveTeam = vi.fn<ManageSteps["saveTeam"]>(async () => done(own))
  const store = makeStore({ saveTeam })
  await store.load()
  store.form.change({ location: " ", website_url: "" })
  expect(store.$isDirty.get()).toBe(true)
  await store.save()
  expect(saveTeam).toHaveBeenCalledWith(
    "kell",
    expect.objectContaining({ location: null, website_url: null, updated_at: own.updated_at }),
  )
  expect(store.$isDirty.get()).toBe(false)
})

test("a website that is none is said at its field", async () => {
  const store = makeStore()
  await store.load()
  store.form.change({ website_url: "javascript:alert(1)" })
  expect(await store.save()).toMatchObject({ failure: { errors: { website_url: "invalid_url" } } })
})

test("what one owner typed is gone for the next, also where an answer is still on its way", async () => {
  const late = Promise.withResolvers<Awaited<ReturnType<ManageSteps["saveTeam"]>>>()
  const store = makeStore({ saveTeam: () => late.promise })
  await store.load()
  store.form.change({ description: "Mine alone" })
  const saving = store.save()
  store.forget()
  late.resolve(done({ ...own, description: "Mine alone" }))
  expect(await saving).toBeNull()
  expect(store.$state.get()).toEqual({ status: "leaving" })
  expect(store.$isDirty.get()).toBe(false)
  expect(JSON.stringify(store.form.$values.get())).not.toContain("Mine alone")
  expect(store.form.$submission.get()).toEqual({ status: "open", failure: null })
})

test("who meets a newer version keeps what was typed, and chooses", async () => {
  const newer = makeTeam("kell-2", { role: "owner", updated_at: "2026-06-01T10:00:00.000Z" })
  const saveTeam = vi
    .fn<ManageSteps["saveTeam"]>()
    .mockResolvedValueOnce(failed("stale", { current: newer }))
    .mockResolvedValueOnce(done(newer))
  const store = makeStore({ saveTeam })
  await store.load()
  store.form.change({ name: "Mine" })
  await store.save()
  expect(store.form.$values.get().name).toBe("Mine")
  store.overwrite()
  await store.save()
  expect(saveTeam).toHaveBeenLastCalledWith(
    "kell-2",
    expect.objectContaining({ name: "Mine", updated_at: newer.updated_at }),
  )
})

test("or takes theirs", async () => {
  const newer = makeTeam("kell", { role: "owner", name: "Theirs" })
  const store = makeStore({ saveTeam: async () => failed("stale", { current: newer }) })
  await store.load()
  store.form.change({ name: "Mine" })
  await store.save()
  store.takeTheirs()
  expect(store.form.$values.get().name).toBe("Theirs")
  expect(store.$isDirty.get()).toBe(false)
})
