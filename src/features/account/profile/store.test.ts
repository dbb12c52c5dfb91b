import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import errors from "../../../../public/locales/en/errors.json" with { type: "json" }
import profile from "../../../../public/locales/en/profile.json" with { type: "json" }
import { createTranslate, flatten } from "../../../i18n/translate.ts"
import { setSession } from "../../../session/session.ts"
import { createFailure } from "../../../shared/call.ts"
import { $toasts } from "../../../ui/toast/toasts.ts"
import { makeProblem, serve, signIn, startSignedOut, watch } from "../fixtures.ts"
import { DEFAULT_PRIVACY, type Profile, type ProfileBody } from "./schema.ts"
import { createProfileStore, getFailureTitle } from "./store.ts"
import type { AvatarChoice } from "./values.ts"

const MEMBER_ID = "3f0f4c62-8b0e-4a3c-9d53-0d9b8f7e1a01"
const OTHER_MEMBER_ID = "3f0f4c62-8b0e-4a3c-9d53-0d9b8f7e1a02"

const makeProfile = (overrides: Partial<Profile> = {}): Profile => ({
  user_id: MEMBER_ID,
  display_name: "Liga",
  avatar_url: null,
  bio: null,
  gender: null,
  date_of_birth: null,
  user_type: "regular_user",
  privacy_settings: DEFAULT_PRIVACY,
  music_likes_public: false,
  favorite_song_id: null,
  favorite_song_name: null,
  favorite_song_artist: null,
  favorite_song_image: null,
  is_hidden: false,
  ...overrides,
})

const GET = "GET /api/profile"
const PATCH = "PATCH /api/profile"
const AVATAR = "PUT /api/profile/avatar"
const PICTURE = "/uploads/avatars/u1/avatar-2.webp"

function saveTo(profile: Profile, { privacy_settings, ...body }: ProfileBody): Response {
  const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const switches = { ...profile.privacy_settings, ...privacy_settings }
  return Response.json({ ...profile, ...fields, privacy_settings: switches })
}

const reload = vi.fn()

beforeEach(async () => {
  vi.stubGlobal("location", { reload })
  reload.mockClear()
  await startSignedOut(createProfileStore().$profile)
})

async function openPage(
  responders: Parameters<typeof serve>[0] = {},
  saved: Profile | null = makeProfile(),
) {
  const calls = serve({
    [GET]: () => Response.json(saved),
    [PATCH]: ({ body }) => saveTo(saved ?? makeProfile(), body as ProfileBody),
    [AVATAR]: () => Response.json({ avatar_url: PICTURE }),
    "GET /api/auth/session": () => Response.json({ user: null }),
    ...responders,
  })
  signIn(MEMBER_ID)
  // The cache of the previous test is cleared in a later task.
  await new Promise((resolve) => setTimeout(resolve))
  const store = createProfileStore()
  watch(store.$profile)
  watch(store.$isDirty)
  onTestFinished(store.start())
  const state = () => store.$profile.get()
  await vi.waitFor(() =>
    expect(reload.mock.calls.length > 0 || state().status !== "loading").toBe(true),
  )
  return {
    ...store,
    state,
    values: () => store.form.$values.get(),
    sent: (call: string) =>
      calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body),
  }
}

const OWNER_FIELDS = { user_id: MEMBER_ID, display_name: "Liga" }

test("the first save sends only values that differ from the defaults", async () => {
  const { form, save, sent, state, $isDirty } = await openPage({}, null)
  expect(state()).toMatchObject({ status: "ready", profile: null })
  form.change({ display_name: "  Liga " })
  expect($isDirty.get()).toBe(true)
  await save()
  expect(sent(PATCH)).toEqual([OWNER_FIELDS])
  expect($toasts.get()).toMatchObject([{ tone: "success", title: "profile:saved.title" }])
  expect(state()).toMatchObject({ status: "ready", profile: { display_name: "Liga" } })
  expect($isDirty.get()).toBe(false)
})

