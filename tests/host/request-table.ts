/**
 * Requests, what the host answers, and where Netlify's emulator answers otherwise: then the reason why we
 * do not follow it. An aspect with a reason must really differ, so that a reason cannot outlive its cause.
 */
import { LOCALES } from "../../src/i18n/locales.ts"
import type { Question } from "./serve-fixture.ts"

export type Aspect = "status" | "body" | "answer" | `header ${string}`

export interface Row extends Question {
  name: string
  status: number
  /** The body holds it. */
  holds?: string
  /** Null means absent. Locations are compared as they stand. */
  expected?: Record<string, string | null>
  differs?: Partial<Record<Aspect, string>>
}

const REWRITE_STATUS = {
  status: "the emulator forgets the status of a rewrite; Netlify answers with the rule's",
}
const TRAILING_SLASH = {
  answer: "the emulator knows no pretty URLs; Netlify redirects to the one address of a page",
}
const NO_VALIDATORS = { status: "the emulator has no validators; Netlify answers conditions" }
const NO_BODY = {
  body: "an answer to HEAD has none; the emulator hands out a Response object, body and all",
}
const SHADOWED_HEADERS = {
  "header cache-control":
    "where any redirect rule fits, the emulator looks up the headers of its target; ours is the file's, as on Netlify",
}
const WITHOUT_METHODS = {
  answer: "the emulator serves a file to any method; ours says that it cannot be written to",
}

const PAGE = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "public, max-age=0, must-revalidate",
}
const JSON_POST = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"a":1}',
}

const prefixed = (locale: string, path: string) => (locale === "en" ? path : `/${locale}${path}`)

const perLocale: Row[] = LOCALES.flatMap((locale) => [
  {
    name: `the home page in ${locale}`,
    path: locale === "en" ? "/" : `/${locale}`,
    status: 200,
    holds: `Home ${locale}`,
    expected: PAGE,
  },
  {
    name: `an article in ${locale}`,
    path: prefixed(locale, "/news/first"),
    status: 200,
    holds: `First article ${locale}`,
  },
  {
    name: `the shell for a new article in ${locale}`,
    path: prefixed(locale, "/news/newer-than-the-build"),
    status: 404,
    holds: `Shell ${locale}`,
    expected: PAGE,
    differs: REWRITE_STATUS,
  },
  {
    name: `the page for what is missing in ${locale}`,
    path: prefixed(locale, "/nowhere/at-all"),
    status: 404,
    holds: `Not found ${locale}`,
    differs: REWRITE_STATUS,
  },
])

const pages: Row[] = [
  {
    name: "a page without its extension",
    path: "/news",
    status: 200,
    holds: "News en",
    expected: PAGE,
  },
  { name: "a page with a query", path: "/news?page=3", status: 200, holds: "News en" },
  { name: "a page with its extension", path: "/news.html", status: 200, holds: "News en" },
  { name: "the second page of a list", path: "/lv/news/page/2", status: 200, holds: "News 2 lv" },
  { name: "the index by its file name", path: "/index.html", status: 200, holds: "Home en" },
  { name: "the page for missing pages itself", path: "/404", status: 200, holds: "Not found en" },
  { name: "a shell itself", path: "/et/shell/news", status: 200, holds: "Shell et" },
  { name: "a folder's index", path: "/folder/", status: 200, holds: "Folder" },
  {
    name: "a page by its percent-encoded name",
    path: "/news/r%C4%ABgas-zvaigznes",
    status: 200,
    holds: "Rīgas zvaigznes",
    differs: { body: "the emulator looks for a file of the encoded name, and shows the shell" },
  },
  {
    name: "robots.txt",
    path: "/robots.txt",
    status: 200,
    expected: { "content-type": "text/plain; charset=utf-8" },
  },
  {
    name: "a feed",
    path: "/feed.xml",
    status: 200,
    expected: { "content-type": "application/xml" },
  },
  { name: "JSON", path: "/build.json", status: 200, holds: '"version":7' },
  { name: "an SVG", path: "/icon.svg", status: 200, expected: { "content-type": "image/svg+xml" } },
  { name: "a HEAD", method: "HEAD", path: "/news", status: 200, expected: PAGE, differs: NO_BODY },
]

