import { expect, test } from "vitest"
import { checkForgotPassword, checkResetPassword, checkSignIn, checkSignUp } from "./checks.ts"

const signUp = (changes: object = {}) =>
  checkSignUp({
    email: "ann@example.lv",
    password: "sekret",
    confirm_password: "sekret",
    terms: true,
    marketing_consent: false,
    ...changes,
  })

test("a complete sign-up passes", async () => {
  expect(await signUp()).toMatchObject({ ok: true, body: { email: "ann@example.lv" } })
})

test("spaces around an email do not matter", async () => {
  expect(await signUp({ email: " ann@example.lv " })).toMatchObject({
    ok: true,
    body: { email: "ann@example.lv" },
  })
})

test.each([
  [{ email: "ann@" }, { email: "invalid_email" }],
  [{ password: "short", confirm_password: "short" }, { password: "password_too_short" }],
  [{ confirm_password: "Sekret" }, { confirm_password: "passwords_differ" }],
  [{ terms: false }, { terms: "terms_required" }],
  [
    { email: "ann", confirm_password: "other", terms: false },
    { email: "invalid_email", confirm_password: "passwords_differ", terms: "terms_required" },
  ],
])("%j is refused with all that is wrong", async (changes, errors) => {
  expect(await signUp(changes)).toEqual({ ok: false, failure: { code: "invalid", errors } })
})

test.each([{ email: "" }, { email: "  " }, { password: "", confirm_password: "" }])(
  "without email or password (%j) both are asked for",
  async (changes) => {
    expect(await signUp(changes)).toMatchObject({ failure: { code: "credentials_required" } })
    const signIn = { email: "ann@example.lv", password: "sekret", remember: false, ...changes }
    expect(await checkSignIn(signIn)).toMatchObject({ failure: { code: "credentials_required" } })
  },
)

test("a password of any length may be tried when signing in", async () => {
  expect(await checkSignIn({ email: "ann@example.lv", password: "x" })).toMatchObject({ ok: true })
})

test("the page's language goes along, an unknown one does not pass", async () => {
  expect(await signUp({ language: "lv" })).toMatchObject({ ok: true, body: { language: "lv" } })
  expect(await signUp({ language: "xx" })).toMatchObject({ ok: false })
})

test.each([
  ["", "required"],
  ["ann", "invalid_email"],
])("a link is not mailed to %j", async (email, error) => {
  expect(await checkForgotPassword({ email, language: "en" })).toEqual({
    ok: false,
    failure: { code: "invalid", errors: { email: error } },
  })
})

const reset = (changes: object = {}) =>
  checkResetPassword({
    token: "t".repeat(43),
    password: "sekret",
    confirm_password: "sekret",
    ...changes,
  })

test("a new password is checked like the first one", async () => {
  expect(await reset()).toMatchObject({ ok: true })
  expect(await reset({ password: "short" })).toMatchObject({
    failure: {
      code: "invalid",
      errors: { password: "password_too_short", confirm_password: "passwords_differ" },
    },
  })
})

test.each([null, "", "cut-off"])("a link with the token %j is unusable", async (token) => {
  expect(await reset({ token })).toMatchObject({ ok: false, failure: { code: "link_unusable" } })
})
