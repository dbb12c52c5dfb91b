/** Asking for letters, and confirming it by the mailed link. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import {
  askForLetters,
  confirmSubscription,
  type LetterList,
} from "../../db/queries/subscriptions.ts"
import { linkBody, subscribeBody } from "../../src/features/letters/schema.ts"
import { type ApiEnv, afterwards, api, serve } from "../lib/api.ts"
import { readBody } from "../lib/body.ts"
import { callerOf } from "../lib/caller.ts"
import { deliverMails } from "../lib/deliver.ts"
import { consentTo } from "../lib/letters/consent.ts"
import { problem, tooMany } from "../lib/problem.ts"
import { hashOf } from "../lib/session-store.ts"

const app = api().basePath("/api")

// One answer and one amount of work, whether the address is on the list or not: the mail is sent afterwards.
async function ask(c: Context<ApiEnv>, list: LetterList): Promise<Response> {
  const read = await readBody(c, subscribeBody)
  if ("refusal" in read) return read.refusal
  const { email, language, website } = read.body
  // Only robots fill in what cannot be seen, and need not know that they were found out.
  if (website) return c.body(null, 202)
  const wish = { list, email, language, consent: consentTo(list, language) }
  const wait = await askForLetters(c.var.db, wish, callerOf(c))
  if (wait > 0) return tooMany(wait)
  await afterwards(c, deliverMails())
  return c.body(null, 202)
}

app.post("/newsletter", (c) => ask(c, "newsletter"))
app.post("/shop-notify", (c) => ask(c, "shop"))

app.post("/letters/confirm", async (c) => {
  const read = await readBody(c, linkBody, () => "link_unusable")
  if ("refusal" in read) return read.refusal
  const list = await confirmSubscription(c.var.db, hashOf(read.body.token))
  return list ? c.json({ list }) : problem("link_unusable")
})

export default serve(app)
export const config: Config = {
  path: ["/api/newsletter", "/api/shop-notify", "/api/letters/confirm"],
}
