import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import * as z from "zod/mini"
import {
  connectGoogle,
  findOrCreateGoogleAccount,
  isOwnGoogleAccount,
} from "../../db/queries/accounts/accounts.ts"
import { connectGoogleBody, NEXT_MAX } from "../../src/features/account/schema.ts"
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
import { getProblemCode, problem } from "../lib/http/problem.ts"
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

const PATH = "/api/auth/google"
const LIFETIME_SECONDS = 10 * 60

/** Each request contains the cookies of all journeys of a browser. */
const JOURNEYS_MAX = 3

/** A journey lasts until the callback. Its cookie grants no permission, because browsers can change it. */
const journey = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  purpose: z.enum(["sign_in", "prove", "connect"]),
  /** Null for a log-in. */
  member: z.nullable(z.string()),
  next: z.string(),
  language: z.enum(LOCALES),
  remember: z.boolean(),
  cancelsDeletion: z.boolean(),
})
type Journey = z.infer<typeof journey>

const app = createSignInApi().basePath(PATH)

/** The start of the state is enough to distinguish tabs. */
const getJourneyCookieName = (state: string) => `daina_google-${state.slice(0, 16)}`

/** Browsers send older cookies first. */
const expireSurplusJourneys = (c: Context<ApiEnv>): string[] =>
  Object.keys(getCookie(c))
    .flatMap((name) => /daina_google-.*/.exec(name) ?? [])
    .slice(0, 1 - JOURNEYS_MAX)
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

function refuseMember(c: Context<ApiEnv>, error: GoogleRefusal, next: string): Response {
  const address = new URL(next, getSiteUrl())
  address.searchParams.set("error", error)
  return c.redirect(address.pathname + address.search + address.hash)
}

/** Falls back to the page with the link, whose script may not have run yet. */
function readRequestedNext(c: Context<ApiEnv>): string | null {
  const page = URL.parse(c.req.header("referer") ?? "")
  const isOurs = page?.origin === new URL(getSiteUrl()).origin
  const next = c.req.query("next") ?? (isOurs ? page?.searchParams.get("next") : null) ?? null
  return next && next.length <= NEXT_MAX ? next : null
}

type Plan = Pick<Journey, "purpose" | "next" | "language"> & Partial<Journey>

/** Returns null if Google is not set up. */
function startJourney(c: Context<ApiEnv>, member: Visitor | null, plan: Plan): string | null {
  const authorization = createGoogleAuthorization({
    hint: member?.email ?? null,
    isProof: plan.purpose === "prove",
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
    LIFETIME_SECONDS,
  )
  sendCookies(c, [journeyCookie, ...expireSurplusJourneys(c)])
  return authorization.address.href
}

app.get("/", async (c) => {
  const requested = c.req.query("language")
  const language = isLocale(requested) ? requested : DEFAULT_LOCALE
  const next = getNextPath(readRequestedNext(c), getHomePath(language))
  const member = c.req.query("proof") === "1" ? await identifyVisitor(c) : null
  const address = member
    ? startJourney(c, member, { purpose: "prove", next, language })
    : startJourney(c, null, {
        purpose: "sign_in",
        next,
        language,
        remember: c.req.query("remember") === "1",
        cancelsDeletion: c.req.query("keep") === "1",
      })
  return address
    ? c.redirect(address)
    : redirectToLogin(c, { error: "google_failed" }, { language, next })
})

app.post("/connect", async (c) => {
  const { language, ...body } = await readBody(c, connectGoogleBody)
  const next = getNextPath(body.next, getHomePath(language))
  const address = startJourney(c, getVisitor(c), { purpose: "connect", next, language })
  return address ? c.json({ address }) : problem("not_found")
})

/** `accountId` is null after connecting an account. */
type Outcome =
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
): Promise<Outcome> {
  if (!google.isVerified) return { refused: "google_unverified" }
  const account = await findOrCreateGoogleAccount(c.var.db, { ...google, language })
  const { id = null, outcome = "" } = account ?? {}
  if (id === null) return { refused: SIGN_IN_REFUSALS[outcome] ?? "google_mismatch" }
  const isLeaving = outcome === "leaving"
  if (isLeaving && !cancelsDeletion) return { refused: "google_leaving" }
  return { accountId: id, isLeaving, isNew: outcome === "created" }
}

async function prove(c: Context<ApiEnv>, google: GoogleAccount): Promise<Outcome> {
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

/** The proof may have expired, and the browser may have forged the journey. */
async function connect(c: Context<ApiEnv>, { subject }: GoogleAccount): Promise<Outcome> {
  if (!hasRecentProof(c)) return { refused: "google_late" }
  const outcome = await connectGoogle(c.var.db, subject, getVisitor(c).session_id)
  if (outcome === null) return { refused: "google_failed" }
  return outcome === "connected" ? { accountId: null } : { refused: CONNECT_REFUSALS[outcome] }
}

async function getOutcome(
  c: Context<ApiEnv>,
  google: GoogleAccount,
  journey: Journey,
): Promise<Outcome> {
  if (journey.purpose === "sign_in") return signIn(c, google, journey)
  const member = await identifyVisitor(c)
  if (!member || member.user_id !== journey.member) return { refused: "google_mismatch" }
  return journey.purpose === "prove" ? prove(c, google) : connect(c, google)
}

/** Deletes the journey's cookie, so that it works only once. */
function endJourney(c: Context<ApiEnv>, state = ""): Journey | null {
  if (!/^[\w-]+$/.test(state)) return null
  const value = getCookie(c, getCookieName(c.req.raw, getJourneyCookieName(state)))
  if (value === undefined) return null
  sendCookies(c, [createPrivateCookie(c.req.raw, getJourneyCookieName(state), "", 0)])
  const { data } = journey.safeParse(parseJson(value))
  return data?.state === state ? data : null
}

/** A reloaded callback has no journey, and the member may already be logged in. */
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
  const refuse = (error: GoogleRefusal) =>
    isSignIn ? redirectToLogin(c, { error }, { language, next }) : refuseMember(c, error, next)

  if (!code) return refuse("google_failed")
  const google = await exchangeGoogleCode(code, pending).catch((error) => {
    console.warn("Signing in with Google failed:", error instanceof Error ? error.message : error)
    return null
  })
  if (!google) return refuse("google_failed")
  const outcome = await getOutcome(c, google, pending)
  if ("refused" in outcome) return refuse(outcome.refused)
  if (outcome.accountId !== null) {
    const { accountId, isNew, isLeaving: cancelsDeletion } = outcome
    const notifiesOfNewDevice = isSignIn && !isNew
    try {
      // A proof with Google must not be weaker than a log-in with Google.
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
      if (getProblemCode(error) === "demo_account") return refuse("google_failed")
      throw error
    }
    // The next page greets new and returning members differently, and deletes this cookie.
    if (isSignIn) {
      const greeting = isNew ? "new" : "known"
      sendCookies(c, [createReadableCookie(c.req.raw, "daina_google_done", greeting, 20)])
    }
  }
  await runAfterResponse(c, deliverMails())
  return c.redirect(next)
})

export default createHandler(app)
export const config: Config = {
  path: ["/api/auth/google", "/api/auth/google/callback", "/api/auth/google/connect"],
}
