/** Logs in with Google by OpenID Connect with PKCE. Tests set GOOGLE_ISSUER to a fake provider. */
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import {
  CodeChallengeMethod,
  decodeIdToken,
  generateCodeVerifier,
  generateState,
  OAuth2Client,
} from "arctic"
import * as z from "zod/mini"
import { email } from "../../../src/schema/fields.ts"
import { getSiteUrl } from "../http/site-url.ts"

const GOOGLE_ENDPOINTS = {
  issuer: "https://accounts.google.com",
  authorize: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
}

function getEndpoints() {
  const issuer = process.env.GOOGLE_ISSUER
  return issuer
    ? { issuer, authorize: `${issuer}/authorize`, token: `${issuer}/token` }
    : GOOGLE_ENDPOINTS
}

const TIMEOUT_MS = 10_000

const CALLBACK_PATH = "/api/auth/google/callback"

function createClient(): OAuth2Client | null {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = process.env
  return id && secret
    ? new OAuth2Client(id, secret, new URL(CALLBACK_PATH, getSiteUrl()).href)
    : null
}

/** Values that prove that a callback belongs to the request of this browser. */
interface AuthorizationRequest {
  state: string
  verifier: string
  nonce: string
}

interface AuthorizationOptions {
  /** The email address of the Google account that Google should suggest. */
  suggestedEmail: string | null
  /** Whether Google should ask the person to log in to Google again. */
  forcesLogIn: boolean
}

export function createGoogleAuthorization({
  suggestedEmail,
  forcesLogIn,
}: AuthorizationOptions): { url: URL; request: AuthorizationRequest } | null {
  const client = createClient()
  if (!client) return null
  const request = {
    state: generateState(),
    verifier: generateCodeVerifier(),
    nonce: randomBytes(16).toString("base64url"),
  }
  const url = client.createAuthorizationURLWithPKCE(
    getEndpoints().authorize,
    request.state,
    CodeChallengeMethod.S256,
    request.verifier,
    ["openid", "email"],
  )
  url.searchParams.set("nonce", request.nonce)
  url.searchParams.set("prompt", "select_account")
  if (suggestedEmail) url.searchParams.set("login_hint", suggestedEmail)
  // The usual parameter for this, `prompt=login`, has no effect at Google.
  if (forcesLogIn) url.searchParams.set("max_age", "0")
  return { url, request }
}

const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  exp: z.number(),
  nonce: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email,
  // Some OpenID providers send a string instead of a boolean.
  email_verified: z.union([z.boolean(), z.literal("true"), z.literal("false")]),
  // When the person logged in to Google, in seconds since 1970. Google omits it unless "session age claims" are on.
  auth_time: z.optional(z.number()),
})

export type GoogleAccount = Awaited<ReturnType<typeof exchangeGoogleCode>>

/**
 * Exchanges the code in the callback's URL for the person's Google account. Throws if Google's ID token is invalid.
 * The token's signature is not checked, because it comes from Google over TLS (OpenID Connect Core, 3.1.3.7).
 */
export async function exchangeGoogleCode(code: string, request: AuthorizationRequest) {
  const client = createClient()
  if (!client) throw new Error("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set")
  const { issuer, token } = getEndpoints()
  const tokens = await Promise.race([
    client.validateAuthorizationCode(token, code, request.verifier),
    // The library has no timeout.
    sleep(TIMEOUT_MS, null, { ref: false }),
  ])
  if (!tokens) throw new Error(`no response within ${TIMEOUT_MS} ms`)
  const { iss, aud, exp, nonce, sub, email, email_verified, auth_time } = claims.parse(
    decodeIdToken(tokens.idToken()),
  )
  // Google sends its issuer with or without "https://".
  const isIssuer = iss === issuer || `https://${iss}` === issuer
  if (!isIssuer || aud !== process.env.GOOGLE_CLIENT_ID || nonce !== request.nonce) {
    throw new Error("the token has another issuer, audience or nonce")
  }
  if (exp * 1000 <= Date.now()) throw new Error("the token has expired")
  return {
    subject: sub,
    email,
    isVerified: email_verified === true || email_verified === "true",
    /** When the person logged in to Google, in milliseconds since 1970; null if Google omits the time. */
    authenticatedAt: auth_time === undefined ? null : auth_time * 1000,
  }
}