test("a silent save shows no success toast", async () => {
  const { form, save, $isDirty } = await openPage()
  form.change({ display_name: "Mari" })
  await save({ isSilent: true })
  expect($isDirty.get()).toBe(false)
  expect($toasts.get()).toEqual([])
})

test("a save keeps changes from another tab", async () => {
  const { show_avatar: _, ...others } = DEFAULT_PRIVACY
  const privacy_settings = { ...others, show_avatar: false }
  const elsewhere = makeProfile({ bio: "Old", gender: "male", privacy_settings })
  const { form, save, sent, values, $isDirty } = await openPage(
    { [PATCH]: ({ body }) => saveTo(elsewhere, body as ProfileBody) },
    makeProfile({ bio: "Old", gender: "male" }),
  )
  form.change({ bio: "Old", show_bio: true, show_gender: true })
  form.change({ show_gender: false, music_likes_public: true })
  await save()
  expect(values(), "hidden in the other tab").toMatchObject({ show_bio: true, show_avatar: false })
  expect($isDirty.get()).toBe(false)
  form.change({ gender: "" })
  await save()
  expect(sent(PATCH)).toEqual([
    { ...OWNER_FIELDS, music_likes_public: true, privacy_settings: { show_bio: true } },
    { ...OWNER_FIELDS, gender: null },
  ])
})

test("a missing display name is an error at its field", async () => {
  const { form, save, sent } = await openPage({}, null)
  form.change({ display_name: " " })
  await save()
  expect(form.$submission.get()).toMatchObject({
    failure: { errors: { display_name: "display_name_required" } },
  })
  expect(sent(PATCH)).toEqual([])
  expect($toasts.get()).toEqual([])
})

test("only a complete birth date is sent, and an empty date clears the stored date", async () => {
  const { form, save, sent, values } = await openPage(
    {},
    makeProfile({ date_of_birth: "2004-02-29" }),
  )
  form.change({ date_of_birth: { ...values().date_of_birth, birth_year: "" } })
  await save()
  form.change({ date_of_birth: { birth_day: "31", birth_month: "02", birth_year: "2004" } })
  await save()
  expect(sent(PATCH)).toEqual([{ ...OWNER_FIELDS, date_of_birth: null }])
  expect(form.$submission.get()).toMatchObject({
    failure: { errors: { date_of_birth: "invalid_date" } },
  })
})

test("a year with two digits is refused at its field and does not remove the stored date", async () => {
  const { form, save, values, sent } = await openPage(
    {},
    makeProfile({ date_of_birth: "2004-02-29" }),
  )
  form.change({ date_of_birth: { ...values().date_of_birth, birth_year: "98" } })
  await save()
  expect(sent(PATCH)).toEqual([])
  expect(form.$submission.get()).toMatchObject({
    failure: { errors: { date_of_birth: "invalid_year" } },
  })
  expect(values().date_of_birth.birth_year).toBe("98")
})

test("text typed during a save stays and is unsaved", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { form, save, values, $isDirty } = await openPage({ [PATCH]: () => promise })
  form.change({ bio: "New " })
  const saving = save()
  form.change({ display_name: "Liga O." })
  resolve(Response.json(makeProfile({ bio: "New" })))
  await saving
  expect(values()).toMatchObject({ display_name: "Liga O.", bio: "New" })
  expect($isDirty.get()).toBe(true)
})

test("a refetch fills the form unless it has unsaved changes", async () => {
  const loadedProfiles = [
    makeProfile(),
    makeProfile({ bio: "From a phone" }),
    makeProfile({ bio: "Late" }),
  ]
  const { form, reload, sent, values } = await openPage({
    [GET]: () => Response.json(loadedProfiles.shift()),
  })
  reload()
  await vi.waitFor(() => expect(values().bio).toBe("From a phone"))
  form.change({ display_name: "Typed" })
  reload()
  await vi.waitFor(() => expect(sent(GET)).toHaveLength(3))
  expect(values()).toMatchObject({ bio: "From a phone", display_name: "Typed" })
})

