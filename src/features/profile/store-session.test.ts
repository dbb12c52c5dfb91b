import { expect, test } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { JONAS, LIGA, makeProfile, makeStore, noProfile, ok } from "./fixtures.ts"
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
  meetMember(LIGA)
  form.change({ bio: "New" })
  await save()
  expect(state()).toMatchObject({ status: "ready", needsSignIn: true })
  expect(values().bio).toBe("New")
  meetMember(LIGA)
  expect(state()).toMatchObject({ status: "ready", needsSignIn: false })
  expect(values().bio).toBe("New")
})

test("a session that ran out leaves the page, unless something would be lost by it", async () => {
  const { load, form, meetNobody, state } = makeStore()
  await load()
  form.change({ bio: "New" })
  meetNobody(false)
  expect(state()).toMatchObject({ status: "ready", needsSignIn: true })
  form.change({ bio: "" })
  meetNobody(false)
  expect(state().status).toBe("signed-out")
})

test("who has signed out leaves nothing on the screen, saved or not", async () => {
  const { load, form, meetNobody, state, $isDirty } = makeStore()
  await load()
  form.change({ bio: "New" })
  meetNobody(false)
  meetNobody(true)
  expect(state().status).toBe("signed-out")
  expect($isDirty.get()).toBe(false)
})

test("another member never sees this one's profile", async () => {
  const { promise, resolve } = Promise.withResolvers<Answer<Profile>>()
  const { load, form, save, meetMember, startOver, state } = makeStore({
    saveProfile: () => promise,
  })
  meetMember(LIGA)
  await load()
  form.change({ bio: "New" })
  const saving = save()
  meetMember(JONAS)
  expect(state().status).toBe("loading")
  expect(startOver).toHaveBeenCalledTimes(1)
  resolve(ok(makeProfile({ bio: "New" })))
  await saving
  expect(state().status).toBe("loading")
})

test("the profile itself tells whose it is, whoever is said to be signed in", async () => {
  const later = makeStore()
  await later.load()
  later.meetMember(JONAS)
  expect(later.startOver).toHaveBeenCalledTimes(1)

  const earlier = makeStore()
  earlier.meetMember(JONAS)
  await earlier.load()
  expect(earlier.startOver).toHaveBeenCalledTimes(1)
  expect(earlier.values().display_name).toBe("")
})

test("without a profile the save says who is signed in", async () => {
  const { load, form, save, meetMember, saveProfile } = makeStore({ fetchProfile: noProfile })
  await load()
  meetMember(LIGA)
  form.change({ display_name: "Liga" })
  await save()
  expect(saveProfile).toHaveBeenCalledWith({ user_id: LIGA, display_name: "Liga" })
})

test("a save that meets another member starts over as theirs, and says nothing", async () => {
  const { load, form, save, startOver, tell, state } = makeStore({
    saveProfile: async () => failed("stale"),
  })
  await load()
  form.change({ bio: "New" })
  await save()
  expect(startOver).toHaveBeenCalledTimes(1)
  expect(state().status).toBe("loading")
  expect(tell).not.toHaveBeenCalled()
})
