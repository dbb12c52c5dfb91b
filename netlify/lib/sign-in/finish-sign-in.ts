import type { Context } from "hono"
import { cancelAccountDeletionQuery } from "../../../db/queries/accounts/accounts.ts"
import { type ApiEnv, sendCookies } from "../http/api.ts"
import { createProblem, getProblemCode } from "../http/problem.ts"
import { requestBuild } from "../publishing/request-build.ts"
import { type SessionStart, startSession, storeSignInStep } from "./session.ts"

interface SecondStep {
  code: "second_factor_required" | "passkey_required"
  response: Response
}

/**
 * Starts a session and returns null.
 * If the account requires a second factor or a passkey instead, returns the response that asks for it.
 */
export async function finishSignIn(
  c: Context<ApiEnv>,
  userId: string,
  {
    cancelsDeletion,
    queriesBefore = [],
    ...start
  }: SessionStart & {
    cancelsDeletion: boolean
  },
): Promise<SecondStep | null> {
  try {
    const queries = [...(cancelsDeletion ? [cancelAccountDeletionQuery()] : []), ...queriesBefore]
    const session = { notifiesOfNewDevice: true, ...start, queriesBefore: queries }
    sendCookies(c, await startSession(c.req.raw, userId, session))
  } catch (error) {
    const code = getProblemCode(error)
    // No step is stored, because the member starts a new log-in with the passkey.
    if (code === "passkey_required") return { code, response: createProblem(code) }
    if (code !== "second_factor_required") throw error
    const cookie = await storeSignInStep(c.req.raw, userId, {
      ...start,
      queriesBefore,
      cancelsDeletion,
    })
    sendCookies(c, [cookie])
    return { code, response: createProblem(code, {}, { "set-cookie": cookie }) }
  }
  if (cancelsDeletion) await requestBuild("member")
  return null
}
