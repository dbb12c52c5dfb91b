/**
 * Requests and the expected responses of the host. `differs` lists the aspects in which the response of Netlify's emulator
 * (`@netlify/dev`) differs, each with the reason. The test fails when a listed aspect does not differ.
 */
import { LOCALES } from "../../../src/i18n/locales.ts"
import type { TestRequest } from "./serve-fixture.ts"

export type Aspect = "status" | "body" | "answer" | `header ${string}`

export interface Row extends TestRequest {
  name: string
  status: number
  /** A text that the body contains. */
  bodyContains: string
  /** Expected headers; null means absent. */
  expected?: Record<string, string | null>
  differs?: Partial<Record<Aspect, string>>
}

const REWRITE_STATUS = {
  status: "the emulator ignores the status of a rewrite rule; Netlify uses it",
}
const TRAILING_SLASH = {
  answer: "the emulator lacks pretty URLs; Netlify redirects to the canonical address",
}
const NO_CONDITIONS = { status: "the emulator ignores conditional requests; Netlify supports them" }
const NO_BODY = {
  body: "a response to HEAD has no body; the emulator returns a Response with one",
}
const REDIRECT_HEADERS =
  "the emulator uses the headers of a matching redirect's target; Netlify uses the file's"
const REDIRECT_HEADER_DIFFERENCES = {
  "header cache-control": REDIRECT_HEADERS,
  "header content-security-policy": REDIRECT_HEADERS,
}
const ANY_METHOD = {
  answer: "the emulator serves files for any method",
}

const PAGE = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "public, max-age=0, must-revalidate",
}
const YEAR = { "cache-control": "public, max-age=31536000, immutable" }
const JSON_POST = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"a":1}',
}

type RowOptions = Partial<Omit<Row, "name" | "path">>

const expectResponse = (
  name: string,
  path: string,
  bodyContains: string,
  options: RowOptions = {},
): Row => {
  return { name, path, status: 200, bodyContains, ...options }
}
/** Returns a row for a path without a file, for which netlify.toml has a rule with status 404. */
const expectNotFound = (name: string, path: string, options: RowOptions = {}): Row => {
  return {
    name,
    path,
    status: 404,
    bodyContains: "Not found en",
    differs: REWRITE_STATUS,
    ...options,
  }
}
const expectRedirect = (
  name: string,
  path: string,
  location: string,
  options: RowOptions = {},
): Row => {
  return { name, path, status: 301, bodyContains: "", expected: { location }, ...options }
}
const expectAsset = (
  name: string,
  path: string,
  expected: Row["expected"],
  options: RowOptions = {},
): Row => {
  return {
    name,
    path,
    status: 200,
    bodyContains: "",
    expected,
    differs: REDIRECT_HEADER_DIFFERENCES,
    ...options,
  }
}
const expectEncoding = (encoding: string | null) => ({ "content-encoding": encoding })
const expectCompression = (accepted: string, encoding: string | null): Row =>
  expectResponse(`compression for Accept-Encoding: ${accepted}`, "/", "Home en", {
    headers: { "accept-encoding": accepted },
    expected: { ...expectEncoding(encoding), vary: "accept-encoding" },
  })

const perLocale: Row[] = LOCALES.flatMap((locale) => {
  const prefix = locale === "en" ? "" : `/${locale}`
  return [
    expectResponse(`the home page in ${locale}`, prefix || "/", `Home ${locale}`, {
      expected: PAGE,
    }),
    expectResponse(`an article in ${locale}`, `${prefix}/news/first`, `First article ${locale}`),
    expectNotFound(
      `the shell for a new article in ${locale}`,
      `${prefix}/news/newer-than-the-build`,
      {
        bodyContains: `Shell ${locale}`,
        expected: PAGE,
      },
    ),
    expectNotFound(`a page beyond the last page of a list in ${locale}`, `${prefix}/news/page/99`, {
      bodyContains: `Not found ${locale}`,
    }),
    expectNotFound(`the 404 page in ${locale}`, `${prefix}/nowhere/at-all`, {
      bodyContains: `Not found ${locale}`,
    }),
  ]
})

