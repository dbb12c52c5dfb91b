/** The end of each first step of signing in. */
import type { Context } from "hono"
import { keepAccount } from "../../../db/queries/accounts.ts"
import { type ApiEnv, sendCookies } from "../api.ts"
import { codeOf, problem } from "../problem.ts"
import { requestBuild } from "../publish.ts"
import { type SessionStart, startSession, waitForFactor } from "./session.ts"

/**
 * Opens a session, or, for an account with a second factor, has the sign-in wait for its code: then the
 * answer says so. Either way the browser is sent its cookies.
 */
export async function enter(
  c: Context<ApiEnv>,
  userId: string,
  { keeps, before = [], ...start }: SessionStart & { keeps: boolean },
): Promise<Response | null> {
  try {
    const whole = [...(keeps ? [keepAccount()] : []), ...before]
    sendCookies(c, await startSession(c.req.raw, userId, { ...start, before: whole }))
  } catch (error) {
    if (codeOf(error) !== "second_factor_required") throw error
    const cookie = await waitForFactor(c.req.raw, userId, { ...start, before, keeps })
    sendCookies(c, [cookie])
    return problem("second_factor_required", {}, { "set-cookie": cookie })
  }
  if (keeps) await requestBuild("member")
  return null
}
