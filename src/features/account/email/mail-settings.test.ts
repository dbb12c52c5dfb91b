import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { $session } from "../../../session/session.ts"
import { $toasts } from "../../../ui/toast/toasts.ts"
import { makeAccount, makeProblem, serve, signIn, startSignedOut, watch } from "../fixtures.ts"
import { $account } from "../own-account.ts"
import { mailSettingsForm, saveMailSettings } from "./mail-settings.ts"

const { form: mailForm, $isDirty } = mailSettingsForm

beforeEach(() => startSignedOut($account))

async function openForm() {
  watch($account)
  watch($isDirty)
  onTestFinished(mailSettingsForm.start())
  signIn()
  await vi.waitFor(() => expect($account.value?.data).toBeDefined())
}

const expectValues = () => expect(mailForm.$values.get())

test("a save sends only changed settings, and keeps changes that are made during the save", async () => {
  const response = Promise.withResolvers<Response>()
  const calls = serve({
    "GET /api/account": () => Response.json(makeAccount()),
    "PATCH /api/account": () => response.promise,
  })
  await openForm()
  expectValues().toMatchObject({ marketing_consent: false, language: "en" })
  expect($isDirty.get()).toBe(false)
  mailForm.change({ marketing_consent: true })
  expect($isDirty.get()).toBe(true)
  const saving = saveMailSettings()
  mailForm.change({ language: "lv" })
  response.resolve(Response.json(makeAccount({ marketing_consent: true })))
  await saving
  expect(calls.at(-1)?.body).toEqual({ marketing_consent: true })
  expectValues().toMatchObject({ marketing_consent: true, language: "lv" })
  expect($isDirty.get()).toBe(true)
  expect($toasts.get()).toMatchObject([{ tone: "success", title: "security:mails.saved" }])
})

test("a failed save keeps the chosen settings and shows a toast", async () => {
  serve({
    "GET /api/account": () => Response.json(makeAccount({ language: "lt" })),
    "PATCH /api/account": () => makeProblem("rate_limited", 429),
  })
  await openForm()
  mailForm.change({ language: "ru" })
  await saveMailSettings()
  expectValues().toMatchObject({ language: "ru" })
  expect($isDirty.get()).toBe(true)
  expect($toasts.get()).toMatchObject([{ tone: "error", text: "errors:problems.rate_limited" }])
})

function isSecondMember(): boolean {
  const session = $session.get()
  return session.status === "signed-in" && session.user.id === "u2"
}

test.each([
  ["a success", () => Response.json(makeAccount({ language: "lv" }))],
  ["a refusal", () => makeProblem("rate_limited", 429)],
])(
  "a late response changes nothing after another member has logged in: %s",
  async (_, makeResponse) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const secondAccount = makeAccount({ email: "jonas@example.org", language: "lt" })
    serve({
      "GET /api/account": () => Response.json(isSecondMember() ? secondAccount : makeAccount()),
      "PATCH /api/account": () => promise,
    })
    await openForm()
    mailForm.change({ language: "lv" })
    const saving = saveMailSettings()
    signIn("u2")
    await vi.waitFor(() => expectValues().toMatchObject({ language: "lt" }))
    resolve(makeResponse())
    await saving
    expectValues().toMatchObject({ language: "lt" })
    expect($toasts.get()).toEqual([])
  },
)
