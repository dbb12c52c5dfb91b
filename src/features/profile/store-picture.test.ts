import { expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { makeProfile, makeStore, noProfile, ok } from "./fixtures.ts"
import type { AvatarChoice } from "./values.ts"

const chosen = (name = "new"): AvatarChoice => ({
  status: "chosen",
  picture: new Blob([name], { type: "image/webp" }),
  preview: `blob:${name}`,
})

test("a chosen picture is sent first, and its address with the rest", async () => {
  const calls: string[] = []
  const { load, form, save, values, saveProfile } = makeStore({
    fetchProfile: noProfile,
    sendAvatar: async () => {
      calls.push("picture")
      return ok("/uploads/avatars/u1/avatar-2.webp")
    },
    saveProfile: vi.fn(async (body: object) => {
      calls.push("profile")
      return ok(makeProfile(body))
    }),
  })
  await load()
  form.change({ display_name: "Liga", avatar_url: chosen() })
  await save()
  expect(calls).toEqual(["picture", "profile"])
  expect(saveProfile).toHaveBeenCalledWith(
    expect.objectContaining({ avatar_url: "/uploads/avatars/u1/avatar-2.webp" }),
  )
  expect(values().avatar_url).toEqual({
    status: "saved",
    url: "/uploads/avatars/u1/avatar-2.webp",
  })
})

test("a picture that gets another address by being hidden is shown by that", async () => {
  const { load, form, save, values, $isDirty } = makeStore({
    saveProfile: async () => ok(makeProfile({ avatar_url: "/uploads/avatars/u1/avatar-3.webp" })),
  })
  await load()
  form.change({ avatar_url: chosen() })
  await save()
  expect(values().avatar_url).toEqual({
    status: "saved",
    url: "/uploads/avatars/u1/avatar-3.webp",
  })
  expect($isDirty.get()).toBe(false)
})

test("a picture that does not arrive keeps all as it was typed, for another try", async () => {
  const { load, form, save, saveProfile, tell, values, state } = makeStore({
    sendAvatar: async () => failed("unreachable"),
  })
  await load()
  form.change({ bio: "New", avatar_url: chosen() })
  await save()
  expect(saveProfile).not.toHaveBeenCalled()
  expect(tell.mock.calls).toMatchObject([
    [{ kind: "upload-failed", failure: { code: "unreachable" } }],
  ])
  expect(values()).toMatchObject({ bio: "New", avatar_url: { status: "chosen" } })
  expect(state()).toMatchObject({ profile: { avatar_url: null } })
})

test("a picture that is refused gives way to the saved one", async () => {
  const { load, form, save, values } = makeStore({
    fetchProfile: async () => ok(makeProfile({ avatar_url: "/uploads/avatars/u1/old.webp" })),
    sendAvatar: async () => failed("unsupported_image"),
  })
  await load()
  form.change({ bio: "New", avatar_url: chosen() })
  await save()
  expect(values()).toMatchObject({
    bio: "New",
    avatar_url: { status: "saved", url: "/uploads/avatars/u1/old.webp" },
  })
})

test("a picture that has arrived is not sent again when the rest has to be", async () => {
  const answers = [failed("unreachable"), ok(makeProfile())]
  const { load, form, save, sendAvatar, saveProfile } = makeStore({
    fetchProfile: noProfile,
    saveProfile: vi.fn(async () => answers.shift() ?? failed("internal")),
  })
  await load()
  form.change({ display_name: "Liga", avatar_url: chosen() })
  await save()
  await save()
  expect(sendAvatar).toHaveBeenCalledTimes(1)
  expect(saveProfile).toHaveBeenLastCalledWith(
    expect.objectContaining({ avatar_url: "/uploads/avatars/u1/avatar-2.webp" }),
  )
})
