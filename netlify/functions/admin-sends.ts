/** Mails and suggestions that could not be sent, and sending them again. */
import type { Config } from "@netlify/functions"
import { adminSends, retryAllSends, retrySend } from "../../db/queries/admin-sends.ts"
import { afterwards, api, serve, superAdmin } from "../lib/api.ts"
import { withId } from "../lib/body.ts"
import { deliverWhatIsDue } from "../lib/deliver-all.ts"
import { canSendMail, mailWay } from "../lib/mail.ts"
import { problem, tooMany } from "../lib/problem.ts"
import { canSendToTelegram } from "../lib/telegram.ts"

const app = api().basePath("/api/admin/sends")
app.use(superAdmin)

const ways = () => ({ mail: canSendMail(), telegram: canSendToTelegram() })

app.get("/", async (c) =>
  c.json({
    mail: mailWay(),
    telegram: canSendToTelegram(),
    ...(await adminSends(c.var.db)),
  }),
)

// The sender says what becomes of them: reading the list again tells.
app.post("/retry", async (c) => {
  const open = ways()
  if (!open.mail && !open.telegram) return problem("sending_unavailable")
  const tried = await retryAllSends(c.var.db, open)
  if (tried && tried.wait > 0) return tooMany(tried.wait)
  await afterwards(c, deliverWhatIsDue())
  return c.json({ due: tried?.outcome ?? 0 })
})

app.post("/:id/retry", withId, async (c) => {
  const id = c.req.param("id")
  const tried = await retrySend(c.var.db, id, ways())
  if (tried && tried.wait > 0) return tooMany(tried.wait)
  const state = tried?.outcome ?? "not_found"
  if (state === "not_found") return problem("not_found")
  if (state === "unavailable") return problem("sending_unavailable")
  await afterwards(c, deliverWhatIsDue())
  return c.json({ id, state })
})

export default serve(app)
export const config: Config = {
  path: ["/api/admin/sends", "/api/admin/sends/retry", "/api/admin/sends/:id/retry"],
}
