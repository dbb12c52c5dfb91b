import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { LIGA, makeProfile, makeStore, noProfile, ok, saveTo } from "./fixtures.ts"
import type { Profile } from "./profile.ts"
import { DEFAULT_PRIVACY } from "./schema.ts"

test("the form starts empty, and fills from the profile", async () => {
  const { load, values, state, $isDirty } = makeStore({
    fetchProfile: async () =>
      ok(makeProfile({ bio: "I dance", gender: "other", date_of_birth: "2004-02-29" })),
  })
  const loading = load()
  expect(state().status).toBe("loading")
  expect(values().display_name).toBe("")
  await loading
  expect(state()).toMatchObject({ status: "ready", profile: { display_name: "Liga" } })
  expect(values()).toMatchObject({
    display_name: "Liga",
    bio: "I dance",
    gender: "other",
    date_of_birth: { birth_day: "29", birth_month: "02", birth_year: "2004" },
    avatar_url: { status: "saved", url: null },
  })
  expect($isDirty.get()).toBe(false)
})

test("without a profile the first save makes one, of what is not the default", async () => {
  const { load, form, save, saveProfile, tell, state, $isDirty } = makeStore({
    fetchProfile: noProfile,
  })
  await load()
  expect(state()).toMatchObject({ status: "ready", profile: null })
  form.change({ display_name: "  Liga " })
  expect($isDirty.get()).toBe(true)
  await save()
  expect(saveProfile).toHaveBeenCalledWith({ display_name: "Liga" })
  expect(tell.mock.calls).toEqual([[{ kind: "saved" }]])
  expect(state()).toMatchObject({ status: "ready", profile: { display_name: "Liga" } })
  expect($isDirty.get()).toBe(false)
})

test("only what was changed is sent, so that another tab's changes stay", async () => {
  const profile = makeProfile({ bio: "Old", gender: "male" })
  const { load, form, save, saveProfile } = makeStore({
    fetchProfile: async () => ok(profile),
    saveProfile: vi.fn(saveTo(profile)),
  })
  await load()
  form.change({ bio: "Old", music_likes_public: true })
  await save()
  const whose = { user_id: LIGA, display_name: "Liga" }
  expect(saveProfile).toHaveBeenLastCalledWith({ ...whose, music_likes_public: true })
  form.change({ gender: "" })
  await save()
  expect(saveProfile).toHaveBeenLastCalledWith({ ...whose, gender: null })
})

test("what another tab has hidden meanwhile is not published again with another switch", async () => {
  const { show_avatar: _, ...others } = DEFAULT_PRIVACY
  const hidden = makeProfile({ privacy_settings: { ...others, show_avatar: false } })
  const { load, form, save, saveProfile, values, $isDirty } = makeStore({
    saveProfile: vi.fn(saveTo(hidden)),
  })
  await load()
  form.change({ show_bio: true })
  await save()
  expect(saveProfile).toHaveBeenCalledWith({
    user_id: LIGA,
    display_name: "Liga",
    privacy_settings: { show_bio: true },
  })
  expect(values()).toMatchObject({ show_bio: true, show_avatar: false })
  expect($isDirty.get()).toBe(false)
})

test("a switch that was turned and turned back is not sent", async () => {
  const { load, form, save, saveProfile } = makeStore()
  await load()
  form.change({ show_gender: true })
  form.change({ show_gender: false, bio: "New" })
  await save()
  expect(saveProfile).toHaveBeenCalledWith({ user_id: LIGA, display_name: "Liga", bio: "New" })
})

test("a display name is needed, and is asked for at its field", async () => {
  const { load, form, save, saveProfile, tell } = makeStore({ fetchProfile: noProfile })
  await load()
  form.change({ display_name: " " })
  await save()
  expect(form.$submission.get()).toMatchObject({
    status: "open",
    failure: { errors: { display_name: "display_name_required" } },
  })
  expect(saveProfile).not.toHaveBeenCalled()
  expect(tell).not.toHaveBeenCalled()
})

test("a birth date is sent only when it is whole, and none clears it", async () => {
  const { load, form, save, saveProfile, values } = makeStore({
    fetchProfile: async () => ok(makeProfile({ date_of_birth: "2004-02-29" })),
  })
  await load()
  form.change({ date_of_birth: { ...values().date_of_birth, birth_year: "" } })
  await save()
  expect(saveProfile).toHaveBeenLastCalledWith({
    user_id: LIGA,
    display_name: "Liga",
    date_of_birth: null,
  })
  form.change({ date_of_birth: { birth_day: "31", birth_month: "02", birth_year: "2004" } })
  await save()
  expect(saveProfile).toHaveBeenCalledTimes(1)
  expect(form.$submission.get()).toMatchObject({
    failure: { errors: { date_of_birth: "invalid_date" } },
  })
})

test("what is typed while it is being saved stays, and is not saved yet", async () => {
  const { promise, resolve } = Promise.withResolvers<Answer<Profile>>()
  const { load, form, save, values, $isDirty } = makeStore({ saveProfile: () => promise })
  await load()
  form.change({ bio: "New " })
  const saving = save()
  form.change({ display_name: "Liga O." })
  resolve(ok(makeProfile({ bio: "New" })))
  await saving
  expect(values()).toMatchObject({ display_name: "Liga O.", bio: "New" })
  expect($isDirty.get()).toBe(true)
})

test("the server's refusals go to their fields", async () => {
  const { load, form, save, tell } = makeStore({
    saveProfile: async () => failed("invalid", { errors: { bio: "hidden_characters" } }),
  })
  await load()
  form.change({ bio: "New" })
  await save()
  expect(form.$submission.get()).toMatchObject({
    failure: { errors: { bio: "hidden_characters" } },
  })
  expect(tell.mock.calls).toMatchObject([[{ kind: "save-failed", failure: { code: "invalid" } }]])
})

test("a profile that cannot be loaded says so, and can be loaded again", async () => {
  const answers: Answer<Profile>[] = [failed("database_unavailable"), ok(makeProfile())]
  const { load, state, tell } = makeStore({
    fetchProfile: async () => answers.shift() ?? failed("internal"),
  })
  await load()
  expect(state()).toMatchObject({ status: "failed", failure: { code: "database_unavailable" } })
  expect(tell.mock.calls).toMatchObject([[{ kind: "load-failed" }]])
  await load()
  expect(state().status).toBe("ready")
})
