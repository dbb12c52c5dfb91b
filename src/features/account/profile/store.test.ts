import { beforeEach, expect, test, vi } from "vitest"
import errors from "../../../../public/locales/en/errors.json" with { type: "json" }
import profile from "../../../../public/locales/en/profile.json" with { type: "json" }
import { createTranslate, flatten } from "../../../i18n/translate.ts"
import { createFailure } from "../../../shared/call.ts"
import { $toasts } from "../../../ui/toast/toasts.ts"
import { makeProblem } from "../fixtures.ts"
import { splitBirthDate } from "./birth-date.ts"
import {
  ALWAYS_SENT_FIELDS,
  GET,
  makeProfile,
  openPage,
  PATCH,
  resetPage,
  saveTo,
} from "./fixtures.ts"
import { DEFAULT_PRIVACY, type ProfileBody } from "./schema.ts"
import { getFailureTitle } from "./store.ts"

beforeEach(resetPage)

test("the first save sends only values that differ from the defaults", async () => {
  const { form, save, listSentBodies, getState, $isDirty } = await openPage({}, null)
  expect(getState()).toMatchObject({ status: "ready", profile: null })
  form.change({ display_name: "  Liga " })
  expect($isDirty.get()).toBe(true)
  await save()
  expect(listSentBodies(PATCH)).toEqual([ALWAYS_SENT_FIELDS])
  expect($toasts.get()).toMatchObject([{ tone: "success", title: "profile:saved.title" }])
  expect(getState()).toMatchObject({ status: "ready", profile: { display_name: "Liga" } })
  expect($isDirty.get()).toBe(false)
})

test("a silent save shows no success toast", async () => {
  const { form, save, $isDirty } = await openPage()
  form.change({ display_name: "Mari" })
  await save({ isSilent: true })
  expect($isDirty.get()).toBe(false)
  expect($toasts.get()).toEqual([])
})

test("a save does not undo changes from another tab", async () => {
  const { show_avatar: _, ...others } = DEFAULT_PRIVACY
  const privacy_settings = { ...others, show_avatar: false }
  const savedInOtherTab = makeProfile({ bio: "Old", gender: "male", privacy_settings })
  const { form, save, listSentBodies, getValues, $isDirty } = await openPage(
    { [PATCH]: ({ body }) => saveTo(savedInOtherTab, body as ProfileBody) },
    makeProfile({ bio: "Old", gender: "male" }),
  )
  form.change({ bio: "Old", show_bio: true, show_gender: true })
  form.change({ show_gender: false, music_likes_public: true })
  await save()
  expect(getValues(), "hidden in the other tab").toMatchObject({
    show_bio: true,
    show_avatar: false,
  })
  expect($isDirty.get()).toBe(false)
  form.change({ gender: "" })
  await save()
  expect(listSentBodies(PATCH)).toEqual([
    { ...ALWAYS_SENT_FIELDS, music_likes_public: true, privacy_settings: { show_bio: true } },
    { ...ALWAYS_SENT_FIELDS, gender: null },
  ])
})

test("a missing display name is an error of the name field", async () => {
  const { form, save, listSentBodies } = await openPage({}, null)
  form.change({ display_name: " " })
  await save()
  expect(form.$submission.get()).toMatchObject({
    failure: { errors: { display_name: "display_name_required" } },
  })
  expect(listSentBodies(PATCH)).toEqual([])
  expect($toasts.get()).toEqual([])
})

test("clearing the whole birth date deletes the stored date, and a date that does not exist is not sent", async () => {
  const { form, save, listSentBodies } = await openPage(
    {},
    makeProfile({ date_of_birth: "2004-02-29" }),
  )
  form.change({ date_of_birth: splitBirthDate(null) })
  await save()
  form.change({ date_of_birth: { birth_day: "31", birth_month: "02", birth_year: "2004" } })
  await save()
  expect(listSentBodies(PATCH)).toEqual([{ ...ALWAYS_SENT_FIELDS, date_of_birth: null }])
  expect(form.$submission.get()).toMatchObject({
    failure: { errors: { date_of_birth: "invalid_date" } },
  })
})

test.each([
  ["without a day", { birth_day: "" }, "incomplete_date"],
  ["without a month", { birth_month: "" }, "incomplete_date"],
  ["without a year", { birth_year: "" }, "incomplete_date"],
  ["with a year of two digits", { birth_year: "98" }, "invalid_year"],
] as const)(
  "a birth date %s is an error at its field and does not remove the stored date",
  async (_, part, date_of_birth) => {
    const { form, save, listSentBodies, getValues } = await openPage(
      {},
      makeProfile({ date_of_birth: "2001-01-31" }),
    )
    form.change({ date_of_birth: { ...getValues().date_of_birth, ...part }, display_name: " " })
    await save()
    expect(listSentBodies(PATCH)).toEqual([])
    expect(form.$submission.get()).toMatchObject({
      failure: { errors: { display_name: "display_name_required", date_of_birth } },
    })
  },
)

test("text that is typed during a save stays in the form as an unsaved change", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { form, save, getValues, $isDirty } = await openPage({ [PATCH]: () => promise })
  form.change({ bio: "New " })
  const saving = save()
  form.change({ display_name: "Liga O." })
  resolve(Response.json(makeProfile({ bio: "New" })))
  await saving
  expect(getValues()).toMatchObject({ display_name: "Liga O.", bio: "New" })
  expect($isDirty.get()).toBe(true)
})

test("a refetch fills the form unless it has unsaved changes", async () => {
  const loadedProfiles = [
    makeProfile(),
    makeProfile({ bio: "From a phone" }),
    makeProfile({ bio: "Late" }),
  ]
  const { form, reload, listSentBodies, getValues } = await openPage({
    [GET]: () => Response.json(loadedProfiles.shift()),
  })
  reload()
  await vi.waitFor(() => expect(getValues().bio).toBe("From a phone"))
  form.change({ display_name: "Typed" })
  reload()
  await vi.waitFor(() => expect(listSentBodies(GET)).toHaveLength(3))
  expect(getValues()).toMatchObject({ bio: "From a phone", display_name: "Typed" })
})

test("a field error from the server is an error of its field and shows a toast", async () => {
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
  let isRejected = false
  const { form, save } = await openPage({
    [PATCH]: ({ body }) =>
      isRejected ? makeProblem("internal", 500) : saveTo(makeProfile(), body as ProfileBody),
  })
  for (const bio of ["Saved", "Refused", "Saved again"]) {
    isRejected = bio === "Refused"
    form.change({ bio })
    await save()
    expect($toasts.get()).toMatchObject([{ tone: isRejected ? "error" : "success" }])
  }
})

test("a failed load shows the failure and can be retried", async () => {
  let response = () => makeProblem("forbidden", 403)
  const { getState, reload } = await openPage({ [GET]: () => response() })
  expect(getState()).toMatchObject({ status: "failed", failure: { code: "forbidden" } })
  response = () => Response.json(makeProfile())
  reload()
  await vi.waitFor(() => expect(getState().status).toBe("ready"))
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
  "the title of the toast after a failed save of the %s contains the reason: %o",
  (step, { failure }, title) => {
    expect(getFailureTitle(step, failure, translateEnglish)).toBe(title)
  },
)