const redirects: Row[] = [
  { name: "English has no prefix", path: "/en", status: 301, expected: { location: "/" } },
  { name: "nor has it with a slash", path: "/en/", status: 301, expected: { location: "/" } },
  {
    name: "English pages neither",
    path: "/en/news/first",
    status: 301,
    expected: { location: "/news/first" },
  },
  {
    name: "a query goes along",
    path: "/en/news?a=1&b=2",
    status: 301,
    expected: { location: "/news?a=1&b=2" },
  },
  {
    name: "a path that looks like a host stays here",
    path: "/en//elsewhere.example/x",
    status: 301,
    expected: { location: "/elsewhere.example/x" },
    differs: { "header location": "the emulator sends the visitor to elsewhere.example" },
  },
  { name: "a placeholder", path: "/old/first", status: 301, expected: { location: "/news/first" } },
  {
    name: "a placeholder with a query",
    path: "/old/first?x=1",
    status: 301,
    expected: { location: "/news/first?x=1" },
  },
  {
    name: "a rule does not mind a trailing slash",
    path: "/old/first/",
    status: 301,
    expected: { location: "/news/first" },
  },
  {
    name: "a forced rule beats the file",
    path: "/news/first.html",
    status: 301,
    expected: { location: "/news/first" },
  },
  {
    name: "another site",
    path: "/elsewhere",
    status: 302,
    expected: { location: "https://example.org/there" },
  },
  {
    name: "a redirect answers a POST too",
    ...JSON_POST,
    path: "/en/news",
    status: 301,
    expected: { location: "/news" },
  },
  { name: "a rewrite", path: "/rewritten/first", status: 200, holds: "First article en" },
  {
    name: "a rewrite to nothing",
    path: "/rewritten/nothing",
    status: 404,
    holds: "Not found en",
    differs: {
      answer: "the emulator leaves it to the server behind it; Netlify shows the 404 page",
    },
  },
  {
    name: "a trailing slash",
    path: "/news/",
    status: 301,
    expected: { location: "/news" },
    differs: TRAILING_SLASH,
  },
  {
    name: "a trailing slash, with a query, in a language",
    path: "/lv/news/first/?a=1",
    status: 301,
    expected: { location: "/lv/news/first?a=1" },
    differs: TRAILING_SLASH,
  },
  {
    name: "a language's home with a slash",
    path: "/ru/",
    status: 301,
    expected: { location: "/ru" },
    differs: TRAILING_SLASH,
  },
  {
    name: "a folder without its slash",
    path: "/folder",
    status: 301,
    expected: { location: "/folder/" },
    differs: TRAILING_SLASH,
  },
]

const headers: Row[] = [
  {
    name: "security headers on a page",
    path: "/",
    status: 200,
    expected: {
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    },
  },
  {
    name: "security headers on a page that is missing",
    path: "/nowhere",
    status: 404,
    expected: { "x-content-type-options": "nosniff", "x-frame-options": "DENY" },
    differs: REWRITE_STATUS,
  },
  {
    name: "a hashed asset for a year",
    path: "/_astro/app.D4f2.js",
    status: 200,
    expected: { "cache-control": "public, max-age=31536000, immutable" },
    differs: SHADOWED_HEADERS,
  },
  {
    name: "drawn art for a year",
    path: "/art/v1/ee-0-640.webp",
    status: 200,
    expected: {
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "image/webp",
    },
    differs: SHADOWED_HEADERS,
  },
  {
    name: "a font for a day",
    path: "/fonts/onest.woff2",
    status: 200,
    expected: { "cache-control": "public, max-age=86400, stale-while-revalidate=604800" },
    differs: SHADOWED_HEADERS,
  },
  {
    name: "a hashed asset that is missing is not kept for a year",
    path: "/_astro/gone.0000.js",
    status: 404,
    expected: { "cache-control": "public, max-age=0, must-revalidate" },
    differs: REWRITE_STATUS,
  },
  {
    name: "the rules' own file",
    path: "/_headers",
    status: 404,
    differs: {
      status: "the emulator serves it; Netlify reads it and does not",
      body: "the emulator serves it",
      "header content-type": "the emulator does not know its type",
    },
  },
]

