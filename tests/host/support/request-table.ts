/** Requests and the responses of Netlify, which the host must also send. A shell page shows content newer than the build. */
import { LOCALES } from "../../../src/i18n/locales.ts"
import type { TestRequest } from "./serve-fixture.ts"

export type Aspect = "status" | "body" | "whole response" | `header ${string}`

/** Value of `if-none-match` that the test replaces with the file's current ETag. */
export const CURRENT_ETAG = "ETAG"

export interface Row extends TestRequest {
  name: string
  status: number
  bodyContains: string
  /** Expected headers; null if the response must not have the header. */
  expected?: Record<string, string | null>
  /** Reasons why the response of Netlify's emulator (`@netlify/dev`) differs, by aspect. */
  differs?: Partial<Record<Aspect, string>>
}

const REWRITE_STATUS = {
  status: "the emulator ignores the status of a rewrite rule; Netlify uses it",
}
const TRAILING_SLASH = {
  "whole response": "the emulator lacks pretty URLs; Netlify redirects to the canonical address",
}
const NO_CONDITIONAL_REQUESTS = {
  status: "the emulator ignores conditional requests; Netlify supports them",
}
const NO_BODY = {
  body: "a response to HEAD has no body; the emulator returns a Response with one",
}
const RULE_TARGET_HEADERS =
  "the rule for missing pages matches every path, and the emulator sends the headers of its target, /404; Netlify sends those of the file"
const RULE_TARGET_DIFFERENCES = {
  "header cache-control": RULE_TARGET_HEADERS,
  "header content-security-policy": RULE_TARGET_HEADERS,
}
const ANY_METHOD = {
  "whole response": "the emulator serves files for any method",
}

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "public, max-age=0, must-revalidate",
}
const YEAR_CACHE_HEADERS = { "cache-control": "public, max-age=31536000, immutable" }
const JSON_POST = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"a":1}',
}

type RowOptions = Partial<Omit<Row, "name" | "path">>

const createRow = (
  name: string,
  path: string,
  bodyContains: string,
  options: RowOptions = {},
): Row => {
  return { name, path, status: 200, bodyContains, ...options }
}
const createNotFoundRow = (name: string, path: string, options: RowOptions = {}): Row => {
  return {
    name,
    path,
    status: 404,
    bodyContains: "Not found en",
    differs: REWRITE_STATUS,
    ...options,
  }
}
const createRedirectRow = (
  name: string,
  path: string,
  location: string,
  options: RowOptions = {},
): Row => {
  return { name, path, status: 301, bodyContains: "", expected: { location }, ...options }
}
const createAssetRow = (
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
    differs: RULE_TARGET_DIFFERENCES,
    ...options,
  }
}
const createEncodingHeader = (encoding: string | null) => ({ "content-encoding": encoding })
const createCompressionRow = (accepted: string, encoding: string | null): Row =>
  createRow(`compression for Accept-Encoding: ${accepted}`, "/", "Home en", {
    headers: { "accept-encoding": accepted },
    expected: { ...createEncodingHeader(encoding), vary: "accept-encoding" },
  })

const perLocale: Row[] = LOCALES.flatMap((locale) => {
  const prefix = locale === "en" ? "" : `/${locale}`
  return [
    createRow(`the home page in ${locale}`, prefix || "/", `Home ${locale}`, {
      expected: PAGE_HEADERS,
    }),
    createRow(`an article in ${locale}`, `${prefix}/news/first`, `First article ${locale}`),
    createNotFoundRow(
      `the shell page of a new article in ${locale}`,
      `${prefix}/news/newer-than-the-build`,
      {
        bodyContains: `Shell ${locale}`,
        expected: PAGE_HEADERS,
      },
    ),
    createNotFoundRow(
      `a page beyond the last page of a list in ${locale}`,
      `${prefix}/news/page/99`,
      {
        bodyContains: `Not found ${locale}`,
      },
    ),
    createNotFoundRow(`the 404 page in ${locale}`, `${prefix}/nowhere/at-all`, {
      bodyContains: `Not found ${locale}`,
    }),
  ]
})

