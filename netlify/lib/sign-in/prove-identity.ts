/** A member who is signed in shows once more that it is them. */
import type { Context } from "hono"
import { accountForTry } from "../../../db/queries/accounts/accounts.ts"
import { type RightCode, tryOwnCode } from "../../../db/queries/accounts/second-factor.ts"
import { type ApiEnv, afterwards, visitor } from "../http/api.ts"
import { refuse, refuseWith, tooMany, tooManyTries } from "../http/problem.ts"
import { callerOf } from "../http/request.ts"
import { noteFailure } from "../monitoring/security-events.ts"
import { verifyPassword } from "./password.ts"
import { readCode } from "./second-factor.ts"
import { deviceHashOf } from "./session.ts"

/** The account, where the password of a field is the member's; tries count like those at the sign-in. */
export async function proveBy(c: Context<ApiEnv>, field: string, password: string) {
  const { email } = visitor(c)
  const caller = { address: callerOf(c), device: deviceHashOf(c.req.raw) }
  const tried = await accountForTry(c.var.db, email, caller)
  if (tried.wait > 0) refuseWith(tooManyTries(tried))
  const { account, onSuccess } = tried
  const matches = await verifyPassword(account?.password_hash ?? null, password)
  if (account && matches) return { account, onSuccess }
  await afterwards(c, noteFailure("sign_in_failed", visitor(c).userId, caller.address))
  return refuse("invalid", { errors: { [field]: "wrong_password" } })
}

/** Answers that a code is wrong, which is noted about that member. */
export async function refuseCode(c: Context<ApiEnv>, member: string): Promise<never> {
  await afterwards(c, noteFailure("code_failed", member, callerOf(c)))
  return refuse("invalid", { errors: { code: "wrong_code" } })
}

/** The secret that a counted code is compared with. */
export function tried(found: { secret: string | null; wait: number } | null): string {
  if (found && found.wait > 0) refuseWith(tooMany(found.wait))
  return found?.secret ?? refuse("not_found")
}

/** What a code of the member's is worth; that it was not taken before, the database sees to. */
export const rightCode = async (c: Context<ApiEnv>, code: string): Promise<RightCode> =>
  readCode(tried(await tryOwnCode(c.var.db, deviceHashOf(c.req.raw))), code) ??
  refuseCode(c, visitor(c).userId)
