import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { makeProfile, makeStore, noProfile, ok, saveTo } from "./fixtures.ts"
import type { ProfileBody } from "./schema.ts"
import type { AvatarChoice } from "./values.ts"

const chosen = (name = "new"): AvatarChoice => ({
  status: "chosen",
  picture: new Blob([name], { type: "image/webp" }),
  preview: `blob:${name}`,
})

test("a chosen picture is stored first, and its address is saved with the rest", async () => {
  const calls: string[] = []
  const { load, form, save, values, saveProfile } = makeStore({
    fetchProfile: noProfile,
    sendAvatar: async () => {
      calls.push("picture")
      return ok("/uploads/avatars/u1/avatar-2.webp")
    },
    saveProfile: vi.fn(async (body: ProfileBody) => {
      calls.push("profile")
      return await saveTo(makeProfile())(body)
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

test("a picture that is hidden in the same save goes into the profile together with its switch", async () => {
  const { load, form, save, saveProfile } = makeStore()
  await load()
  form.change({ avatar_url: chosen(), show_avatar: false })
  await save()
  expect(saveProfile).toHaveBeenCalledTimes(1)
  expect(saveProfile).toHaveBeenCalledWith(
    expect.objectContaining({
      avatar_url: "/uploads/avatars/u1/avatar-2.webp",
      privacy_settings: { show_avatar: false },
    }),
  )
})

function storeThatFailsFirst(first: Parameters<typeof failed>) {
  const answers = [failed(...first)]
  return makeStore({
    saveProfile: vi.fn(async (body) => answers.shift() ?? (await saveTo(makeProfile())(body))),
  })
}

test("a picture whose profile was not saved stays chosen, and is not sent again", async () => {
  const { load, form, save, values, sendAvatar, saveProfile } = storeThatFailsFirst(["unreachable"])
  await load()
  form.change({ avatar_url: chosen() })
  await save()
  expect(values().avatar_url).toMatchObject({ status: "chosen", preview: "blob:new" })
  await save()
  expect(sendAvatar).toHaveBeenCalledTimes(1)
  expect(saveProfile).toHaveBeenLastCalledWith(
    expect.objectContaining({ avatar_url: "/uploads/avatars/u1/avatar-2.webp" }),
  )
  expect(values().avatar_url).toMatchObject({ status: "saved" })
})

test("one that is not there any more is sent again", async () => {
  const { load, form, save, sendAvatar } = storeThatFailsFirst([
    "invalid",
    { errors: { avatar_url: "invalid" } },
  ])
  await load()
  form.change({ avatar_url: chosen() })
  await save()
  await save()
  expect(sendAvatar).toHaveBeenCalledTimes(2)
})

test("a picture that was chosen while another was refused stays chosen", async () => {
  const { promise, resolve } = Promise.withResolvers<Answer<string>>()
  const { load, form, save, values } = makeStore({ sendAvatar: () => promise })
  await load()
  form.change({ avatar_url: chosen() })
  const saving = save()
  form.change({ avatar_url: chosen("newer") })
  resolve(failed("too_large"))
  await saving
  expect(values().avatar_url).toMatchObject({ preview: "blob:newer" })
})