const pages: Row[] = [
  expectResponse("a page without its extension", "/news", "News en", { expected: PAGE }),
  expectResponse("a page with a query", "/news?page=3", "News en"),
  expectResponse("a page with its extension", "/news.html", "News en"),
  expectResponse("the second page of a list", "/lv/news/page/2", "News 2 lv"),
  expectResponse("the index by its file name", "/index.html", "Home en"),
  expectResponse("the 404 page by its own path", "/404", "Not found en"),
  expectResponse("a shell by its own path", "/et/shell/news", "Shell et"),
  expectResponse("a folder's index", "/folder/", "Folder"),
  expectResponse(
    "a page by its percent-encoded name",
    "/news/r%C4%ABgas-zvaigznes",
    "Rīgas zvaigznes",
    {
      differs: { body: "the emulator looks for a file of the encoded name, and shows the shell" },
    },
  ),
  expectResponse("robots.txt", "/robots.txt", "Allow", {
    expected: { "content-type": "text/plain; charset=utf-8" },
  }),
  expectResponse("a feed", "/feed.xml", "<feed>", {
    expected: { "content-type": "application/xml" },
  }),
  expectResponse("JSON", "/build.json", '"version":7'),
  expectResponse("an SVG", "/icon.svg", "<svg", { expected: { "content-type": "image/svg+xml" } }),
  expectResponse("a HEAD request", "/news", "", {
    method: "HEAD",
    expected: PAGE,
    differs: NO_BODY,
  }),
]

const redirects: Row[] = [
  expectRedirect("English has no prefix", "/en", "/"),
  expectRedirect("the English prefix with a slash is removed", "/en/", "/"),
  expectRedirect("the English prefix of a page is removed", "/en/news/first", "/news/first"),
  expectRedirect("a redirect keeps the query", "/en/news?a=1&b=2", "/news?a=1&b=2"),
  expectRedirect(
    "a path that looks like a host stays on the site",
    "/en//elsewhere.example/x",
    "/elsewhere.example/x",
    { differs: { "header location": "the emulator sends the visitor to elsewhere.example" } },
  ),
  expectRedirect(
    "a rule with a placeholder, for a path with a query",
    "/old/first?x=1",
    "/news/first?x=1",
  ),
  expectRedirect("a rule matches with a trailing slash", "/old/first/", "/news/first"),
  expectRedirect("a forced rule comes before the file", "/news/first.html", "/news/first"),
  expectRedirect("the icon that browsers request by default", "/favicon.ico", "/favicon.svg"),
  expectRedirect("a redirect to another site", "/elsewhere", "https://example.org/there", {
    status: 302,
  }),
  expectRedirect("a POST is redirected too", "/en/news", "/news", JSON_POST),
  expectResponse("a rewrite", "/rewritten/first", "First article en"),
  expectNotFound("a rewrite to a missing page", "/rewritten/nothing", {
    differs: {
      answer: "the emulator passes the request on; Netlify shows the 404 page",
    },
  }),
  ...Object.entries({
    "/news/": "/news",
    "/lv/news/first/?a=1": "/lv/news/first?a=1",
    "/ru/": "/ru",
    "/folder": "/folder/",
  }).map(([path, to]) =>
    expectRedirect(`the canonical address of ${path}`, path, to, { differs: TRAILING_SLASH }),
  ),
]

const headers: Row[] = [
  expectResponse("security headers on a page", "/", "Home en", {
    expected: {
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    },
  }),
  expectNotFound("security headers on a page that is missing", "/nowhere", {
    expected: { "x-content-type-options": "nosniff" },
  }),
  expectResponse(
    "a list that other sites may embed",
    "/lv/embed/events",
    "A list for other sites",
    {
      expected: { "x-content-type-options": "nosniff" },
      differs: { "header content-security-policy": REDIRECT_HEADERS },
    },
  ),
  expectAsset("a hashed asset is cached for a year", "/_astro/app.D4f2.js", YEAR),
  expectAsset("drawn art is cached for a year", "/art/v1/ee-0-640.webp", {
    ...YEAR,
    "content-type": "image/webp",
  }),
  expectAsset(
    "a font is cached for a day",
    "/fonts/onest.woff2",
    {
      "cache-control": "public, max-age=86400, stale-while-revalidate=604800",
    },
    { differs: { "header cache-control": REDIRECT_HEADERS } },
  ),
  expectNotFound("a missing hashed asset is not cached", "/_astro/gone.0000.js", {
    expected: { "cache-control": "public, max-age=0, must-revalidate" },
  }),
  expectNotFound("the file of header rules", "/_headers", {
    differs: {
      status: "the emulator serves it; Netlify does not",
      body: "the emulator serves it",
      "header content-type": "the emulator does not know its type",
    },
  }),
]

