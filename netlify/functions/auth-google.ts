import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import * as z from "zod/mini"
import {
  connectGoogle,
  findOrCreateGoogleAccount,
  isOwnGoogleAccount,
} from "../../db/queries/accounts/accounts.ts"
import { connectGoogleBody, MAX_NEXT_LENGTH } from "../../src/features/account/schema.ts"
import type { GoogleRefusal } from "../../src/features/account/sign-in/google-error.ts"
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "../../src/i18n/locales.ts"
import { localePath } from "../../src/i18n/paths.ts"
import { parseJson } from "../../src/shared/json.ts"
import { getNextPath } from "../../src/shared/next-path.ts"
import {
  type ApiEnv,
  createHandler,
  createSignInApi,
  getVisitor,
  hasRecentProof,
  identifyVisitor,
  runAfterResponse,
  sendCookies,
} from "../lib/http/api.ts"
import { createProblem, getProblemCode } from "../lib/http/problem.ts"
import { readBody } from "../lib/http/request.ts"
import { RECENT_PROOF_MS } from "../lib/http/route-access.ts"
import { getSiteUrl } from "../lib/http/site-url.ts"
import { deliverMails } from "../lib/mail/deliver.ts"
import { createPrivateCookie, createReadableCookie, getCookieName } from "../lib/sign-in/cookies.ts"
import { finishSignIn } from "../lib/sign-in/finish-sign-in.ts"
import {
  createGoogleAuthorization,
  exchangeGoogleCode,
  type GoogleAccount,
} from "../lib/sign-in/google.ts"
import type { Visitor } from "../lib/sign-in/session.ts"

const BASE_PATH = "/api/auth/google"
const JOURNEY_LIFETIME_SECONDS = 10 * 60
/** Lifetime of the cookie with the greeting, which the page after a log-in reads as soon as it loads. */
const GREETING_LIFETIME_SECONDS = 20

/** Each tab of a browser can have a journey, but the browser sends the cookies of all journeys with each request. */
const MAX_JOURNEYS_PER_BROWSER = 3

/**
 * A journey is a redirect to Google's log-in page and back. The data in its cookie grants no rights, because the
 * browser can change it.
 */
const journey = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  purpose: z.enum(["sign_in", "prove", "connect"]),
  /** Id of the logged-in member; null for a log-in. */
  member: z.nullable(z.string()),
  next: z.string(),
  language: z.enum(LOCALES),
  remember: z.boolean(),
  cancelsDeletion: z.boolean(),
})
type Journey = z.infer<typeof journey>

const app = createSignInApi().basePath(BASE_PATH)

/** The first characters of the state are enough to distinguish journeys. */
const getJourneyCookieName = (state: string) => `daina_google-${state.slice(0, 16)}`

/** Matches the name of a journey's cookie without the prefix that cookies have with https. */
const JOURNEY_COOKIE_PATTERN = /daina_google-.*/

/** Returns cookies that delete all but the newest journeys. Browsers send older cookies first. */
const expireSurplusJourneys = (c: Context<ApiEnv>): string[] =>
  Object.keys(getCookie(c))
    .flatMap((name) => JOURNEY_COOKIE_PATTERN.exec(name) ?? [])
    // The new journey counts toward the maximum.
    .slice(0, -(MAX_JOURNEYS_PER_BROWSER - 1))
    .map((name) => createPrivateCookie(c.req.raw, name, "", 0))

const getHomePath = (language: Locale) => localePath("/", language)

function redirectToLogin(
  c: Context<ApiEnv>,
  reason: { error: GoogleRefusal } | { step: string },
  { language, next }: Pick<Journey, "language" | "next">,
): Response {
  const query = new URLSearchParams(reason)
  if (next !== getHomePath(language)) query.set("next", next)
  return c.redirect(`${localePath("/login", language)}?${query}`)
}

function redirectWithError(c: Context<ApiEnv>, error: GoogleRefusal, next: string): Response {
  const url = new URL(next, getSiteUrl())
  url.searchParams.set("error", error)
  return c.redirect(url.pathname + url.search + url.hash)
}

/**
 * Returns the path to open after the log-in, from this request's query. Falls back to the query of the page with the
 * link, because the script that adds the path to the link may not have run.
 */