const pages: Row[] = [
  createRow("a page without its extension", "/news", "News en", { expected: PAGE_HEADERS }),
  createRow("a page with a query", "/news?page=3", "News en"),
  createRow("a page with its extension", "/news.html", "News en"),
  createRow("the second page of a list", "/lv/news/page/2", "News 2 lv"),
  createRow("the index by its file name", "/index.html", "Home en"),
  createRow("the 404 page by its own path", "/404", "Not found en"),
  createRow("a shell page by its own path", "/et/shell/news", "Shell et"),
  createRow("a folder's index", "/folder/", "Folder"),
  createRow("a page by its percent-encoded name", "/news/r%C4%ABgas-zvaigznes", "Rīgas zvaigznes", {
    differs: {
      body: "the emulator looks for a file of the encoded name, and sends the shell page",
    },
  }),
  createRow("robots.txt", "/robots.txt", "Allow", {
    expected: { "content-type": "text/plain; charset=utf-8" },
  }),
  createRow("a feed", "/feed.xml", "<feed>", {
    expected: { "content-type": "application/xml" },
  }),
  createRow("JSON", "/build.json", '"version":7'),
  createRow("an SVG", "/icon.svg", "<svg", { expected: { "content-type": "image/svg+xml" } }),
  createRow("a HEAD request", "/news", "", {
    method: "HEAD",
    expected: PAGE_HEADERS,
    differs: NO_BODY,
  }),
]

const redirects: Row[] = [
  createRedirectRow("English has no prefix", "/en", "/"),
  createRedirectRow("the English prefix with a slash is removed", "/en/", "/"),
  createRedirectRow("the English prefix of a page is removed", "/en/news/first", "/news/first"),
  createRedirectRow("a redirect keeps the query", "/en/news?a=1&b=2", "/news?a=1&b=2"),
  createRedirectRow(
    "a path that looks like a host stays on the site",
    "/en//elsewhere.example/x",
    "/elsewhere.example/x",
    { differs: { "header location": "the emulator sends the visitor to elsewhere.example" } },
  ),
  createRedirectRow(
    "a rule with a placeholder, for a path with a query",
    "/old/first?x=1",
    "/news/first?x=1",
  ),
  createRedirectRow("a rule matches with a trailing slash", "/old/first/", "/news/first"),
  createRedirectRow("a forced rule comes before the file", "/news/first.html", "/news/first"),
  createRedirectRow("the icon that browsers request by default", "/favicon.ico", "/favicon.svg"),
  createRedirectRow("a redirect to another site", "/elsewhere", "https://example.org/there", {
    status: 302,
  }),
  createRedirectRow("a POST is redirected too", "/en/news", "/news", JSON_POST),
  createRow("a rewrite", "/rewritten/first", "First article en"),
  createNotFoundRow("a rewrite to a missing page", "/rewritten/nothing", {
    differs: {
      "whole response": "the emulator passes the request on; Netlify shows the 404 page",
    },
  }),
  ...Object.entries({
    "/news/": "/news",
    "/lv/news/first/?a=1": "/lv/news/first?a=1",
    "/ru/": "/ru",
    "/folder": "/folder/",
  }).map(([path, to]) =>
    createRedirectRow(`the canonical address of ${path}`, path, to, { differs: TRAILING_SLASH }),
  ),
]

const headers: Row[] = [
  createRow("security headers on a page", "/", "Home en", {
    expected: {
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    },
  }),
  createNotFoundRow("security headers on a page that is missing", "/nowhere", {
    expected: { "x-content-type-options": "nosniff" },
  }),
  createRow("a list that other sites may embed", "/lv/embed/events", "A list for other sites", {
    expected: { "x-content-type-options": "nosniff" },
    differs: { "header content-security-policy": RULE_TARGET_HEADERS },
  }),
  createAssetRow("a hashed asset is cached for a year", "/_astro/app.D4f2.js", YEAR_CACHE_HEADERS),
  createAssetRow("generated art is cached for a year", "/art/v1/ee-0-640.webp", {
    ...YEAR_CACHE_HEADERS,
    "content-type": "image/webp",
  }),
  createAssetRow(
    "a font is cached for a day",
    "/fonts/onest.woff2",
    {
      "cache-control": "public, max-age=86400, stale-while-revalidate=604800",
    },
    { differs: { "header cache-control": RULE_TARGET_HEADERS } },
  ),
  createNotFoundRow("a missing hashed asset is not cached", "/_astro/gone.0000.js", {
    expected: { "cache-control": "public, max-age=0, must-revalidate" },
  }),
  createNotFoundRow("the file of header rules", "/_headers", {
    differs: {
      status: "the emulator serves it; Netlify does not",
      body: "the emulator serves it",
      "header content-type": "the emulator does not know its type",
    },
  }),
]

const ACCEPTS_BROTLI = { headers: { "accept-encoding": "br" } }

