import { expect, test } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { makeProfile, makeStore, ok } from "./fixtures.ts"
import type { Profile } from "./profile.ts"

test("nobody's page is left for signing in, without asking when that is known", async () => {
  const stranger = makeStore({ isMaybeSignedIn: () => false })
  await stranger.load()
  expect(stranger.state().status).toBe("signed-out")
  expect(stranger.fetchProfile).not.toHaveBeenCalled()

  const expired = makeStore({ fetchProfile: async () => failed("sign_in_required") })
  await expired.load()
  expect(expired.state().status).toBe("signed-out")
  expect(expired.tell).not.toHaveBeenCalled()
})

test("who is signed out meanwhile keeps what was typed, and is asked to sign in", async () => {
  const { load, form, save, meetMember, state, values } = makeStore({
    saveProfile: async () => failed("sign_in_required"),
  })
  await load()
  meetMember("u1")
  form.change({ bio: "New" })
  await save()
  expect(state()).toMatchObject({ status: "ready", needsSignIn: true })
  expect(values().bio).toBe("New")
  meetMember("u1")
  expect(state()).toMatchObject({ status: "ready", needsSignIn: false })
  expect(values().bio).toBe("New")
})

test("signing out leaves the page, unless something would be lost by it", async () => {
  const { load, form, meetNobody, state } = makeStore()
  await load()
  form.change({ bio: "New" })
  meetNobody()
  expect(state()).toMatchObject({ status: "ready", needsSignIn: true })
  form.change({ bio: "" })
  meetNobody()
  expect(state().status).toBe("signed-out")
})

test("another member never sees this one's profile", async () => {
  const { promise, resolve } = Promise.withResolvers<Answer<Profile>>()
  const { load, form, save, meetMember, startOver, state } = makeStore({
    saveProfile: () => promise,
  })
  meetMember("u1")
  await load()
  form.change({ bio: "New" })
  const saving = save()
  meetMember("u2")
  expect(state().status).toBe("loading")
  expect(startOver).toHaveBeenCalledTimes(1)
  resolve(ok(makeProfile({ bio: "New" })))
  await saving
  expect(state().status).toBe("loading")
})
