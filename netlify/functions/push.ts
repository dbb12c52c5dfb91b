import type { Config } from "@netlify/functions"
import {
  countTestPush,
  readPushSettings,
  storeQuietHours,
  subscribeToPush,
  unsubscribeFromPush,
} from "../../db/queries/push.ts"
import { pushSubscription, quietHours } from "../../src/features/notifications/push-schema.ts"
import { createApi, createHandler, getVisitor, requireMember } from "../lib/http/api.ts"
import { createProblem, createRateLimitProblem } from "../lib/http/problem.ts"
import { readBody } from "../lib/http/request.ts"
import { createTestPayload, getVapidKeys, sendPush } from "../lib/push/deliver.ts"

const app = createApi()

app.get("/api/push", requireMember, async (c) => {
  const [{ public_key }, settings] = await Promise.all([
    getVapidKeys(),
    readPushSettings(c.var.db, getVisitor(c).session_id),
  ])
  return c.json({ public_key, ...settings })
})

app.put("/api/push/subscription", async (c) => {
  await subscribeToPush(c.var.db, getVisitor(c).session_id, await readBody(c, pushSubscription))
  return c.body(null, 204)
})

app.delete("/api/push/subscription", async (c) => {
  await unsubscribeFromPush(c.var.db, getVisitor(c).session_id)
  return c.body(null, 204)
})

app.post("/api/push/test", async (c) => {
  const { wait, browser } = await countTestPush(c.var.db, getVisitor(c).session_id)
  if (wait > 0) return createRateLimitProblem(wait)
  if (!browser) return createProblem("push_not_subscribed")
  const delivery = await sendPush(
    browser,
    createTestPayload(browser.language),
    await getVapidKeys(),
  )
  if (delivery === "sent") return c.body(null, 204)
  if (delivery === "failed") return createProblem("push_failed")
  await unsubscribeFromPush(c.var.db, getVisitor(c).session_id)
  return createProblem("push_not_subscribed")
})

app.put("/api/push/quiet-hours", async (c) => {
  const hours = await readBody(c, quietHours)
  await storeQuietHours(c.var.db, hours)
  return c.json(hours)
})

export default createHandler(app)
export const config: Config = {
  path: ["/api/push", "/api/push/subscription", "/api/push/test", "/api/push/quiet-hours"],
}
