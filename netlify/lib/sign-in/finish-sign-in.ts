/** Completes the first step of a log-in: opens a session, or stores a log-in that waits for the second factor. */
import type { Context } from "hono"
import { cancelAccountDeletion } from "../../../db/queries/accounts/accounts.ts"
import { type ApiEnv, sendCookies } from "../http/api.ts"
import { getProblemCode, problem } from "../http/problem.ts"
import { requestBuild } from "../publishing/request-build.ts"
import { type SessionStart, startSession, storeSignInStep } from "./session.ts"

interface SecondStep {
  code: "second_factor_required" | "passkey_required"
  answer: Response
}

/**
 * Opens a session, sets its cookies and returns null. If the account requires a second factor, returns the response
 * that asks for it.
 */
export async function finishSignIn(
  c: Context<ApiEnv>,
  userId: string,
  {
    cancelsDeletion,
    before = [],
    ...start
  }: SessionStart & {
    cancelsDeletion: boolean
  },
): Promise<SecondStep | null> {
  try {
    const queries = [...(cancelsDeletion ? [cancelAccountDeletion()] : []), ...before]
    const session = { notifiesOfNewDevice: true, ...start, before: queries }
    sendCookies(c, await startSession(c.req.raw, userId, session))
  } catch (error) {
    const code = getProblemCode(error)
    // A log-in with a passkey has only one step, so no waiting log-in is stored.
    if (code === "passkey_required") return { code, answer: problem(code) }
    if (code !== "second_factor_required") throw error
    const cookie = await storeSignInStep(c.req.raw, userId, { ...start, before, cancelsDeletion })
    sendCookies(c, [cookie])
    return { code, answer: problem(code, {}, { "set-cookie": cookie }) }
  }
  if (cancelsDeletion) await requestBuild("member")
  return null
}
