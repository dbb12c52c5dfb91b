import { beforeEach, expect, test } from "vitest"
import { $toasts } from "../../../ui/toast/toasts.ts"
import { makeProblem } from "../fixtures.ts"
import {
  ALWAYS_SENT_FIELDS,
  makeProfile,
  openPage,
  PATCH,
  PICTURE_URL,
  PUT_AVATAR,
  resetPage,
  saveTo,
} from "./fixtures.ts"
import type { ProfileBody } from "./schema.ts"
import type { AvatarChoice } from "./values.ts"

beforeEach(resetPage)

const makeChosenPicture = (name = "new"): AvatarChoice => ({
  status: "chosen",
  picture: new Blob([name], { type: "image/webp" }),
  preview: `blob:${name}`,
})

test("a chosen picture is uploaded before the profile is saved with it", async () => {
  const { form, save, listSentBodies, getValues, $isDirty } = await openPage({
    [PATCH]: () => Response.json(makeProfile({ avatar_url: "/uploads/avatars/u1/avatar-3.webp" })),
  })
  form.change({ avatar_url: makeChosenPicture(), show_avatar: false })
  await save()
  expect(listSentBodies(PUT_AVATAR)).toHaveLength(1)
  expect(listSentBodies(PATCH)).toEqual([
    { ...ALWAYS_SENT_FIELDS, avatar_url: PICTURE_URL, privacy_settings: { show_avatar: false } },
  ])
  const url = "/uploads/avatars/u1/avatar-3.webp"
  expect(getValues().avatar_url).toEqual({ status: "saved", url })
  expect($isDirty.get()).toBe(false)
})

test("a failed upload keeps the typed values", async () => {
  const { form, save, listSentBodies, getValues } = await openPage({
    [PUT_AVATAR]: () => makeProblem("database_unavailable", 503),
  })
  form.change({ bio: "New", avatar_url: makeChosenPicture() })
  await save()
  expect(listSentBodies(PATCH)).toEqual([])
  expect($toasts.get()).toMatchObject([{ title: "profile:errors.upload" }])
  expect(getValues()).toMatchObject({ bio: "New", avatar_url: { status: "chosen" } })
})

test("a rejected picture is replaced by the saved picture, unless the member has chosen another one", async () => {
  const { form, save, getValues } = await openPage(
    {
      [PUT_AVATAR]: async () => {
        if (getValues().bio === "Newer") form.change({ avatar_url: makeChosenPicture("newer") })
        return makeProblem("unsupported_image", 422)
      },
    },
    makeProfile({ avatar_url: "/uploads/avatars/u1/old.webp" }),
  )
  form.change({ bio: "New", avatar_url: makeChosenPicture() })
  await save()
  expect(getValues()).toMatchObject({
    bio: "New",
    avatar_url: { status: "saved", url: "/uploads/avatars/u1/old.webp" },
  })
  form.change({ bio: "Newer", avatar_url: makeChosenPicture() })
  await save()
  expect(getValues().avatar_url).toMatchObject({ preview: "blob:newer" })
})

test.each([
  ["is not uploaded again", () => makeProblem("database_unavailable", 503), 1],
  [
    "is uploaded again if the server has deleted it",
    () => makeProblem("invalid", 422, { avatar_url: "invalid" }),
    2,
  ],
])(
  "after the profile could not be saved, its uploaded picture stays chosen and %s",
  async (_, fail, times) => {
    const failures = [fail]
    const { form, save, listSentBodies, getValues } = await openPage({
      [PATCH]: ({ body }) => failures.shift()?.() ?? saveTo(makeProfile(), body as ProfileBody),
    })
    form.change({ avatar_url: makeChosenPicture() })
    await save()
    expect(getValues().avatar_url).toMatchObject({ status: "chosen", preview: "blob:new" })
    await save()
    expect(listSentBodies(PUT_AVATAR)).toHaveLength(times)
    expect(getValues().avatar_url).toEqual({ status: "saved", url: PICTURE_URL })
  },
)
