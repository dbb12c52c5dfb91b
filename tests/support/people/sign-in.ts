/** Signing up, in and out as the pages do, and the links of the mails about it. */
import auth from "../../../netlify/functions/auth.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { type Mailbox, tokenIn } from "../mailbox.ts"

/** The password of members in tests who have one. */
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

/** Who is signed in there; null for nobody. */
export const whoIs = async (browser: TestBrowser) =>
  (await browser.call(auth, "GET", "/api/auth/session")).json["user"]

export const isSignedIn = async (browser: TestBrowser) => (await whoIs(browser)) !== null

/** Calls one of the routes about mails, and waits until they are out. */
export async function postMail(path: string, body: object, browser = openBrowser()) {
  const answer = await browser.call(auth, "POST", `/api/auth/${path}`, body)
  await browser.afterwards()
  return answer
}

export const forgotPassword = (email: string, browser = openBrowser()) =>
  postMail("forgot-password", { email }, browser)

export const resetPassword = (token: unknown, chosen: string, browser = openBrowser()) =>
  postMail("reset-password", { token, password: chosen }, browser)

/** Sets a new password by a mail that is asked for and opened there. */
export async function resetByMail(
  box: Mailbox,
  email: string,
  chosen: string,
  browser?: TestBrowser,
) {
  await forgotPassword(email, browser)
  return resetPassword(tokenIn(box.lastTo(email)), chosen, browser)
}