test("errors of the server are shown at their fields", async () => {
  const { form, save } = await openPage({
    [PATCH]: () => makeProblem("invalid", 422, { bio: "hidden_characters" }),
  })
  form.change({ bio: "New" })
  await save()
  expect(form.$submission.get()).toMatchObject({
    failure: { errors: { bio: "hidden_characters" } },
  })
  expect($toasts.get()).toMatchObject([{ tone: "error", title: "profile:errors.save" }])
})

test("a toast about saving replaces the previous toast about saving", async () => {
  let isRefused = false
  const { form, save } = await openPage({
    [PATCH]: ({ body }) =>
      isRefused ? makeProblem("internal", 500) : saveTo(makeProfile(), body as ProfileBody),
  })
  for (const bio of ["Saved", "Refused", "Saved again"]) {
    isRefused = bio === "Refused"
    form.change({ bio })
    await save()
    expect($toasts.get()).toMatchObject([{ tone: isRefused ? "error" : "success" }])
  }
})

test("a failed load shows the failure and can be retried", async () => {
  let response = () => makeProblem("forbidden", 403)
  const { state, reload } = await openPage({ [GET]: () => response() })
  expect(state()).toMatchObject({ status: "failed", failure: { code: "forbidden" } })
  response = () => Response.json(makeProfile())
  reload()
  await vi.waitFor(() => expect(state().status).toBe("ready"))
})

const translateEnglish = createTranslate("en", {
  ...flatten("profile", profile),
  ...flatten("errors", errors),
})

test.each([
  [
    "profile",
    createFailure("forbidden"),
    "Failed to update profile: You don't have permission to do that. Reload the page, or ask the team's owner or an admin for access.",
  ],
  [
    "profile",
    createFailure("internal", { requestId: "r1" }),
    "Failed to update profile: An unexpected error occurred. Please try again in a moment.",
  ],
  [
    "profile",
    createFailure("unreachable"),
    "Update failed: Daina can't be reached. Check your connection and try again.",
  ],
  ["profile", createFailure("internal"), "Update failed: Unknown error"],
  [
    "picture",
    createFailure("unsupported_image"),
    "Upload failed: We can't use this file. Choose a JPEG, PNG, WebP or AVIF picture.",
  ],
  ["picture", createFailure("internal"), "Upload failed: Unknown error"],
] as const)(
  "the title after a failed save of the %s contains the reason: %o",
  (step, { failure }, title) => {
    expect(getFailureTitle(step, failure, translateEnglish)).toBe(title)
  },
)

const chosen = (name = "new"): AvatarChoice => ({
  status: "chosen",
  picture: new Blob([name], { type: "image/webp" }),
  preview: `blob:${name}`,
})

test("a chosen picture is uploaded before the profile is saved with it", async () => {
  const { form, save, sent, values, $isDirty } = await openPage({
    [PATCH]: () => Response.json(makeProfile({ avatar_url: "/uploads/avatars/u1/avatar-3.webp" })),
  })
  form.change({ avatar_url: chosen(), show_avatar: false })
  await save()
  expect(sent(AVATAR)).toHaveLength(1)
  expect(sent(PATCH)).toEqual([
    { ...OWNER_FIELDS, avatar_url: PICTURE, privacy_settings: { show_avatar: false } },
  ])
  const url = "/uploads/avatars/u1/avatar-3.webp"
  expect(values().avatar_url).toEqual({ status: "saved", url })
  expect($isDirty.get()).toBe(false)
})

test("a failed upload keeps the typed values", async () => {
  const { form, save, sent, values } = await openPage({
    [AVATAR]: () => makeProblem("database_unavailable", 503),
  })
  form.change({ bio: "New", avatar_url: chosen() })
  await save()
  expect(sent(PATCH)).toEqual([])
  expect($toasts.get()).toMatchObject([{ title: "profile:errors.upload" }])
  expect(values()).toMatchObject({ bio: "New", avatar_url: { status: "chosen" } })
})

