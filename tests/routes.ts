/** The routes of accounts, profiles, teams and events, with a body that each would take. */
import account, { config as accountConfig } from "../netlify/functions/account.ts"
import auth, { config as authConfig } from "../netlify/functions/auth.ts"
import google, { config as googleConfig } from "../netlify/functions/auth-google.ts"
import authMail, { config as authMailConfig } from "../netlify/functions/auth-mail.ts"
import debugRole, { config as debugRoleConfig } from "../netlify/functions/debug-role.ts"
import events, { config as eventsConfig } from "../netlify/functions/events.ts"
import favoriteSong, { config as favoriteSongConfig } from "../netlify/functions/favorite-song.ts"
import ideas, { config as ideasConfig } from "../netlify/functions/ideas.ts"
import joinRequests, { config as joinRequestsConfig } from "../netlify/functions/join-requests.ts"
import letters, { config as lettersConfig } from "../netlify/functions/letters.ts"
import likes, { config as likesConfig } from "../netlify/functions/likes.ts"
import profile, { config as profileConfig } from "../netlify/functions/profile.ts"
import suggestion, {
  config as suggestionConfig,
} from "../netlify/functions/send-telegram-suggestion.ts"
import newAlbums, { config as newAlbumsConfig } from "../netlify/functions/spotify-new-albums.ts"
import trending, { config as trendingConfig } from "../netlify/functions/spotify-trending-kpop.ts"
import teamPosts, { config as teamPostsConfig } from "../netlify/functions/team-posts.ts"
import teams, { config as teamsConfig } from "../netlify/functions/teams.ts"
import uploads, { config as uploadsConfig } from "../netlify/functions/uploads.ts"
import { suggestionFields } from "./ideas.ts"
import { eventFields, postFields, teamChange, teamFields } from "./teams.ts"

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  path: string
  handler: typeof account
  /** Who is let in. */
  isFor: "everybody" | "members"
  body?: object
  /** The tag of an answer that everybody may have from a cache. */
  cachedAs?: string
}

const SOME_ID = "00000000-0000-4000-8000-000000000000"
const updated_at = "2026-01-01T00:00:00.000Z"
const token = "x".repeat(43)
const credentials = { email: "new@daina.test", password: "tere-mari" }

const everybody = { isFor: "everybody" } as const
const members = { isFor: "members" } as const