const BROTLI = { headers: { "accept-encoding": "br" } }

const encodings: Row[] = [
  expectCompression("gzip, deflate, br, zstd", "br"),
  expectCompression("gzip", "gzip"),
  expectCompression("br;q=0, gzip", "gzip"),
  expectCompression("identity", null),
  expectNotFound("a compressed shell", "/lt/news/new", {
    ...BROTLI,
    bodyContains: "Shell lt",
    expected: expectEncoding("br"),
  }),
  expectAsset("a compressed stylesheet", "/_astro/app.B1c9.css", expectEncoding("br"), BROTLI),
  expectAsset("a picture is not compressed", "/art/v1/ee-0-640.webp", expectEncoding(null), BROTLI),
]

const UNCHANGED: RowOptions = {
  status: 304,
  bodyContains: "",
  differs: {
    ...NO_CONDITIONS,
    body: "a response with 304 has none",
    "header content-type": "a response with 304 has none",
  },
}

const conditions: Row[] = [
  expectResponse("an unchanged page", "/news", "", {
    ...UNCHANGED,
    headers: { "if-none-match": "ETAG" },
    expected: { "content-type": null, "cache-control": "public, max-age=0, must-revalidate" },
  }),
  expectResponse("a changed page", "/news", "News en", { headers: { "if-none-match": '"old"' } }),
  expectResponse("If-None-Match: * for a page", "/news", "", {
    ...UNCHANGED,
    headers: { "if-none-match": "*" },
  }),
  expectNotFound("a missing page has no ETag", "/nowhere", { headers: { "if-none-match": "*" } }),
]

const functions: Row[] = [
  expectResponse("a function", "/api/echo?a=1", '"query":"?a=1"', {
    expected: { "x-from": "echo", "referrer-policy": null },
  }),
  expectResponse("a function's second path", "/api/echo/abc", '"path":"/api/echo/abc"'),
  expectResponse("a function with a body", "/api/echo", '{\\"a\\":1}', JSON_POST),
  expectNotFound("a function with a trailing slash", "/api/echo/", {
    bodyContains: '"code":"not_found"',
    differs: { answer: "Netlify calls the function, whose own app gives this answer" },
  }),
  expectResponse("a function's wildcard", "/api/wild/a/b", "wild", { status: 201 }),
  expectResponse("a function before a static file", "/folder/index.html", "from the function"),
  expectNotFound("a function that does not exist", "/api/none", {
    bodyContains: '"code":"not_found"',
  }),
  expectNotFound("a function by its file name", "/.netlify/functions/echo"),
  expectResponse("two cookies", "/api/cookies", "", {
    method: "POST",
    status: 204,
    expected: { "set-cookie": "one=1; Path=/; HttpOnly, two=2; Path=/" },
    differs: { "header set-cookie": "the emulator keeps the last one only" },
  }),
  expectResponse("a function that throws", "/api/broken", '"code":"internal"', {
    status: 500,
    expected: { "content-type": "application/problem+json" },
    differs: {
      body: "the emulator shows the stack to the visitor",
      "header content-type": "the host returns a problem document",
      "header cache-control": "the host returns a problem document",
    },
  }),
]

const THROWS: RowOptions = { status: 400, differs: { answer: "the emulator throws" } }

const errors: Row[] = [
  expectResponse("a POST to a page", "/news", "", {
    ...JSON_POST,
    status: 405,
    expected: { allow: "GET, HEAD" },
    differs: ANY_METHOD,
  }),
  expectNotFound("a POST to an unknown path", "/nowhere", JSON_POST),
  expectResponse("a single percent sign", "/%", "", THROWS),
  expectResponse("an incomplete UTF-8 character", "/news/%E4%BD", "", THROWS),
  expectNotFound("a NUL", "/news%00.html"),
  expectNotFound("dots to a parent folder", "/../../etc/passwd"),
  expectNotFound("encoded dots to a parent folder", "/..%2f..%2fetc%2fpasswd"),
  expectResponse("dots to a page", "/lv/../news", "News en"),
  expectNotFound("two slashes at the start", "//elsewhere.example/"),
  expectNotFound("a very long path", `/${"a".repeat(8_000)}`),
]

export const ROWS: Row[] = [
  ...perLocale,
  ...pages,
  ...redirects,
  ...headers,
  ...encodings,
  ...conditions,
  ...functions,
  ...errors,
]
