/** Routes of accounts, profiles, teams and events, each with a valid body. */
import type { Config } from "@netlify/functions"
import * as account from "../../netlify/functions/account.ts"
import * as auth from "../../netlify/functions/auth.ts"
import * as google from "../../netlify/functions/auth-google.ts"
import * as events from "../../netlify/functions/events.ts"
import * as ideas from "../../netlify/functions/ideas.ts"
import * as imports from "../../netlify/functions/imports.ts"
import * as music from "../../netlify/functions/music.ts"
import * as newsletter from "../../netlify/functions/newsletter.ts"
import * as passkeys from "../../netlify/functions/passkeys.ts"
import * as profile from "../../netlify/functions/profile.ts"
import * as reports from "../../netlify/functions/reports.ts"
import * as secondFactor from "../../netlify/functions/second-factor.ts"
import * as signups from "../../netlify/functions/signups.ts"
import * as system from "../../netlify/functions/system.ts"
import * as teamPosts from "../../netlify/functions/team-posts.ts"
import * as teams from "../../netlify/functions/teams.ts"
import * as uploads from "../../netlify/functions/uploads.ts"
import { suggestionFields } from "./people/ideas.ts"
import { eventFields, postFields, teamChange, teamFields } from "./people/teams.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
type Handler = typeof account.default

export interface Route {
  method: Method
  path: string
  handler: Handler
  /** Callers with access. */
  isFor: "everybody" | "members"
  body?: object
  /** Cache tag of a public answer. */
  cachedAs?: string
}

const SOME_ID = "00000000-0000-4000-8000-000000000000"
const updated_at = "2026-01-01T00:00:00.000Z"
const token = "x".repeat(43)
const credentials = { email: "new@daina.test", password: "tere-mari" }
const passwords = { current_password: "tere-mari", new_password: "another" }
const subscription = { email: "reader@daina.test", language: "en" }
const event = { ...eventFields, team_id: SOME_ID }
const team = { ...teamFields, slug: "a-team" }
const chosen = {
  ...{ team_id: SOME_ID, event_type: "team", country: null, language: "en" },
  events: [
    {
      ...{ uid: "a", title: "A", description: null, location: null, registration_url: null },
      ...{ start_date: "2027-06-01T15:00:00.000Z", end_date: "2027-06-01T17:00:00.000Z" },
      ...{ time_zone: "Europe/Riga", is_all_day: false, is_cancelled: false },
    },
  ],
}
const report = { kind: "team", target_id: SOME_ID, reason: "spam" }
const signup = { status: "going", guests: 0, note: null, answers: {} }
const signupSettings = {
  takes_signups: true,
  max_participants: 40,
  signup_from: null,
  signup_until: null,
  guests_max: 0,
  offers_places: false,
  signup_questions: [],
}
const bytes = new Uint8Array([1])
const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" }
const signed = {
  ...credential,
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
}
const registered = {
  ...credential,
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
}

/** Path patterns of all functions below. */
const patterns = new Set<string>()

/** Defines the routes of a function: method, path under /api/, and body. */
function routes(
  isFor: Route["isFor"],
  { default: handler, config }: { default: Handler; config: Config },
  rows: [method: Method, path: string, body?: object, cachedAs?: string][],
): Route[] {
  if ("path" in config) for (const path of [config.path ?? []].flat()) patterns.add(path)
  return rows.map(([method, path, body, cachedAs]) => {
    return { method, path: `/api/${path}`, handler, isFor, body, cachedAs }
  })
}

