/**
 * API routes outside the admin area, with example bodies. ADMIN_ROUTES has the routes of the admin area. The route that
 * unsubscribes from the newsletter is left out, because other sites may call it.
 */
import { makeSuggestionFields } from "./people/ideas.ts"
import {
  eventFields,
  goingFields,
  importFields,
  postFields,
  signupSettings,
  teamChange,
  teamFields,
} from "./people/teams.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

export interface Route {
  method: Method
  path: string
  /** Whether signed-out visitors may call the route. */
  isPublic: boolean
  body?: object
  /** Tag under which the CDN caches the response. */
  cacheTag?: string
}

const SOME_ID = "00000000-0000-4000-8000-000000000000"
const updated_at = "2026-01-01T00:00:00.000Z"
const token = "x".repeat(43)
const credentials = { email: "new@daina.test", password: "tere-mari" }
const passwords = { current_password: "tere-mari", new_password: "another" }
const subscription = { email: "reader@daina.test", language: "en" }
const event = { ...eventFields, team_id: SOME_ID }
const team = { ...teamFields, slug: "a-team" }
const importOptions = { team_id: SOME_ID, event_type: "team", country: null, language: "en" }
const report = { kind: "team", target_id: SOME_ID, reason: "spam" }
const pictureBytes = new Uint8Array([1])
const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" }
const assertion = { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" }
const passkeySignIn = { ...credential, response: assertion }
const attestation = { clientDataJSON: "AAAA", attestationObject: "AAAA" }
const passkeyRegistration = { ...credential, response: attestation }

const defineRoutes = (
  isPublic: boolean,
  rows: [method: Method, path: string, body?: object, cacheTag?: string][],
): Route[] =>
  rows.map(([method, path, body, cacheTag]) => {
    return { method, path: `/api/${path}`, isPublic, body, cacheTag }
  })

export const ROUTES: Route[] = [
  ...defineRoutes(true, [
    ["POST", "auth/sign-up", { ...credentials, terms: true }],
    ["POST", "auth/sign-in", credentials],
    ["POST", "auth/second-factor", { code: "123456" }],
    ["POST", "auth/sign-out", {}],
    ["GET", "auth/session"],
    ["POST", "auth/forgot-password", { email: credentials.email }],
    ["POST", "auth/reset-password", { token, password: "tere-mari" }],
    ["POST", "auth/verify-email", { token }],
    ["GET", "auth/google"],
    ["GET", "auth/google/callback"],
    ["POST", "auth/passkey/options", {}],
    ["POST", "auth/passkey", { passkey: passkeySignIn }],
    ["GET", `profiles/${SOME_ID}`],
    ["GET", "health"],
    ["POST", "not-found", {}],
    ["POST", "csp-report", {}],
    ["GET", "artists/nothing"],
    ["GET", "teams"],
    ["GET", "teams/a-team"],
    ["GET", "teams/a-team/members"],
    ["GET", "team-posts", undefined, "teams"],
    ["GET", "teams/a-team/posts"],
    ["GET", "events?scope=public", undefined, "events"],
    ["GET", "events/nothing"],
    ["GET", `calendar-feed/${token}`],
    ["POST", "newsletter", subscription],
    ["POST", "shop-notify", subscription],
    ["POST", "newsletter/confirm", { token }],
    ["POST", "newsletter/restore", { token }],
    ["POST", "spotify-trending-kpop", { page: 1 }],
    ["POST", "spotify-new-albums", { page: 1 }],
    ["GET", "news", undefined, "news"],
    ["GET", "news/nothing"],
    ["POST", "news/preview", { token }],
    ["GET", "ideas"],
    ["GET", "ideas/popular"],
    ["GET", "ideas/similar"],
    ["POST", "send-telegram-suggestion", makeSuggestionFields()],
  ]),
  ...defineRoutes(false, [
    ["POST", "auth/resend-verification", {}],
    ["POST", "auth/google/connect", { next: "/profile", language: "en" }],
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
    ["GET", "account/passkeys"],
    ["POST", "account/passkeys/options", {}],
    ["POST", "account/passkeys", { passkey: passkeyRegistration, name: "Phone" }],
    ["PATCH", `account/passkeys/${SOME_ID}`, { name: "Phone" }],
    ["DELETE", `account/passkeys/${SOME_ID}`],
    ["POST", "account/proof/options", {}],
    ["GET", "account/second-factor"],
    ["POST", "account/second-factor", {}],
    ["PUT", "account/second-factor", { code: "123456" }],
    ["DELETE", "account/second-factor", { code: "123456" }],
    ["POST", "account/second-factor/recovery-codes", { code: "123456" }],
    ["GET", "profile"],
    ["PATCH", "profile", { display_name: "Mari" }],
    ["PUT", "profile/avatar", pictureBytes],
    ["GET", "debug/role"],
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
    ["GET", "follows"],
    ["PUT", "teams/a-team/follow", {}],
    ["DELETE", "teams/a-team/follow"],
    ["PUT", "artists/an-artist/follow", {}],
    ["DELETE", "artists/an-artist/follow"],
    ["PUT", "countries/lv/follow", {}],
    ["DELETE", "countries/lv/follow"],
    ["GET", "notifications"],
    ["GET", "push"],
    ["PUT", "push/subscription", {}],
    ["DELETE", "push/subscription"],
    ["POST", "push/test"],
    ["PUT", "push/quiet-hours", {}],
    ["PUT", "notifications/read", { until: updated_at, is_read: true }],
    ["PUT", "notifications/opened", { part: "content", ids: [SOME_ID] }],
    ["GET", "notifications/preferences"],
    ["PATCH", "notifications/preferences/team_post", { bell: false }],
    ["POST", `comments/${SOME_ID}`, { id: SOME_ID, body: "Tere" }],
    ["POST", `comments/${SOME_ID}/mentionable`, { name: "Ma" }],
    ["PUT", `comments/${SOME_ID}/closed`, {}],
    ["DELETE", `comments/${SOME_ID}/closed`],
    ["PATCH", `comment/${SOME_ID}`, { body: "Tere" }],
    ["DELETE", `comment/${SOME_ID}`],
    ["PUT", `comment/${SOME_ID}/hidden`, {}],
    ["DELETE", `comment/${SOME_ID}/hidden`],
    ["POST", "teams/a-team/posts", postFields],
    ["PATCH", `posts/${SOME_ID}`, { ...postFields, updated_at }],
    ["DELETE", `posts/${SOME_ID}`],
    ["GET", `cheers/${SOME_ID}`],
    ["PUT", `cheers/${SOME_ID}`, {}],
    ["DELETE", `cheers/${SOME_ID}`],
    ["GET", "events"],
    ["POST", "events", event],
    ["PATCH", `events/${SOME_ID}`, { ...event, updated_at }],
    ["GET", `events/${SOME_ID}/series`],
    ["GET", `events/${SOME_ID}/deletion`],
    ["DELETE", `events/${SOME_ID}`],
    ["POST", "imports/look", { team_id: SOME_ID, text: "BEGIN:VCALENDAR", address: null }],
    ["POST", "imports", { ...importOptions, events: [importFields] }],
    ["GET", `events/${SOME_ID}/signup`],
    ["PUT", `events/${SOME_ID}/signup`, goingFields],
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
    ["GET", "likes"],
    ["PUT", "likes/song/snapshot-song-1"],
    ["DELETE", "likes/song/snapshot-song-1"],
    ["PUT", "profile/favorite-song", { id: "snapshot-song-1" }],
    ["DELETE", "profile/favorite-song"],
    ["POST", "uploads/team-images", pictureBytes],
    ["PUT", `ideas/${SOME_ID}/vote`, {}],
    ["DELETE", `ideas/${SOME_ID}/vote`],
    ["POST", "reports", report],
  ]),
]
