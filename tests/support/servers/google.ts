import { Events, type MutableToken, OAuth2Server } from "oauth2-mock-server"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { type BrowserResponse, ORIGIN, type TestBrowser } from "../browser-like.ts"

const SETTINGS = { GOOGLE_CLIENT_ID: "daina-test", GOOGLE_CLIENT_SECRET: "daina-secret" }

export const getLocation = (response: { headers: Headers }) =>
  response.headers.get("location") ?? ""

/** Returns the names of the cookies of log-ins with Google whose callback has not been called, the oldest first. */
export const listLogInCookies = ({ cookies }: TestBrowser) =>
  [...cookies.keys()].filter((name) => /^(__Host-)?daina_google-/.test(name))

/** Returns the cookie of the browser's only unfinished log-in with Google. */
export function getLogInCookie(browser: TestBrowser): { name: string; value: string } {
  const [name, ...others] = listLogInCookies(browser)
  if (name === undefined || others.length > 0)
    throw new Error("Expected exactly one unfinished log-in with Google")
  return { name, value: browser.cookies.get(name) ?? "" }
}

/** Starts an OpenID Connect server in place of Google. Returns functions for log-ins and for connecting an account. */
export function startGoogle() {
  const server = new OAuth2Server()
  const provider = {
    /** Claims that are added to the claims of the next tokens, or replace them. */
    claims: {} as Record<string, unknown>,
    /** HTTP status of the server's responses. */
    status: 200,
    authorizationRequests: [] as URLSearchParams[],
    tokenRequests: [] as { authorization: string | undefined; body: unknown }[],
    startSignIn: (
      browser: TestBrowser,
      query: Record<string, string> = {},
    ): Promise<BrowserResponse> => browser.get(`/api/auth/google?${new URLSearchParams(query)}`),
    startConnecting: (browser: TestBrowser, next = "/profile"): Promise<BrowserResponse> =>
      browser.send("POST", "/api/auth/google/connect", { next, language: "en" }),
    /** Confirms the log-in at Google. Returns the URL of the callback on the site. */
    async confirm(response: BrowserResponse): Promise<URL> {
      const address = new URL(getLocation(response) || String(response.json["address"]))
      provider.authorizationRequests.push(address.searchParams)
      return new URL(getLocation(await fetch(address, { redirect: "manual" })))
    },
    followCallback: (browser: TestBrowser, { pathname, search }: URL): Promise<BrowserResponse> =>
      browser.get(pathname + search, { "sec-fetch-site": "cross-site" }),
    async signIn(
      browser: TestBrowser,
      query: Record<string, string> = {},
    ): Promise<BrowserResponse> {
      const started = await provider.startSignIn(browser, query)
      return provider.followCallback(browser, await provider.confirm(started))
    },
    async connect(browser: TestBrowser, next?: string): Promise<BrowserResponse> {
      const started = await provider.startConnecting(browser, next)
      return provider.followCallback(browser, await provider.confirm(started))
    },
  }

  beforeAll(async () => {
    await server.issuer.keys.generate("RS256")
    await server.start(0, "127.0.0.1")
    const GOOGLE_ISSUER = `http://127.0.0.1:${server.address().port}`
    server.issuer.url = GOOGLE_ISSUER
    Object.assign(process.env, SETTINGS, { GOOGLE_ISSUER, SITE_URL: ORIGIN })
    server.service.on(Events.BeforeTokenSigning, (token: MutableToken) => {
      Object.assign(token.payload, provider.claims)
    })
    server.service.on(Events.BeforeResponse, (response, request) => {
      response.statusCode = provider.status
      const { authorization } = request.headers
      provider.tokenRequests.push({ authorization, body: request.body })
    })
  })
  beforeEach(() => {
    Object.assign(provider, { claims: {}, status: 200 })
    provider.authorizationRequests.splice(0)
    provider.tokenRequests.splice(0)
  })
  afterAll(async () => {
    for (const name of [...Object.keys(SETTINGS), "GOOGLE_ISSUER", "SITE_URL"]) {
      delete process.env[name]
    }
    await server.stop()
  })
  return provider
}