export const ROUTES: Route[] = [
  ...routes("everybody", auth, [
    ["POST", "auth/sign-up", { ...credentials, terms: true }],
    ["POST", "auth/sign-in", credentials],
    ["POST", "auth/second-factor", { code: "123456" }],
    ["POST", "auth/sign-out", {}],
    ["GET", "auth/session"],
    ["POST", "auth/forgot-password", { email: credentials.email }],
    ["POST", "auth/reset-password", { token, password: "tere-mari" }],
    ["POST", "auth/verify-email", { token }],
  ]),
  ...routes("members", auth, [["POST", "auth/resend-verification", {}]]),
  ...routes("everybody", google, [
    ["GET", "auth/google"],
    ["GET", "auth/google/callback"],
  ]),
  ...routes("members", google, [
    ["POST", "auth/google/connect", { next: "/profile", language: "en" }],
  ]),
  ...routes("members", account, [
    ["GET", "account"],
    ["PATCH", "account", { marketing_consent: true, language: "lv" }],
    ["DELETE", "account", {}],
    ["PUT", "account/password", passwords],
    ["GET", "account/sessions"],
    ["DELETE", "account/sessions", {}],
    ["DELETE", `account/sessions/${SOME_ID}`, {}],
    ["GET", "account/export"],
    ["GET", "account/teams"],
    ["POST", "account/email", { email: "new@daina.test", password: "tere-mari" }],
    ["POST", "account/email/confirm", { token: "t".repeat(43) }],
    ["DELETE", "account/google", {}],
    ["POST", "account/proof", { password: "tere-mari" }],
  ]),
  ...routes("everybody", passkeys, [
    ["POST", "auth/passkey/options", {}],
    ["POST", "auth/passkey", { passkey: signed }],
  ]),
  ...routes("members", passkeys, [
    ["GET", "account/passkeys"],
    ["POST", "account/passkeys/options", {}],
    ["POST", "account/passkeys", { passkey: registered, name: "Phone" }],
    ["PATCH", `account/passkeys/${SOME_ID}`, { name: "Phone" }],
    ["DELETE", `account/passkeys/${SOME_ID}`],
    ["POST", "account/proof/options", {}],
  ]),
  ...routes("members", secondFactor, [
    ["GET", "account/second-factor"],
    ["POST", "account/second-factor", {}],
    ["PUT", "account/second-factor", { code: "123456" }],
    ["DELETE", "account/second-factor", { code: "123456" }],
    ["POST", "account/second-factor/recovery-codes", { code: "123456" }],
  ]),
  ...routes("members", profile, [
    ["GET", "profile"],
    ["PATCH", "profile", { display_name: "Mari" }],
    ["PUT", "profile/avatar", bytes],
  ]),
  ...routes("everybody", profile, [["GET", `profiles/${SOME_ID}`]]),
  ...routes("everybody", system, [
    ["GET", "health"],
    ["POST", "not-found", {}],
    ["POST", "csp-report", {}],
  ]),
  ...routes("members", system, [["GET", "debug/role"]]),
  ...routes("everybody", teams, [
    ["GET", "teams"],
    ["GET", "teams/a-team"],
    ["GET", "teams/a-team/members"],
  ]),
  ...routes("members", teams, [
    ["GET", "home"],
    ["GET", "teams/mine"],
    ["POST", "teams", team],
    ["PATCH", "teams/a-team", { ...teamChange, slug: "a-team", updated_at }],
    ["PATCH", `teams/a-team/members/${SOME_ID}`, { role: "admin" }],
    ["DELETE", `teams/a-team/members/${SOME_ID}`],
    ["POST", "teams/a-team/join-requests", { message: "Tere" }],
    ["GET", "teams/a-team/join-requests"],
    ["PATCH", `join-requests/${SOME_ID}`, { status: "approved" }],
    ["DELETE", `join-requests/${SOME_ID}`],
  ]),
  ...routes("everybody", teamPosts, [
    ["GET", "team-posts", undefined, "teams"],
    ["GET", "teams/a-team/posts"],
  ]),
  ...routes("members", teamPosts, [
    ["POST", "teams/a-team/posts", postFields],
    ["PATCH", `posts/${SOME_ID}`, { ...postFields, updated_at }],
    ["DELETE", `posts/${SOME_ID}`],
    ["PUT", `posts/${SOME_ID}/cheer`, {}],
    ["DELETE", `posts/${SOME_ID}/cheer`],
  ]),
  ...routes("everybody", events, [
    ["GET", "events?scope=public", undefined, "events"],
    ["GET", "events/nothing"],
  ]),
  ...routes("members", events, [
    ["GET", "events"],
    ["POST", "events", event],
    ["PATCH", `events/${SOME_ID}`, { ...event, updated_at }],
    ["GET", `events/${SOME_ID}/series`],
    ["GET", `events/${SOME_ID}/deletion`],
    ["DELETE", `events/${SOME_ID}`],
  ]),
  ...routes("members", imports, [
    ["POST", "imports/look", { team_id: SOME_ID, text: "BEGIN:VCALENDAR", address: null }],
    ["POST", "imports", chosen],
  ]),
  ...routes("members", signups, [
    ["GET", `events/${SOME_ID}/signup`],
    ["PUT", `events/${SOME_ID}/signup`, signup],
    ["DELETE", `events/${SOME_ID}/signup`],
    ["PATCH", `events/${SOME_ID}/signup-settings`, signupSettings],
    ["GET", `events/${SOME_ID}/signups`],
    ["GET", `events/${SOME_ID}/signups.csv`],
    ["POST", `events/${SOME_ID}/signups`, { name: "Anna", guests: 0 }],
    ["PATCH", `signups/${SOME_ID}`, { status: "going", message: null }],
    ["PUT", `signups/${SOME_ID}/helper`, { helps: true }],
    ["PUT", `events/${SOME_ID}/check-ins/${SOME_ID}`, { arrived_at: updated_at }],
    ["POST", `events/${SOME_ID}/message`, { message: "Tere" }],
    ["GET", "my-events"],
    ["POST", "calendar-feed", {}],
  ]),
  ...routes("everybody", signups, [["GET", `calendar-feed/${token}`]]),
  ...routes("everybody", newsletter, [
    ["POST", "newsletter", subscription],
    ["POST", "shop-notify", subscription],
    ["POST", "newsletter/confirm", { token }],
  ]),
  ...routes("everybody", music, [
    ["POST", "spotify-trending-kpop", { page: 1 }],
    ["GET", "spotify-trending-kpop", undefined, "music"],
    ["POST", "spotify-new-albums", { page: 1 }],
    ["GET", "spotify-new-albums", undefined, "music"],
  ]),
  ...routes("members", music, [
    ["GET", "likes"],
    ["PUT", "likes/song/snapshot-song-1"],
    ["DELETE", "likes/song/snapshot-song-1"],
    ["PUT", "profile/favorite-song", { id: "snapshot-song-1" }],
    ["DELETE", "profile/favorite-song"],
  ]),
  ...routes("members", uploads, [["POST", "uploads/team-images", bytes]]),
  ...routes("everybody", ideas, [
    ["GET", "ideas"],
    ["GET", "ideas/popular"],
    ["GET", "ideas/similar"],
    ["POST", "send-telegram-suggestion", suggestionFields()],
  ]),
  ...routes("members", ideas, [
    ["PUT", `ideas/${SOME_ID}/vote`, {}],
    ["DELETE", `ideas/${SOME_ID}/vote`],
  ]),
  ...routes("members", reports, [["POST", "reports", report]]),
]

/** Routes that refuse other sites' requests: all but one-click unsubscribing. */
export const PATTERNS: string[] = [...patterns].filter(
  (path) => path.startsWith("/api/") && path !== "/api/newsletter/unsubscribe",
)