test("a rejected picture is replaced by the saved picture, unless the member has chosen another one", async () => {
  const { form, save, values } = await openPage(
    {
      [AVATAR]: async () => {
        if (values().bio === "Newer") form.change({ avatar_url: chosen("newer") })
        return makeProblem("unsupported_image", 422)
      },
    },
    makeProfile({ avatar_url: "/uploads/avatars/u1/old.webp" }),
  )
  form.change({ bio: "New", avatar_url: chosen() })
  await save()
  expect(values()).toMatchObject({
    bio: "New",
    avatar_url: { status: "saved", url: "/uploads/avatars/u1/old.webp" },
  })
  form.change({ bio: "Newer", avatar_url: chosen() })
  await save()
  expect(values().avatar_url).toMatchObject({ preview: "blob:newer" })
})

test.each([
  ["is not uploaded again", () => makeProblem("database_unavailable", 503), 1],
  [
    "is uploaded again if it was deleted",
    () => makeProblem("invalid", 422, { avatar_url: "invalid" }),
    2,
  ],
])(
  "after the profile could not be saved, its uploaded picture stays chosen and %s",
  async (_, fail, times) => {
    const failures = [fail]
    const { form, save, sent, values } = await openPage({
      [PATCH]: ({ body }) => failures.shift()?.() ?? saveTo(makeProfile(), body as ProfileBody),
    })
    form.change({ avatar_url: chosen() })
    await save()
    expect(values().avatar_url).toMatchObject({ status: "chosen", preview: "blob:new" })
    await save()
    expect(sent(AVATAR)).toHaveLength(times)
    expect(values().avatar_url).toEqual({ status: "saved", url: PICTURE })
  },
)

test("a session that ended in another tab leads to the login page without a toast", async () => {
  const { state } = await openPage({ [GET]: () => makeProblem("sign_in_required", 401) })
  expect(state().status).toBe("signed-out")
  expect($toasts.get()).toEqual([])
})

function expireSession(): void {
  vi.stubGlobal("document", { ...document, cookie: "" })
  setSession({ status: "signed-out" })
}

test("an expired session keeps unsaved changes and asks the member to log in", async () => {
  const { form, save, state, values, sent } = await openPage({
    [PATCH]: () => makeProblem("sign_in_required", 401),
  })
  form.change({ bio: "New" })
  await save()
  expireSession()
  expect(state()).toMatchObject({ status: "ready", needsSignIn: true })
  signIn(MEMBER_ID)
  expect(state()).toMatchObject({ status: "ready", needsSignIn: false })
  expect(values().bio).toBe("New")
  expect(sent(PATCH)).toHaveLength(1)
})

test("an expired session without unsaved changes leads to the login page", async () => {
  const { state } = await openPage()
  expireSession()
  expect(state().status).toBe("signed-out")
})

test("a log-out clears the page, even if it has unsaved changes", async () => {
  const { form, state } = await openPage()
  form.change({ bio: "New" })
  expireSession()
  setSession({ status: "signed-out", isDeliberate: true })
  expect(state().status).toBe("signed-out")
})

test("another member who logs in never sees the previous member's profile", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { form, save, state, values } = await openPage({ [PATCH]: () => promise })
  form.change({ bio: "New" })
  const saving = save()
  signIn(OTHER_MEMBER_ID)
  expect(state().status).toBe("loading")
  expect(reload).toHaveBeenCalledTimes(1)
  resolve(Response.json(makeProfile({ bio: "New" })))
  await saving
  expect(state().status).toBe("loading")
  expect(values()).toMatchObject({ display_name: "", bio: "" })
})

test.each([
  [
    "the loaded profile belongs to another member",
    { [GET]: () => Response.json(makeProfile({ user_id: OTHER_MEMBER_ID })) },
  ],
  ["a save is refused as stale", { [PATCH]: () => makeProblem("stale", 409) }],
])("when %s, the page reloads without a toast", async (_, responders) => {
  const { form, save, state } = await openPage(responders)
  form.change({ bio: "New" })
  await save()
  expect(state().status).toBe("loading")
  expect(reload).toHaveBeenCalledTimes(1)
  expect($toasts.get()).toEqual([])
})
