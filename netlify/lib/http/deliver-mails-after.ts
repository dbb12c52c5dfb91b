import type { MiddlewareHandler } from "hono"
import { deliverMails } from "../mail/deliver.ts"
import { type ApiEnv, runAfterResponse } from "./api.ts"

/** Sends the emails that a successful write has queued, after the response. */
export const deliverMailsAfter: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  if (c.req.method !== "GET" && c.res.ok) await runAfterResponse(c, deliverMails())
}
