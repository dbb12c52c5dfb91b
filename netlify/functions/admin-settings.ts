/** How the site is set up, and whether what it stands on works. */
import type { Config } from "@netlify/functions"
import { PASSWORD_MIN } from "../../src/features/account/schema.ts"
import { api, serve, superAdmin } from "../lib/api.ts"
import { mailWay } from "../lib/mail.ts"
import { probeAll } from "../lib/probes.ts"

const app = api()

app.get("/api/admin/settings", superAdmin, async (c) =>
  c.json({
    ...(await probeAll(c.var.db)),
    password_min: PASSWORD_MIN,
    mail: mailWay(),
    google: Boolean(process.env.GOOGLE_CLIENT_ID),
    telegram: Boolean(process.env.TELEGRAM_BOT_TOKEN && process.env.TELEGRAM_CHAT_ID),
  }),
)

export default serve(app)
export const config: Config = { path: "/api/admin/settings" }
