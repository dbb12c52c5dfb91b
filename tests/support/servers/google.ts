/** A real OpenID server in Google's place while a file's tests run. */
import { Events, type MutableToken, OAuth2Server } from "oauth2-mock-server"
import { afterAll, beforeAll, beforeEach } from "vitest"
import google from "../../../netlify/functions/auth-google.ts"
import { type Answer, ORIGIN, type TestBrowser } from "../browser-like.ts"

const SETTINGS = { GOOGLE_CLIENT_ID: "daina-test", GOOGLE_CLIENT_SECRET: "daina-secret" }

/** Where a redirect leads. */
export const location = (answer: { headers: Headers }) => answer.headers.get("location") ?? ""

/** Returns the names of the cookies that keep journeys to Google in a browser, the oldest first. */
export const journeysIn = ({ cookies }: TestBrowser) =>
  [...cookies.keys()].filter((name) => /^(__Host-)?daina_google-/.test(name))

/** Returns the cookie of a browser's only journey. */
export function journeyIn(browser: TestBrowser): { name: string; value: string } {
  const [name, ...others] = journeysIn(browser)
  if (name === undefined || others.length > 0) throw new Error("not exactly one journey")
  return { name, value: browser.cookies.get(name) ?? "" }
}

export function googleServer() {
  const server = new OAuth2Server()
  const stand = {
    /** What the next tokens say, beside and instead of the usual. */
    claims: {} as Record<string, unknown>,
    /** The status of the token endpoint's answers. */
    status: 200,
    /** What was asked of Google: the query of each visit. */
    visits: [] as URLSearchParams[],
    /** The codes that were traded for tokens. */
    trades: [] as { authorization: string | undefined; body: unknown }[],
    /** Goes to Google: the answer of our function. */
    leave: (browser: TestBrowser, query: Record<string, string> = {}): Promise<Answer> =>
      browser.call(google, "GET", `/api/auth/google?${new URLSearchParams(query)}`, undefined, {
        "sec-fetch-site": "same-origin",
      }),
    /** Starts connecting Google. */
    startConnecting: (browser: TestBrowser, next = "/profile"): Promise<Answer> =>
      browser.call(google, "POST", "/api/auth/google/connect", { next, language: "en" }),
    /** Confirms at Google, as a person would. Returns the address that Google leads back to. */
    async confirm(answer: Answer): Promise<URL> {
      const address = new URL(location(answer) || String(answer.json["address"]))
      stand.visits.push(address.searchParams)
      return new URL(location(await fetch(address, { redirect: "manual" })))
    },
    /** Comes back: the answer of our function. */
    comeBack: (browser: TestBrowser, { pathname, search }: URL): Promise<Answer> =>
      browser.call(google, "GET", pathname + search, undefined, { "sec-fetch-site": "cross-site" }),
    /** There and back again. */
    async signIn(browser: TestBrowser, query: Record<string, string> = {}): Promise<Answer> {
      return stand.comeBack(browser, await stand.confirm(await stand.leave(browser, query)))
    },
    /** Connects Google: to Google and back. */
    async connect(browser: TestBrowser, next?: string): Promise<Answer> {
      return stand.comeBack(
        browser,
        await stand.confirm(await stand.startConnecting(browser, next)),
      )
    },
  }

  beforeAll(async () => {
    await server.issuer.keys.generate("RS256")
    await server.start(0, "127.0.0.1")
    const GOOGLE_ISSUER = `http://127.0.0.1:${server.address().port}`
    server.issuer.url = GOOGLE_ISSUER
    Object.assign(process.env, SETTINGS, { GOOGLE_ISSUER, SITE_URL: ORIGIN })
    server.service.on(Events.BeforeTokenSigning, (token: MutableToken) => {
      Object.assign(token.payload, stand.claims)
    })
    server.service.on(Events.BeforeResponse, (answer, request) => {
      answer.statusCode = stand.status
      stand.trades.push({
        authorization: request.headers.authorization,
        body: request.body,
      })
    })
  })
  beforeEach(() => {
    Object.assign(stand, { claims: {}, status: 200 })
    stand.visits.splice(0)
    stand.trades.splice(0)
  })
  afterAll(async () => {
    for (const name of [...Object.keys(SETTINGS), "GOOGLE_ISSUER", "SITE_URL"]) {
      delete process.env[name]
    }
    await server.stop()
  })
  return stand
}