export const ROUTES: Route[] = [
  {
    method: "POST",
    path: "/api/auth/sign-up",
    handler: auth,
    body: { ...credentials, terms: true },
    ...everybody,
  },
  { method: "POST", path: "/api/auth/sign-in", handler: auth, body: credentials, ...everybody },
  { method: "POST", path: "/api/auth/sign-out", handler: auth, body: {}, ...everybody },
  { method: "GET", path: "/api/auth/session", handler: auth, ...everybody },
  {
    method: "POST",
    path: "/api/auth/forgot-password",
    handler: authMail,
    body: { email: credentials.email },
    ...everybody,
  },
  {
    method: "POST",
    path: "/api/auth/reset-password",
    handler: authMail,
    body: { token, password: "tere-mari" },
    ...everybody,
  },
  {
    method: "POST",
    path: "/api/auth/verify-email",
    handler: authMail,
    body: { token },
    ...everybody,
  },
  {
    method: "POST",
    path: "/api/auth/resend-verification",
    handler: authMail,
    body: {},
    ...members,
  },
  { method: "GET", path: "/api/auth/google", handler: google, ...everybody },
  { method: "GET", path: "/api/auth/google/callback", handler: google, ...everybody },
  { method: "GET", path: "/api/account", handler: account, ...members },
  {
    method: "PATCH",
    path: "/api/account",
    handler: account,
    body: { marketing_consent: true, language: "lv" },
    ...members,
  },
  { method: "DELETE", path: "/api/account", handler: account, body: {}, ...members },
  {
    method: "PUT",
    path: "/api/account/password",
    handler: account,
    body: { current_password: "tere-mari", new_password: "another" },
    ...members,
  },
  { method: "GET", path: "/api/account/sessions", handler: account, ...members },
  { method: "DELETE", path: "/api/account/sessions", handler: account, body: {}, ...members },
  {
    method: "DELETE",
    path: `/api/account/sessions/${SOME_ID}`,
    handler: account,
    body: {},
    ...members,
  },
  { method: "GET", path: "/api/account/export", handler: account, ...members },
  { method: "GET", path: "/api/profile", handler: profile, ...members },
  {
    method: "PATCH",
    path: "/api/profile",
    handler: profile,
    body: { display_name: "Mari" },
    ...members,
  },
  {
    method: "PUT",
    path: "/api/profile/avatar",
    handler: profile,
    body: new Uint8Array([1]),
    ...members,
  },
  { method: "GET", path: `/api/profiles/${SOME_ID}`, handler: profile, ...everybody },
  { method: "GET", path: "/api/debug/role", handler: debugRole, ...members },
  { method: "GET", path: "/api/teams", handler: teams, ...everybody },
  { method: "GET", path: "/api/teams/mine", handler: teams, ...members },
  {
    method: "POST",
    path: "/api/teams",
    handler: teams,
    body: { ...teamFields, slug: "a-team" },
    ...members,
  },
  { method: "GET", path: "/api/teams/a-team", handler: teams, ...everybody },
  {
    method: "PATCH",
    path: "/api/teams/a-team",
    handler: teams,
    body: { ...teamChange, slug: "a-team", updated_at },
    ...members,
  },
  { method: "GET", path: "/api/teams/a-team/members", handler: teams, ...everybody },
  {
    method: "PATCH",
    path: `/api/teams/a-team/members/${SOME_ID}`,
    handler: teams,
    body: { role: "admin" },
    ...members,
  },
  { method: "DELETE", path: `/api/teams/a-team/members/${SOME_ID}`, handler: teams, ...members },
  {
    method: "POST",
    path: "/api/teams/a-team/join-requests",
    handler: teams,
    body: { message: "Tere" },
    ...members,
  },
  { method: "GET", path: "/api/teams/a-team/join-requests", handler: teams, ...members },
  {
    method: "PATCH",
    path: `/api/join-requests/${SOME_ID}`,
    handler: joinRequests,
    body: { status: "approved" },
    ...members,
  },
  { method: "DELETE", path: `/api/join-requests/${SOME_ID}`, handler: joinRequests, ...members },
  {
    method: "GET",
    path: "/api/team-posts",
    handler: teamPosts,
    cachedAs: "teams",
    ...everybody,
  },
  { method: "GET", path: "/api/teams/a-team/posts", handler: teamPosts, ...everybody },
  {
    method: "POST",
    path: "/api/teams/a-team/posts",
    handler: teamPosts,
    body: postFields,
    ...members,
  },
  {
    method: "PATCH",
    path: `/api/posts/${SOME_ID}`,
    handler: teamPosts,
    body: { ...postFields, updated_at },
    ...members,
  },
  { method: "DELETE", path: `/api/posts/${SOME_ID}`, handler: teamPosts, ...members },
  { method: "GET", path: "/api/events", handler: events, ...members },
  {
    method: "GET",
    path: "/api/events?scope=public",
    handler: events,
    cachedAs: "events",
    ...everybody,
  },
  { method: "GET", path: "/api/events/nothing", handler: events, ...everybody },
  {
    method: "POST",
    path: "/api/events",
    handler: events,
    body: { ...eventFields, team_id: SOME_ID },
    ...members,
  },
  {
    method: "PATCH",
    path: `/api/events/${SOME_ID}`,
    handler: events,
    body: { ...eventFields, team_id: SOME_ID, updated_at },
    ...members,
  },
  { method: "DELETE", path: `/api/events/${SOME_ID}`, handler: events, ...members },
  ...["/api/newsletter", "/api/shop-notify"].map((path) => ({
    method: "POST" as const,
    path,
    handler: letters,
    body: { email: "reader@daina.test", language: "en" },
    ...everybody,
  })),
  {
    method: "POST",
    path: "/api/letters/confirm",
    handler: letters,
    body: { token },
    ...everybody,
  },
  {
    method: "POST",
    path: "/api/spotify-trending-kpop",
    handler: trending,
    body: { page: 1 },
    ...everybody,
  },
  {
    method: "GET",
    path: "/api/spotify-trending-kpop",
    handler: trending,
    cachedAs: "music",
    ...everybody,
  },
  {
    method: "POST",
    path: "/api/spotify-new-albums",
    handler: newAlbums,
    body: { page: 1 },
    ...everybody,
  },
  {
    method: "GET",
    path: "/api/spotify-new-albums",
    handler: newAlbums,
    cachedAs: "music",
    ...everybody,
  },
  { method: "GET", path: "/api/likes", handler: likes, ...members },
  { method: "PUT", path: "/api/likes/song/snapshot-song-1", handler: likes, ...members },
  { method: "DELETE", path: "/api/likes/song/snapshot-song-1", handler: likes, ...members },
  {
    method: "PUT",
    path: "/api/profile/favorite-song",
    handler: favoriteSong,
    body: { id: "snapshot-song-1" },
    ...members,
  },
  { method: "DELETE", path: "/api/profile/favorite-song", handler: favoriteSong, ...members },
  {
    method: "POST",
    path: "/api/uploads/team-images",
    handler: uploads,
    body: new Uint8Array([1]),
    ...members,
  },
  { method: "GET", path: "/api/ideas/popular", handler: ideas, ...everybody },
  { method: "GET", path: "/api/ideas/similar", handler: ideas, ...everybody },
  { method: "PUT", path: `/api/ideas/${SOME_ID}/vote`, handler: ideas, body: {}, ...members },
  { method: "DELETE", path: `/api/ideas/${SOME_ID}/vote`, handler: ideas, ...members },
  {
    method: "POST",
    path: "/api/send-telegram-suggestion",
    handler: suggestion,
    body: suggestionFields(),
    ...everybody,
  },
]

/** All addresses of these functions, as patterns. */
export const PATTERNS: string[] = [
  accountConfig,
  authConfig,
  googleConfig,
  authMailConfig,
  debugRoleConfig,
  profileConfig,
  teamsConfig,
  joinRequestsConfig,
  teamPostsConfig,
  eventsConfig,
  trendingConfig,
  newAlbumsConfig,
  likesConfig,
  favoriteSongConfig,
  lettersConfig,
  uploadsConfig,
  ideasConfig,
  suggestionConfig,
].flatMap(({ path }) => path ?? [])