function readRequestedNext(c: Context<ApiEnv>): string | null {
  const page = URL.parse(c.req.header("referer") ?? "")
  const isOwnPage = page?.origin === new URL(getSiteUrl()).origin
  const pageNext = isOwnPage ? page?.searchParams.get("next") : null
  const next = c.req.query("next") ?? pageNext ?? null
  return next && next.length <= MAX_NEXT_LENGTH ? next : null
}

type JourneyPlan = Pick<Journey, "purpose" | "next" | "language"> & Partial<Journey>

/** Sends the journey's cookie. Returns the URL of Google's log-in page; null if Google is not set up. */
function startJourney(
  c: Context<ApiEnv>,
  member: Visitor | null,
  plan: JourneyPlan,
): string | null {
  const authorization = createGoogleAuthorization({
    suggestedEmail: member?.email ?? null,
    forcesLogIn: plan.purpose === "prove",
  })
  if (!authorization) return null
  const pending: Journey = {
    ...authorization.request,
    member: member?.user_id ?? null,
    remember: member?.remember ?? false,
    cancelsDeletion: false,
    ...plan,
  }
  const value = encodeURIComponent(JSON.stringify(pending))
  const journeyCookie = createPrivateCookie(
    c.req.raw,
    getJourneyCookieName(pending.state),
    value,
    JOURNEY_LIFETIME_SECONDS,
  )
  sendCookies(c, [journeyCookie, ...expireSurplusJourneys(c)])
  return authorization.url.href
}

app.get("/", async (c) => {
  const requestedLanguage = c.req.query("language")
  const language = isLocale(requestedLanguage) ? requestedLanguage : DEFAULT_LOCALE
  const next = getNextPath(readRequestedNext(c), getHomePath(language))
  const member = c.req.query("proof") === "1" ? await identifyVisitor(c) : null
  const googleUrl = member
    ? startJourney(c, member, { purpose: "prove", next, language })
    : startJourney(c, null, {
        purpose: "sign_in",
        next,
        language,
        remember: c.req.query("remember") === "1",
        cancelsDeletion: c.req.query("keep") === "1",
      })
  return googleUrl
    ? c.redirect(googleUrl)
    : redirectToLogin(c, { error: "google_failed" }, { language, next })
})

app.post("/connect", async (c) => {
  const { language, ...body } = await readBody(c, connectGoogleBody)
  const next = getNextPath(body.next, getHomePath(language))
  const googleUrl = startJourney(c, getVisitor(c), { purpose: "connect", next, language })
  return googleUrl ? c.json({ address: googleUrl }) : createProblem("not_found")
})

/**
 * `isLeaving` is true if the deletion of the account is scheduled. `accountId` is null if the journey connected a
 * Google account, because this starts no session.
 */
type JourneyOutcome =
  | { accountId: string; isNew: boolean; isLeaving: boolean }
  | { accountId: null }
  | { refused: GoogleRefusal }

const SIGN_IN_REFUSALS: Record<string, GoogleRefusal> = {
  unconfirmed: "google_unconfirmed",
  blocked: "google_blocked",
}

async function signIn(
  c: Context<ApiEnv>,
  google: GoogleAccount,
  { language, cancelsDeletion }: Journey,
): Promise<JourneyOutcome> {
  if (!google.isVerified) return { refused: "google_unverified" }
  const account = await findOrCreateGoogleAccount(c.var.db, { ...google, language })
  const { id = null, outcome = "" } = account ?? {}
  if (id === null) return { refused: SIGN_IN_REFUSALS[outcome] ?? "google_mismatch" }
  const isLeaving = outcome === "leaving"
  if (isLeaving && !cancelsDeletion) return { refused: "google_leaving" }
  return { accountId: id, isLeaving, isNew: outcome === "created" }
}

/**
 * Confirms the identity of a logged-in member. Requires the Google account that is connected to the member's account.
 * If Google reports the time of its last log-in, this log-in must be recent.
 */
async function proveIdentity(c: Context<ApiEnv>, google: GoogleAccount): Promise<JourneyOutcome> {
  const { subject, authenticatedAt } = google
  if (!(await isOwnGoogleAccount(c.var.db, subject))) return { refused: "google_mismatch" }
  const isOld = authenticatedAt !== null && Date.now() - authenticatedAt >= RECENT_PROOF_MS
  if (isOld) return { refused: "google_old_login" }
  return { accountId: getVisitor(c).user_id, isNew: false, isLeaving: false }
}