const encodings: Row[] = [
  {
    name: "brotli",
    path: "/",
    headers: { "accept-encoding": "gzip, deflate, br, zstd" },
    status: 200,
    expected: { "content-encoding": "br", vary: "accept-encoding" },
  },
  {
    name: "gzip",
    path: "/",
    headers: { "accept-encoding": "gzip" },
    status: 200,
    expected: { "content-encoding": "gzip" },
  },
  {
    name: "no encoding",
    path: "/",
    headers: { "accept-encoding": "identity" },
    status: 200,
    expected: { "content-encoding": null, vary: "accept-encoding" },
  },
  {
    name: "brotli refused",
    path: "/",
    headers: { "accept-encoding": "br;q=0, gzip" },
    status: 200,
    expected: { "content-encoding": "gzip" },
  },
  {
    name: "a compressed shell",
    path: "/lt/news/new",
    headers: { "accept-encoding": "br" },
    status: 404,
    expected: { "content-encoding": "br" },
    differs: REWRITE_STATUS,
  },
  {
    name: "a compressed stylesheet",
    path: "/_astro/app.B1c9.css",
    headers: { "accept-encoding": "br" },
    status: 200,
    expected: { "content-encoding": "br" },
    differs: SHADOWED_HEADERS,
  },
  {
    name: "a picture is not compressed again",
    path: "/art/v1/ee-0-640.webp",
    headers: { "accept-encoding": "br" },
    status: 200,
    expected: { "content-encoding": null },
    differs: SHADOWED_HEADERS,
  },
]

const conditions: Row[] = [
  {
    name: "an unchanged page",
    path: "/news",
    headers: { "if-none-match": "ETAG" },
    status: 304,
    expected: { "content-type": null, "cache-control": "public, max-age=0, must-revalidate" },
    differs: { ...NO_VALIDATORS, body: "304 has none", "header content-type": "304 has none" },
  },
  {
    name: "a changed page",
    path: "/news",
    headers: { "if-none-match": '"old"' },
    status: 200,
    holds: "News en",
  },
  {
    name: "any version of a page",
    path: "/news",
    headers: { "if-none-match": "*" },
    status: 304,
    differs: { ...NO_VALIDATORS, body: "304 has none", "header content-type": "304 has none" },
  },
  {
    name: "a missing page has no version",
    path: "/nowhere",
    headers: { "if-none-match": "*" },
    status: 404,
    holds: "Not found",
    differs: REWRITE_STATUS,
  },
  {
    name: "a part of a picture",
    path: "/art/v1/ee-0-640.webp",
    headers: { range: "bytes=0-9" },
    status: 206,
    holds: "not really",
    expected: { "content-length": "10" },
    differs: {
      ...SHADOWED_HEADERS,
      status: "the emulator knows no parts",
      body: "the emulator knows no parts",
      "header content-range": "the emulator knows no parts",
    },
  },
  {
    name: "the end of a picture",
    path: "/art/v1/ee-0-640.webp",
    headers: { range: "bytes=-5" },
    status: 206,
    expected: { "content-length": "5" },
    differs: {
      ...SHADOWED_HEADERS,
      status: "the emulator knows no parts",
      body: "the emulator knows no parts",
      "header content-range": "the emulator knows no parts",
    },
  },
  {
    name: "a part behind the end",
    path: "/art/v1/ee-0-640.webp",
    headers: { range: "bytes=90000-" },
    status: 416,
    differs: { answer: "the emulator knows no parts" },
  },
  {
    name: "a part that is none",
    path: "/art/v1/ee-0-640.webp",
    headers: { range: "bytes=9-2" },
    status: 200,
    differs: SHADOWED_HEADERS,
  },
]

