/** To Google and back. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import * as z from "zod/mini"
import { accountOfGoogle } from "../../db/queries/accounts.ts"
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "../../src/i18n/locales.ts"
import { localePath } from "../../src/i18n/paths.ts"
import { parseJson } from "../../src/json.ts"
import { nextPath } from "../../src/next-path.ts"
import { type ApiEnv, api, recognise, sendCookies, serve } from "../lib/api.ts"
import { answerOfGoogle, askGoogle } from "../lib/google.ts"
import { startSession } from "../lib/session.ts"
import { siteUrl } from "../lib/site-url.ts"

const PATH = "/api/auth/google"
const LIFETIME_SECONDS = 10 * 60

/** Kept in the browser between going and coming back. */
const journey = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string(),
  language: z.enum(LOCALES),
  remember: z.boolean(),
})
type Journey = z.infer<typeof journey>

/** What the login page explains. */
type Refusal = "google_failed" | "google_unverified" | "google_unconfirmed"

const app = api().basePath(PATH)

const isSecure = () => siteUrl().startsWith("https:")

// Over https no other host can set it, and so nobody be signed in as somebody else.
const cookieName = () => (isSecure() ? "__Host-daina_google" : "daina_google")

/** Lax, since the way back begins at Google. */
const cookie = (value: string, seconds: number) =>
  `${cookieName()}=${encodeURIComponent(value)}; HttpOnly; Path=/; SameSite=Lax; Max-Age=${seconds}${
    isSecure() ? "; Secure" : ""
  }`

const homeOf = (language: Locale) => localePath("/", language)

function refuse(c: Context<ApiEnv>, why: Refusal, language: Locale, next: string): Response {
  const query = new URLSearchParams({ error: why })
  if (next !== homeOf(language)) query.set("next", next)
  sendCookies(c, [cookie("", 0)])
  return c.redirect(`${localePath("/login", language)}?${query}`)
}

app.get("/", async (c) => {
  const asked = c.req.query("language")
  const language = isLocale(asked) ? asked : DEFAULT_LOCALE
  const next = nextPath(c.req.query("next") ?? null, homeOf(language))
  // Whoever is signed in already confirms who they are: Google may offer that account first.
  const visitor = await recognise(c)
  const asking = askGoogle(visitor?.email ?? null)
  if (!asking) return refuse(c, "google_failed", language, next)
  const remember = c.req.query("remember") === "1"
  const kept: Journey = { ...asking.question, next, language, remember }
  sendCookies(c, [cookie(JSON.stringify(kept), LIFETIME_SECONDS)])
  return c.redirect(asking.address.href)
})

app.get("/callback", async (c) => {
  const kept = journey.safeParse(parseJson(getCookie(c, cookieName()) ?? ""))
  if (!kept.success) return refuse(c, "google_failed", DEFAULT_LOCALE, homeOf(DEFAULT_LOCALE))
  const { language, remember, ...question } = kept.data
  const next = nextPath(kept.data.next, homeOf(language))
  const { code, state } = c.req.query()
  if (!code || state !== question.state) return refuse(c, "google_failed", language, next)

  const google = await answerOfGoogle(code, question).catch((error) => {
    console.warn("Signing in with Google failed:", error instanceof Error ? error.message : error)
    return null
  })
  if (!google) return refuse(c, "google_failed", language, next)
  if (!google.isVerified) return refuse(c, "google_unverified", language, next)
  const account = await accountOfGoogle(c.var.db, { ...google, language })
  if (!account?.id) {
    const why = account?.outcome === "unconfirmed" ? "google_unconfirmed" : "google_failed"
    return refuse(c, why, language, next)
  }
  sendCookies(c, [
    cookie("", 0),
    ...(await startSession(c.req.raw, account.id, { remember, method: "google" })),
  ])
  return c.redirect(next)
})

export default serve(app)
export const config: Config = { path: ["/api/auth/google", "/api/auth/google/callback"] }
