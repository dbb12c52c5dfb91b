import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import * as z from "zod/mini"
import { setEmailsByLink } from "../../db/queries/mails.ts"
import {
  confirmSubscription,
  type MailingList,
  subscribe,
  unsubscribe,
} from "../../db/queries/newsletter.ts"
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "../../src/i18n/locales.ts"
import { localePath } from "../../src/i18n/paths.ts"
import { email, token } from "../../src/schema/fields.ts"
import {
  type ApiEnv,
  createCrossSiteApi,
  createHandler,
  requireSameOrigin,
  runAfterResponse,
} from "../lib/http/api.ts"
import { createProblem, createRateLimitProblem } from "../lib/http/problem.ts"
import { getClientAddress, readBody } from "../lib/http/request.ts"
import { deliverMails } from "../lib/mail/deliver.ts"
import { createMailTranslator, hasMailText } from "../lib/mail/mail-texts.ts"
import { hashToken } from "../lib/sign-in/tokens.ts"

const MAX_HIDDEN_FIELD_LENGTH = 2000

const subscribeBody = z.object({
  email,
  language: z.enum(LOCALES),
  /** Only robots fill in this hidden field. */
  website: z.optional(z.string().check(z.maxLength(MAX_HIDDEN_FIELD_LENGTH, "too_long"))),
})

const linkBody = z.object({ token })

// Subscribing queues an email. The role daina_app has no right to do so.
const app = createCrossSiteApi({ usesAuthRole: true }).basePath("/api")

const respondWithTopics = (c: Context, topics: string[]) =>
  topics.length > 0 ? c.json({ list: "topics", topics }) : createProblem("link_unusable")

// A link of a newsletter ends the subscription; a link of a notification email turns off its topic.
// One-click requests of email clients (RFC 8058) come from another origin, so the token alone gives access.
app.post("/newsletter/unsubscribe", async (c) => {
  // The token of a one-click request is in the query. The site's own page sends the token in the body.
  const token = c.req.query("token") || (await readBody(c, linkBody, () => "link_unusable")).token
  const hash = hashToken(token)
  const list = await unsubscribe(c.var.db, hash)
  if (list) return c.json({ list })
  return respondWithTopics(c, await setEmailsByLink(c.var.db, hash, { isWanted: false }))
})

// Mail scanners open every link, so a GET request only redirects to the page with the button.
app.get("/newsletter/unsubscribe", (c) => {
  const { token = "", topic, language } = c.req.query()
  const page = localePath("/newsletter/unsubscribe", isLocale(language) ? language : "en")
  return c.redirect(`${page}#${new URLSearchParams({ token, ...(topic && { topic }) })}`, 303)
})

// The routes below accept only requests from pages of this site.
app.use(requireSameOrigin)

// Turns the emails of a topic on again, after an unsubscribe link turned them off.
app.post("/newsletter/restore", async (c) => {
  const { token } = await readBody(c, linkBody, () => "link_unusable")
  return respondWithTopics(c, await setEmailsByLink(c.var.db, hashToken(token), { isWanted: true }))
})

/** Returns the wording to which the subscriber consents, and its language, for the record of the consent. */
function getConsent(list: MailingList, locale: Locale) {
  const key = `mails:confirm_${list}.consent` as const
  return {
    wording: createMailTranslator(locale)(key),
    language: hasMailText(locale, key) ? locale : DEFAULT_LOCALE,
  }
}

// Responds in the same way for known and unknown addresses. The email is sent after the response.
async function respondToSubscription(c: Context<ApiEnv>, list: MailingList): Promise<Response> {
  const { email, language, website } = await readBody(c, subscribeBody)
  // Robots get the same response as people, so that they do not learn that they were detected.
  if (website) return c.body(null, 202)
  const subscription = { list, email, language, consent: getConsent(list, language) }
  const wait = await subscribe(c.var.db, subscription, getClientAddress(c))
  if (wait > 0) return createRateLimitProblem(wait)
  await runAfterResponse(c, deliverMails())
  return c.body(null, 202)
}

app.post("/newsletter", (c) => respondToSubscription(c, "newsletter"))
app.post("/shop-notify", (c) => respondToSubscription(c, "shop"))

app.post("/newsletter/confirm", async (c) => {
  const { token } = await readBody(c, linkBody, () => "link_unusable")
  const list = await confirmSubscription(c.var.db, hashToken(token))
  return list ? c.json({ list }) : createProblem("link_unusable")
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/newsletter",
    "/api/shop-notify",
    "/api/newsletter/confirm",
    "/api/newsletter/unsubscribe",
    "/api/newsletter/restore",
  ],
}
