/**
 * Leaving a list with one press: on our page, or by a mail program's own button, which sends a form from
 * anywhere (RFC 8058). The link's token is all that counts, no cookie, so other sites may call.
 */
import type { Config } from "@netlify/functions"
import { unsubscribe } from "../../db/queries/subscriptions.ts"
import { linkBody } from "../../src/features/letters/schema.ts"
import { isLocale } from "../../src/i18n/locales.ts"
import { localePath } from "../../src/i18n/paths.ts"
import { openApi, serve } from "../lib/api.ts"
import { readBody } from "../lib/body.ts"
import { problem } from "../lib/problem.ts"
import { hashOf } from "../lib/session-store.ts"

const app = openApi().basePath("/api/letters/unsubscribe")

app.post("/", async (c) => {
  const { token } = c.req.query()
  // What the form says besides is no more than that it is one.
  const read = token ? { body: { token } } : await readBody(c, linkBody, () => "link_unusable")
  if ("refusal" in read) return read.refusal
  const list = await unsubscribe(c.var.db, hashOf(read.body.token))
  return list ? c.json({ list }) : problem("link_unusable")
})

// Mail scanners open every link: opening it does nothing but show the page with the button.
app.get("/", (c) => {
  const { token = "", language } = c.req.query()
  const page = localePath("/newsletter/unsubscribe", isLocale(language) ? language : "en")
  return c.redirect(`${page}#${new URLSearchParams({ token })}`, 303)
})

export default serve(app)
export const config: Config = { path: "/api/letters/unsubscribe" }
