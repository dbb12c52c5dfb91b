import { expect, test } from "vitest"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { changePasswordForm } from "../schema.ts"
import { checkForgotPassword, checkResetPassword, checkSignIn, checkSignUp } from "./checks.ts"

const signUp = (overrides: object = {}) =>
  checkSignUp({
    email: "ann@example.lv",
    password: "sekret",
    confirm_password: "sekret",
    terms: true,
    marketing_consent: false,
    ...overrides,
  })

test("a sign-up accepts spaces around the email address and capital letters in it", async () => {
  expect(await signUp({ email: " Ann@Example.LV " })).toMatchObject({
    ok: true,
    body: { email: "ann@example.lv" },
  })
})

test.each([
  [{ email: "ann@" }, { email: "invalid_email" }],
  [{ password: "short", confirm_password: "short" }, { password: "password_too_short" }],
  [{ confirm_password: "sekert" }, { confirm_password: "passwords_differ" }],
  [
    { email: "ann", terms: false },
    { email: "invalid_email", terms: "terms_required" },
  ],
])("a sign-up with %j is refused with all its errors", async (overrides, errors) => {
  expect(await signUp(overrides)).toEqual({ ok: false, failure: { code: "invalid", errors } })
})

test.each([{ email: "" }, { email: "  " }, { password: "" }])(
  "a log-in or sign-up without an email or a password (%j) fails with credentials_required",
  async (overrides) => {
    expect(await signUp(overrides)).toMatchObject({ failure: { code: "credentials_required" } })
    const signIn = { email: "ann@example.lv", password: "sekret", remember: false, ...overrides }
    expect(await checkSignIn(signIn)).toMatchObject({ failure: { code: "credentials_required" } })
  },
)

test("a log-in accepts a password below the minimum length of new passwords", async () => {
  expect(await checkSignIn({ email: "ann@example.lv", password: "x" })).toMatchObject({ ok: true })
})

test("a password and its confirmation may differ in composed and decomposed letters", async () => {
  const passwords = { password: "dziesmiņa", confirm_password: "dziesmiņa".normalize("NFD") }
  expect(await signUp(passwords)).toMatchObject({ ok: true })
})

test("an unknown language is refused", async () => {
  expect(await signUp({ language: "lv" })).toMatchObject({ ok: true, body: { language: "lv" } })
  expect(await signUp({ language: "xx" })).toMatchObject({ ok: false })
})

test("a request for a new password requires an email address", async () => {
  expect(await checkForgotPassword({ email: "", language: "en" })).toMatchObject({
    failure: { code: "invalid", errors: { email: "required" } },
  })
})

test("a password reset requires the minimum length and an equal confirmation", async () => {
  const TOKEN_LENGTH = 43
  const valid = {
    token: "t".repeat(TOKEN_LENGTH),
    password: "sekret",
    confirm_password: "sekret",
  }
  expect(await checkResetPassword(valid)).toMatchObject({ ok: true })
  const errors = { password: "password_too_short", confirm_password: "passwords_differ" }
  expect(await checkResetPassword({ ...valid, password: "short" })).toMatchObject({
    failure: { code: "invalid", errors },
  })
})

test.each([null, "cut-off"])("a reset link with the token %j is unusable", async (token) => {
  const passwords = { password: "sekret", confirm_password: "sekret" }
  expect(await checkResetPassword({ ...passwords, token })).toMatchObject({
    failure: { code: "link_unusable" },
  })
})

test.each([
  [{ current_password: "" }, { current_password: "required" }],
  [{ new_password: "old secret" }, { new_password: "password_unchanged" }],
  [{ confirm_password: "new sacred" }, { confirm_password: "passwords_differ" }],
])("a change of the password with %j is refused", (overrides, errors) => {
  const valid = {
    current_password: "old secret",
    new_password: "new secret",
    confirm_password: "new secret",
  }
  expect(checkWithSchema(changePasswordForm, valid)).toMatchObject({ ok: true })
  expect(checkWithSchema(changePasswordForm, { ...valid, ...overrides })).toMatchObject({
    failure: { errors },
  })
})
