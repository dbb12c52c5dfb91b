/** The newsletter and the shop's list: subscribing, confirming it by the mailed link, unsubscribing. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import * as z from "zod/mini"
import {
  confirmSubscription,
  type MailingList,
  subscribe,
  unsubscribe,
} from "../../db/queries/newsletter.ts"
import { turnEventEmailsOff } from "../../db/queries/signups.ts"
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "../../src/i18n/locales.ts"
import { localePath } from "../../src/i18n/paths.ts"
import { email, token } from "../../src/schema/fields.ts"
import { type ApiEnv, openApi, runAfterResponse, sameOrigin, serve } from "../lib/http/api.ts"
import { problem, rateLimited } from "../lib/http/problem.ts"
import { clientAddress, readBody } from "../lib/http/request.ts"
import { deliverMails } from "../lib/mail/deliver.ts"
import { hasMailText, mailTranslator } from "../lib/mail/mail-texts.ts"
import { hashToken } from "../lib/sign-in/tokens.ts"

/** Longer than anybody types into a field that cannot be seen. */
const TRAP_MAX = 2000

const subscribeBody = z.object({
  email,
  /** The language of the page, and then of the newsletter. */
  language: z.enum(LOCALES),
  /** A field for robots: people do not see it. */
  website: z.optional(z.string().check(z.maxLength(TRAP_MAX, "too_long"))),
})

/** What a mailed link carries. */
const linkBody = z.object({ token })

// Subscribing sends email, so these calls log in to the database as daina_auth.
const app = openApi(true).basePath("/api")

// With one press, on our page or by a mail program's own button, which sends a form from anywhere (RFC 8058).
// The link's token is all that counts, no cookie, so other sites may call.
app.post("/newsletter/unsubscribe", async (c) => {
  // What the form says besides is no more than that it is one.
  const token = c.req.query("token") || (await readBody(c, linkBody, () => "link_unusable")).token
  const hash = hashToken(token)
  const list =
    (await unsubscribe(c.var.db, hash)) ?? ((await turnEventEmailsOff(c.var.db, hash)) && "events")
  return list ? c.json({ list }) : problem("link_unusable")
})

// Mail scanners open every link: opening it does nothing but show the page with the button.
app.get("/newsletter/unsubscribe", (c) => {
  const { token = "", language } = c.req.query()
  const page = localePath("/newsletter/unsubscribe", isLocale(language) ? language : "en")
  return c.redirect(`${page}#${new URLSearchParams({ token })}`, 303)
})

// From here on for our own pages alone.
app.use(sameOrigin)

/** What stands beside the button, and so what people agree to by pressing it, and the language that it is in. */
function consentTo(list: MailingList, locale: Locale) {
  const key = `mails:confirm_${list}.consent` as const
  return {
    wording: mailTranslator(locale)(key),
    language: hasMailText(locale, key) ? locale : DEFAULT_LOCALE,
  }
}

// One answer and one amount of work, whether the address is on the list or not: the mail is sent afterwards.
async function answerSubscription(c: Context<ApiEnv>, list: MailingList): Promise<Response> {
  const { email, language, website } = await readBody(c, subscribeBody)
  // Only robots fill in what cannot be seen, and need not know that they were found out.
  if (website) return c.body(null, 202)
  const subscription = { list, email, language, consent: consentTo(list, language) }
  const wait = await subscribe(c.var.db, subscription, clientAddress(c))
  if (wait > 0) return rateLimited(wait)
  await runAfterResponse(c, deliverMails())
  return c.body(null, 202)
}

app.post("/newsletter", (c) => answerSubscription(c, "newsletter"))
app.post("/shop-notify", (c) => answerSubscription(c, "shop"))

app.post("/newsletter/confirm", async (c) => {
  const { token } = await readBody(c, linkBody, () => "link_unusable")
  const list = await confirmSubscription(c.var.db, hashToken(token))
  return list ? c.json({ list }) : problem("link_unusable")
})

export default serve(app)
export const config: Config = {
  path: [
    "/api/newsletter",
    "/api/shop-notify",
    "/api/newsletter/confirm",
    "/api/newsletter/unsubscribe",
  ],
}
