/** Signs up, in and out as the pages do, and opens emailed links. */
import auth from "../../../netlify/functions/auth.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { type Mailbox, tokenIn } from "../mailbox.ts"

/** Password of all test members that have one. */
export const password = "tere-mari"

export const signUp = (body: unknown, browser = openBrowser()) =>
  browser.call(auth, "POST", "/api/auth/sign-up", body)

export const signIn = (
  email: string,
  tried = password,
  browser = openBrowser(),
  more: { body?: object; headers?: Record<string, string> } = {},
) => {
  const body = { email, password: tried, ...more.body }
  return browser.call(auth, "POST", "/api/auth/sign-in", body, more.headers)
}

export const signOut = (browser: TestBrowser) =>
  browser.call(auth, "POST", "/api/auth/sign-out", {})

/** Returns the signed-in member's address; null when signed out. */
export const whoIs = async (browser: TestBrowser) =>
  (await browser.call(auth, "GET", "/api/auth/session")).json["user"]

export const isSignedIn = async (browser: TestBrowser) => (await whoIs(browser)) !== null

/** Calls a route that sends an email, and waits for the email. */
export async function postMail(path: string, body: object, browser = openBrowser()) {
  const answer = await browser.call(auth, "POST", `/api/auth/${path}`, body)
  await browser.runAfterResponseTasks()
  return answer
}

export const forgotPassword = (email: string, browser = openBrowser()) =>
  postMail("forgot-password", { email }, browser)

export const resetPassword = (token: unknown, chosen: string, browser = openBrowser()) =>
  postMail("reset-password", { token, password: chosen }, browser)

/** Resets the password with an emailed link. */
export async function resetByMail(
  box: Mailbox,
  email: string,
  chosen: string,
  browser?: TestBrowser,
) {
  await forgotPassword(email, browser)
  return resetPassword(tokenIn(box.lastTo(email)), chosen, browser)
}
