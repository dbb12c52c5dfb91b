import { expect } from "vitest"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { getToken, type Mailbox } from "../mailbox.ts"

export const password = "tere-mari"

export const signUp = (body: unknown, browser = openBrowser()) =>
  browser.send("POST", "/api/auth/sign-up", body)

export const signIn = (
  email: string,
  triedPassword = password,
  browser = openBrowser(),
  extra: { body?: object; headers?: Record<string, string> } = {},
) => {
  const body = { email, password: triedPassword, ...extra.body }
  return browser.send("POST", "/api/auth/sign-in", body, extra.headers)
}

export const signOut = (browser: TestBrowser) => browser.send("POST", "/api/auth/sign-out", {})

export const getSignedInUser = async (browser: TestBrowser) =>
  (await browser.get("/api/auth/session")).json["user"]

export const isSignedIn = async (browser: TestBrowser) => (await getSignedInUser(browser)) !== null

export const requestPasswordReset = (email: string, browser = openBrowser()) =>
  browser.send("POST", "/api/auth/forgot-password", { email })

export const resetPassword = (token: unknown, newPassword: string, browser = openBrowser()) =>
  browser.send("POST", "/api/auth/reset-password", { token, password: newPassword })

export const verifyEmail = (token: unknown, browser = openBrowser()) =>
  browser.send("POST", "/api/auth/verify-email", { token })

export const requestVerification = (browser: TestBrowser) =>
  browser.send("POST", "/api/auth/resend-verification", {})

export const enterCode = (browser: TestBrowser, code: string) =>
  browser.send("POST", "/api/auth/second-factor", { code })

export const proveIdentity = (browser: TestBrowser, proof: object) =>
  browser.send("POST", "/api/account/proof", proof)

export const exportAccount = (browser: TestBrowser) => browser.get("/api/account/export")

export const deleteAccount = (browser: TestBrowser, body: object = { password }) =>
  browser.send("DELETE", "/api/account", body)

export const changePassword = (
  browser: TestBrowser,
  current_password: unknown,
  new_password: unknown,
  headers = {},
) => browser.send("PUT", "/api/account/password", { current_password, new_password }, headers)

export async function resetByMail(
  mailbox: Mailbox,
  email: string,
  newPassword: string,
  browser?: TestBrowser,
) {
  expect((await requestPasswordReset(email, browser)).status).toBe(204)
  return resetPassword(getToken(mailbox.getLastMailTo(email)), newPassword, browser)
}
