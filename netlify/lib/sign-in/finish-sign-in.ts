/** The end of each first step of signing in. */
import type { Context } from "hono"
import { cancelAccountDeletion } from "../../../db/queries/accounts/accounts.ts"
import { type ApiEnv, sendCookies } from "../http/api.ts"
import { problem, problemCodeOf } from "../http/problem.ts"
import { requestBuild } from "../publishing/request-build.ts"
import { type SessionStart, startSession, waitForFactor } from "./session.ts"

interface Waiting {
  code: "second_factor_required" | "passkey_required"
  answer: Response
}

/**
 * Opens a session, or, for an account with a second factor, has the sign-in wait for its code: then the
 * answer says so, or that it takes a passkey. Either way the browser is sent its cookies.
 */
export async function finishSignIn(
  c: Context<ApiEnv>,
  userId: string,
  { keeps, before = [], ...start }: SessionStart & { keeps: boolean },
): Promise<Waiting | null> {
  try {
    const whole = [...(keeps ? [cancelAccountDeletion()] : []), ...before]
    const session = { notifiesOfNewDevice: true, ...start, before: whole }
    sendCookies(c, await startSession(c.req.raw, userId, session))
  } catch (error) {
    const code = problemCodeOf(error)
    // Nothing waits: a passkey opens the account by itself.
    if (code === "passkey_required") return { code, answer: problem(code) }
    if (code !== "second_factor_required") throw error
    const cookie = await waitForFactor(c.req.raw, userId, { ...start, before, keeps })
    sendCookies(c, [cookie])
    return { code, answer: problem(code, {}, { "set-cookie": cookie }) }
  }
  if (keeps) await requestBuild("member")
  return null
}