const functions: Row[] = [
  {
    name: "a function",
    path: "/api/echo?a=1",
    status: 200,
    holds: '"query":"?a=1"',
    expected: { "x-from": "echo", "x-frame-options": null },
  },
  {
    name: "a function's second path, with a parameter",
    path: "/api/echo/abc",
    status: 200,
    holds: '"params":{"id":"abc"}',
  },
  {
    name: "a function with a body",
    ...JSON_POST,
    path: "/api/echo",
    status: 200,
    holds: '{\\"a\\":1}',
  },
  {
    name: "a function with a trailing slash",
    path: "/api/echo/",
    status: 200,
    holds: '"path":"/api/echo/"',
  },
  {
    name: "a function in capitals",
    path: "/API/Echo/ABC",
    status: 200,
    holds: '"id":"ABC"',
    differs: { body: "the emulator calls it without its parameters" },
  },
  { name: "a function's wildcard", path: "/api/wild/a/b", status: 201, holds: 'wild {"0":"a/b"}' },
  {
    name: "a wildcard without anything behind it",
    path: "/api/wild",
    status: 404,
    differs: REWRITE_STATUS,
  },
  {
    name: "a path that the function excludes",
    path: "/api/wild/not/this",
    status: 404,
    differs: REWRITE_STATUS,
  },
  {
    name: "a function that leaves files alone",
    path: "/folder/else",
    status: 200,
    holds: "from the function",
  },
  {
    name: "a function before a static file",
    method: "POST",
    path: "/robots.txt",
    status: 200,
    holds: "from the function",
  },
  {
    name: "a method that the function does not take",
    method: "DELETE",
    path: "/api/echo",
    status: 404,
    holds: "Not found en",
    differs: REWRITE_STATUS,
  },
  {
    name: "a HEAD that the function does not take",
    method: "HEAD",
    path: "/api/echo",
    status: 404,
    differs: { ...REWRITE_STATUS, ...NO_BODY },
  },
  {
    name: "a function that does not exist",
    path: "/api/none",
    status: 404,
    holds: "Not found en",
    differs: REWRITE_STATUS,
  },
  {
    name: "a function by its file name",
    path: "/.netlify/functions/echo",
    status: 404,
    holds: "Not found en",
    differs: REWRITE_STATUS,
  },
  {
    name: "two cookies",
    method: "POST",
    path: "/api/cookies",
    status: 204,
    expected: { "set-cookie": "one=1; Path=/; HttpOnly, two=2; Path=/" },
    differs: { "header set-cookie": "the emulator keeps the last one only" },
  },
  {
    name: "a function that throws",
    path: "/api/broken",
    status: 500,
    holds: '"code":"internal"',
    expected: { "content-type": "application/problem+json" },
    differs: {
      body: "the emulator shows the stack to the visitor",
      "header content-type": "ours is a problem document",
      "header cache-control": "ours is a problem document",
    },
  },
]

const errors: Row[] = [
  {
    name: "a POST to a page",
    ...JSON_POST,
    path: "/news",
    status: 405,
    expected: { allow: "GET, HEAD" },
    differs: WITHOUT_METHODS,
  },
  {
    name: "a POST to nothing",
    ...JSON_POST,
    path: "/nowhere",
    status: 404,
    holds: "Not found en",
    differs: REWRITE_STATUS,
  },
  {
    name: "a percent sign alone",
    path: "/%",
    status: 400,
    differs: { answer: "the emulator throws" },
  },
  {
    name: "half a character",
    path: "/news/%E4%BD",
    status: 400,
    differs: { answer: "the emulator throws" },
  },
  {
    name: "a NUL",
    path: "/news%00.html",
    status: 404,
    holds: "Not found en",
    differs: REWRITE_STATUS,
  },
  {
    name: "dots upwards",
    path: "/../../etc/passwd",
    status: 404,
    holds: "Not found en",
    differs: REWRITE_STATUS,
  },
  {
    name: "encoded dots upwards",
    path: "/..%2f..%2fetc%2fpasswd",
    status: 404,
    differs: REWRITE_STATUS,
  },
  { name: "dots to a page", path: "/lv/../news", status: 200, holds: "News en" },
  {
    name: "two slashes at the start",
    path: "//elsewhere.example/",
    status: 404,
    differs: REWRITE_STATUS,
  },
  {
    name: "a compressed file by its own name",
    path: "/news.html.br",
    status: 404,
    holds: "Not found en",
    differs: { answer: "the emulator serves it, since our host compresses into the same folder" },
  },
  {
    name: "a very long path",
    path: `/${"a".repeat(8_000)}`,
    status: 404,
    holds: "Not found en",
    differs: REWRITE_STATUS,
  },
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