const encodings: Row[] = [
  createCompressionRow("gzip, deflate, br, zstd", "br"),
  createCompressionRow("gzip", "gzip"),
  createCompressionRow("br;q=0, gzip", "gzip"),
  createCompressionRow("identity", null),
  createNotFoundRow("a compressed shell page", "/lt/news/new", {
    ...ACCEPTS_BROTLI,
    bodyContains: "Shell lt",
    expected: createEncodingHeader("br"),
  }),
  createAssetRow(
    "a compressed stylesheet",
    "/_astro/app.B1c9.css",
    createEncodingHeader("br"),
    ACCEPTS_BROTLI,
  ),
  createAssetRow(
    "a picture is not compressed",
    "/art/v1/ee-0-640.webp",
    createEncodingHeader(null),
    ACCEPTS_BROTLI,
  ),
]

const UNCHANGED_PAGE: RowOptions = {
  status: 304,
  bodyContains: "",
  differs: {
    ...NO_CONDITIONAL_REQUESTS,
    body: "a response with 304 has no body",
    "header content-type": "a response with 304 has no type",
  },
}

const conditions: Row[] = [
  createRow("an unchanged page", "/news", "", {
    ...UNCHANGED_PAGE,
    headers: { "if-none-match": CURRENT_ETAG },
    expected: { "content-type": null, "cache-control": "public, max-age=0, must-revalidate" },
  }),
  createRow("a changed page", "/news", "News en", { headers: { "if-none-match": '"old"' } }),
  createRow("If-None-Match: * for a page", "/news", "", {
    ...UNCHANGED_PAGE,
    headers: { "if-none-match": "*" },
  }),
  createNotFoundRow("a missing page has no ETag", "/nowhere", {
    headers: { "if-none-match": "*" },
  }),
]

const functions: Row[] = [
  createRow("a function", "/api/echo?a=1", '"query":"?a=1"', {
    expected: { "x-from": "echo", "referrer-policy": null },
  }),
  createRow("a function's second path", "/api/echo/abc", '"path":"/api/echo/abc"'),
  createRow("a function with a body", "/api/echo", '{\\"a\\":1}', JSON_POST),
  createNotFoundRow("a function with a trailing slash", "/api/echo/", {
    bodyContains: '"code":"not_found"',
    differs: {
      "whole response":
        "the emulator calls the function, as Netlify does; the site's real functions then return this problem",
    },
  }),
  createRow("a function's wildcard", "/api/wild/a/b", "wild", { status: 201 }),
  createRow("a function before a static file", "/folder/index.html", "from the function"),
  createNotFoundRow("a function that does not exist", "/api/none", {
    bodyContains: '"code":"not_found"',
  }),
  createNotFoundRow("a function by its file name", "/.netlify/functions/echo"),
  createRow("two cookies", "/api/cookies", "", {
    method: "POST",
    status: 204,
    expected: { "set-cookie": "one=1; Path=/; HttpOnly, two=2; Path=/" },
    differs: { "header set-cookie": "the emulator keeps the last one only" },
  }),
  createRow("a function that throws", "/api/broken", '"code":"internal"', {
    status: 500,
    expected: { "content-type": "application/problem+json" },
    differs: {
      body: "the emulator shows the stack to the visitor",
      "header content-type": "the host returns a problem document",
      "header cache-control": "the host returns a problem document",
    },
  }),
]

const BAD_REQUEST: RowOptions = {
  status: 400,
  differs: { "whole response": "the emulator throws" },
}

const errors: Row[] = [
  createRow("a POST to a page", "/news", "", {
    ...JSON_POST,
    status: 405,
    expected: { allow: "GET, HEAD" },
    differs: ANY_METHOD,
  }),
  createNotFoundRow("a POST to an unknown path", "/nowhere", JSON_POST),
  createRow("a single percent sign", "/%", "", BAD_REQUEST),
  createRow("an incomplete UTF-8 character", "/news/%E4%BD", "", BAD_REQUEST),
  createNotFoundRow("a NUL", "/news%00.html"),
  createNotFoundRow("dots to a parent folder", "/../../etc/passwd"),
  createNotFoundRow("encoded dots to a parent folder", "/..%2f..%2fetc%2fpasswd"),
  createRow("dots to a page", "/lv/../news", "News en"),
  createNotFoundRow("two slashes at the start", "//elsewhere.example/"),
  createNotFoundRow("a very long path", `/${"a".repeat(8_000)}`),
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
