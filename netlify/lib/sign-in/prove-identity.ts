import type { Context } from "hono"
import type { Query } from "../../../db/client.ts"
import { countPasswordAttempt } from "../../../db/queries/accounts/accounts.ts"
import {
  type CodeToUse,
  countOwnCodeAttempt,
  deleteCodeAttemptsQuery,
} from "../../../db/queries/accounts/second-factor.ts"
import { type ApiEnv, getVisitor, runAfterResponse } from "../http/api.ts"
import {
  createPasswordLimitProblem,
  createRateLimitProblem,
  getProblemCode,
  refuse,
  refuseWith,
} from "../http/problem.ts"
import { getClientAddress } from "../http/request.ts"
import { recordFailure } from "../monitoring/security-events.ts"
import { verifyPassword } from "./password.ts"
import { readCode } from "./second-factor.ts"
import { readDeviceHash } from "./session.ts"

/**
 * Ends the request with an error of the field if the member's password is wrong.
 * Each call counts toward the limit of log-in attempts.
 */
export async function verifyOwnPassword(c: Context<ApiEnv>, field: string, password: string) {
  const { email } = getVisitor(c)
  const caller = { address: getClientAddress(c), device: readDeviceHash(c.req.raw) }
  const attempt = await countPasswordAttempt(c.var.db, email, caller)
  if (attempt.wait > 0) refuseWith(createPasswordLimitProblem(attempt))
  const { account, onSuccess } = attempt
  const matches = await verifyPassword(account?.password_hash ?? null, password)
  if (account && matches) return { account, onSuccess }
  await runAfterResponse(c, recordFailure("sign_in_failed", getVisitor(c).user_id, caller.address))
  return refuse("invalid", { errors: { [field]: "wrong_password" } })
}

/** Records the failure and ends the request with an error of the field `code`. */
export async function rejectCode(c: Context<ApiEnv>, member: string): Promise<never> {
  await runAfterResponse(c, recordFailure("code_failed", member, getClientAddress(c)))
  return refuse("invalid", { errors: { code: "wrong_code" } })
}

/**
 * Returns a handler for errors of a query that uses a code.
 * Rejects a code that the database refuses, because it was used before. Rethrows other errors.
 */
export const rejectRefusedCode = (c: Context<ApiEnv>, member: string) => (error: unknown) => {
  if (getProblemCode(error) === "invalid") return rejectCode(c, member)
  throw error
}

/** Runs queries that use the viewer's code, and deletes the counted attempts in the same transaction. */
export async function runWithCode(c: Context<ApiEnv>, queries: Query<unknown>[]): Promise<void> {
  const { user_id } = getVisitor(c)
  await c.var.db
    .batch([...queries, deleteCodeAttemptsQuery(user_id, readDeviceHash(c.req.raw))])
    .catch(rejectRefusedCode(c, user_id))
}

/** Returns the secret of the authenticator app. Ends the request if there is no secret, or after too many attempts. */
export function requireSecret(attempt: { secret: string | null; wait: number } | null): string {
  if (attempt && attempt.wait > 0) refuseWith(createRateLimitProblem(attempt.wait))
  return attempt?.secret ?? refuse("not_found")
}

/**
 * Ends the request if the code is wrong. Does not check whether the code was used before,
 * because the database checks this when it marks the code as used.
 */
export async function verifyOwnCode(c: Context<ApiEnv>, code: string): Promise<CodeToUse> {
  const attempt = await countOwnCodeAttempt(c.var.db, readDeviceHash(c.req.raw))
  return readCode(requireSecret(attempt), code) ?? rejectCode(c, getVisitor(c).user_id)
}