const CONNECT_REFUSALS = {
  taken: "google_taken",
  other: "google_mismatch",
  stale: "google_late",
} as const satisfies Record<string, GoogleRefusal>

/**
 * Checks again that the member has confirmed their identity recently: the confirmation may have become too old during
 * the journey, and the browser may have forged the journey's cookie.
 */
async function connectAccount(
  c: Context<ApiEnv>,
  { subject }: GoogleAccount,
): Promise<JourneyOutcome> {
  if (!hasRecentProof(c)) return { refused: "google_late" }
  const outcome = await connectGoogle(c.var.db, subject, getVisitor(c).session_id)
  if (outcome === null) return { refused: "google_failed" }
  return outcome === "connected" ? { accountId: null } : { refused: CONNECT_REFUSALS[outcome] }
}

async function completeJourney(
  c: Context<ApiEnv>,
  google: GoogleAccount,
  journey: Journey,
): Promise<JourneyOutcome> {
  if (journey.purpose === "sign_in") return signIn(c, google, journey)
  const member = await identifyVisitor(c)
  if (!member || member.user_id !== journey.member) return { refused: "google_mismatch" }
  return journey.purpose === "prove" ? proveIdentity(c, google) : connectAccount(c, google)
}

/** Returns the journey with this state; null if there is none. Deletes its cookie, so a callback works only once. */
function endJourney(c: Context<ApiEnv>, state = ""): Journey | null {
  if (!/^[\w-]+$/.test(state)) return null
  const value = getCookie(c, getCookieName(c.req.raw, getJourneyCookieName(state)))
  if (value === undefined) return null
  sendCookies(c, [createPrivateCookie(c.req.raw, getJourneyCookieName(state), "", 0)])
  const { data } = journey.safeParse(parseJson(value))
  return data?.state === state ? data : null
}

/** Responds to a callback without a journey, such as a reloaded callback of a member who is already logged in. */
async function respondToUnknownCallback(c: Context<ApiEnv>): Promise<Response> {
  const [language, next] = [DEFAULT_LOCALE, getHomePath(DEFAULT_LOCALE)]
  if (await identifyVisitor(c)) return c.redirect(next)
  return redirectToLogin(c, { error: "google_failed" }, { language, next })
}

app.get("/callback", async (c) => {
  const { code, state } = c.req.query()
  const pending = endJourney(c, state)
  if (!pending) return respondToUnknownCallback(c)
  const { purpose, language, remember } = pending
  const isSignIn = purpose === "sign_in"
  const next = getNextPath(pending.next, getHomePath(language))
  const redirectRefused = (error: GoogleRefusal) =>
    isSignIn ? redirectToLogin(c, { error }, { language, next }) : redirectWithError(c, error, next)

  if (!code) return redirectRefused("google_failed")
  const google = await exchangeGoogleCode(code, pending).catch((error) => {
    console.warn("Signing in with Google failed:", error instanceof Error ? error.message : error)
    return null
  })
  if (!google) return redirectRefused("google_failed")
  const outcome = await completeJourney(c, google, pending)
  if ("refused" in outcome) return redirectRefused(outcome.refused)
  if (outcome.accountId !== null) {
    const { accountId, isNew, isLeaving: cancelsDeletion } = outcome
    const notifiesOfNewDevice = isSignIn && !isNew
    try {
      // Confirming the identity requires the second factor, as a log-in does.
      const secondStep = await finishSignIn(c, accountId, {
        remember,
        method: "google",
        cancelsDeletion,
        notifiesOfNewDevice,
      })
      if (secondStep) {
        const step = secondStep.code === "passkey_required" ? "passkey" : "code"
        return redirectToLogin(c, { step }, { language, next })
      }
    } catch (error) {
      if (getProblemCode(error) === "demo_account") return redirectRefused("google_failed")
      throw error
    }
    // The next page greets new and returning members differently, and deletes this cookie.
    if (isSignIn) {
      const greeting = isNew ? "new" : "known"
      sendCookies(c, [
        createReadableCookie(c.req.raw, "daina_google_done", greeting, GREETING_LIFETIME_SECONDS),
      ])
    }
  }
  await runAfterResponse(c, deliverMails())
  return c.redirect(next)
})

export default createHandler(app)
export const config: Config = {
  path: ["/api/auth/google", "/api/auth/google/callback", "/api/auth/google/connect"],
}
