/** To Google and back. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import * as z from "zod/mini"
import { accountOfGoogle, connectGoogle, isOwnGoogleAccount } from "../../db/queries/accounts.ts"
import type { GOOGLE_REFUSALS } from "../../src/features/account/schema.ts"
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "../../src/i18n/locales.ts"
import { localePath } from "../../src/i18n/paths.ts"
import { parseJson } from "../../src/json.ts"
import { nextPath } from "../../src/next-path.ts"
import { type ApiEnv, afterwards, recognise, sendCookies, serve, signInApi } from "../lib/api.ts"
import { deliverMails } from "../lib/mail/deliver.ts"
import { codeOf } from "../lib/problem.ts"
import { enter } from "../lib/sign-in/enter.ts"
import {
  exchangeGoogleCode,
  type GoogleAccount,
  googleAuthorization,
} from "../lib/sign-in/google.ts"
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
  /** The member who shows once more that it is them; null for signing in. */
  proves: z.nullable(z.string()),
  /** Not that, but to sign in with it from now on. */
  connects: z.optional(z.boolean()),
  /** They gave the account up, and want it back. */
  keeps: z.optional(z.boolean()),
})
type Journey = z.infer<typeof journey>

/** What the login page explains. */
type Refusal = (typeof GOOGLE_REFUSALS)[number]

const app = signInApi().basePath(PATH)

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

/** To the form that asks for the code of the second factor, or for a passkey. */
function waitForFactor(c: Context<ApiEnv>, step: string, language: Locale, next: string): Response {
  const query = new URLSearchParams({ step })
  if (next !== homeOf(language)) query.set("next", next)
  sendCookies(c, [cookie("", 0)])
  return c.redirect(`${localePath("/login", language)}?${query}`)
}

/** Back to the page that asked for proof, which says what went wrong. */
function refuseProof(c: Context<ApiEnv>, why: Refusal, next: string): Response {
  const address = new URL(next, siteUrl())
  address.searchParams.set("error", why)
  sendCookies(c, [cookie("", 0)])
  return c.redirect(address.pathname + address.search + address.hash)
}

/** The longest return address: what is kept must fit into a cookie. */
const NEXT_MAX = 1000

/** The return address in the query, else in that of the page the link was on: its script may come later. */
function requestedNext(c: Context<ApiEnv>): string | null {
  const page = URL.parse(c.req.header("referer") ?? "")
  const isOurs = page?.origin === new URL(siteUrl()).origin
  const asked = c.req.query("next") ?? (isOurs ? page?.searchParams.get("next") : null) ?? null
  return asked && asked.length <= NEXT_MAX ? asked : null
}

app.get("/", async (c) => {
  const asked = c.req.query("language")
  const language = isLocale(asked) ? asked : DEFAULT_LOCALE
  const next = nextPath(requestedNext(c), homeOf(language))
  const visitor = await recognise(c)
  const isConnecting = c.req.query("connect") === "1" && visitor !== null
  const isProof = (c.req.query("proof") === "1" || isConnecting) && visitor !== null
  const authorization = googleAuthorization(isProof ? visitor.email : null)
  if (!authorization) return refuse(c, "google_failed", language, next)
  const kept: Journey = {
    ...authorization.request,
    next,
    language,
    remember: isProof ? visitor.remember : c.req.query("remember") === "1",
    proves: isProof ? visitor.userId : null,
    connects: isConnecting,
    keeps: c.req.query("keep") === "1",
  }
  sendCookies(c, [cookie(JSON.stringify(kept), LIFETIME_SECONDS)])
  return c.redirect(authorization.address.href)
})

type Arrival = { id: string; isNew: boolean; isLeaving?: boolean } | { refused: Refusal }

/** Whom to sign in. Proof links and opens nothing: it must be the account that the member has already. */
async function arrive(
  c: Context<ApiEnv>,
  google: GoogleAccount,
  journey: Journey,
): Promise<Arrival> {
  const { proves, language } = journey
  if (proves !== null) {
    const visitor = await recognise(c)
    const isSame =
      visitor?.userId === proves && (await isOwnGoogleAccount(c.var.db, google.subject))
    return isSame ? { id: proves, isNew: false } : { refused: "google_mismatch" }
  }
  if (!google.isVerified) return { refused: "google_unverified" }
  const account = await accountOfGoogle(c.var.db, { ...google, language })
  const isLeaving = account?.outcome === "leaving"
  if (isLeaving && !journey.keeps) return { refused: "google_leaving" }
  if (account?.id) return { id: account.id, isLeaving, isNew: account.outcome === "created" }
  return { refused: REFUSALS[account?.outcome ?? ""] ?? "google_mismatch" }
}

const REFUSALS: Record<string, Refusal> = {
  unconfirmed: "google_unconfirmed",
  blocked: "google_blocked",
}

/** For the next page, which greets newcomers and others differently, and forgets it. */
const greeting = (isNew: boolean) =>
  `daina_google_done=${isNew ? "new" : "known"}; Path=/; SameSite=Lax; Max-Age=20`

app.get("/callback", async (c) => {
  const kept = journey.safeParse(parseJson(getCookie(c, cookieName()) ?? ""))
  if (!kept.success) return refuse(c, "google_failed", DEFAULT_LOCALE, homeOf(DEFAULT_LOCALE))
  const { language, remember, proves, connects, ...request } = kept.data
  const next = nextPath(kept.data.next, homeOf(language))
  const turnBack = (why: Refusal) =>
    proves === null ? refuse(c, why, language, next) : refuseProof(c, why, next)

  const { code, state } = c.req.query()
  if (!code || state !== request.state) return turnBack("google_failed")
  const google = await exchangeGoogleCode(code, request).catch((error) => {
    console.warn("Signing in with Google failed:", error instanceof Error ? error.message : error)
    return null
  })
  if (!google) return turnBack("google_failed")
  if (connects) {
    const visitor = await recognise(c)
    const outcome = visitor?.userId === proves && (await connectGoogle(c.var.db, google.subject))
    if (outcome !== "connected") {
      return turnBack(outcome === "taken" ? "google_taken" : "google_mismatch")
    }
    sendCookies(c, [cookie("", 0)])
    await afterwards(c, deliverMails())
    return c.redirect(next)
  }
  const arrival = await arrive(c, google, kept.data)
  if ("refused" in arrival) return turnBack(arrival.refused)
  const start = { remember, method: "google", keeps: arrival.isLeaving ?? false } as const
  try {
    // Who proves is signed in already.
    const isSignIn = proves === null
    const waits = await enter(c, arrival.id, {
      ...start,
      isProven: !isSignIn,
      tellsOfDevice: isSignIn && !arrival.isNew,
    })
    if (waits) {
      const step = waits.code === "passkey_required" ? "passkey" : "code"
      return waitForFactor(c, step, language, next)
    }
    await afterwards(c, deliverMails())
  } catch (error) {
    if (codeOf(error) === "demo_account") return turnBack("google_failed")
    throw error
  }
  sendCookies(c, [cookie("", 0), ...(proves === null ? [greeting(arrival.isNew)] : [])])
  return c.redirect(next)
})

export default serve(app)
export const config: Config = { path: ["/api/auth/google", "/api/auth/google/callback"] }
