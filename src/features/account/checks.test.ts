import { expect, test } from "vitest"
import { checkSignIn, checkSignUp } from "./checks.ts"

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
