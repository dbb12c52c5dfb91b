import type { MiddlewareHandler } from "hono"
import { deliverAllMails } from "../mail/deliver.ts"
import { deliverPushMessages } from "../push/deliver.ts"
import { type ApiContext, type ApiEnv, runAfterResponse } from "./api.ts"

export const deliverAfterResponse = (c: ApiContext) =>
  runAfterResponse(c, Promise.all([deliverAllMails(), deliverPushMessages()]))

/** Middleware for routes whose changes queue emails or push messages. Sends these after a successful request. */
export const deliverAfterWrites: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  if (c.req.method !== "GET" && c.res.ok) await deliverAfterResponse(c)
}
