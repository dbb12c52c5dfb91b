/** The routes of accounts and profiles, with a body that each would take. */
import account, { config as accountConfig } from "../netlify/functions/account.ts"
import auth, { config as authConfig } from "../netlify/functions/auth.ts"
import google, { config as googleConfig } from "../netlify/functions/auth-google.ts"
import authMail, { config as authMailConfig } from "../netlify/functions/auth-mail.ts"
import debugRole, { config as debugRoleConfig } from "../netlify/functions/debug-role.ts"
import profile, { config as profileConfig } from "../netlify/functions/profile.ts"

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  path: string
  handler: typeof account
  /** Who is let in. */
  isFor: "everybody" | "members"
  body?: object
}

const SOME_ID = "00000000-0000-4000-8000-000000000000"
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
]

/** All addresses of these functions, as patterns. */
export const PATTERNS: string[] = [
  accountConfig,
  authConfig,
  googleConfig,
  authMailConfig,
  debugRoleConfig,
  profileConfig,
].flatMap(({ path }) => path ?? [])
