/**
 * Tests redirects of paths that start with /en, because English pages have no language prefix. The parameter `lang=en`
 * selects English even if the visitor has chosen another language before.
 */
import { expect, test } from "vitest"
import { ORIGIN, openBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"

testDatabase()

test.each([
  ["/en", "/"],
  ["/en/", "/"],
  ["/en/news", "/news"],
  ["/en/news/a?x=1&y=2", "/news/a?x=1&y=2"],
  ["/en//elsewhere.example/x", "/elsewhere.example/x"],
  ["/en///elsewhere.example", "/elsewhere.example"],
  ["/en/\\elsewhere.example", "/elsewhere.example"],
  ["/en/%2F%2Felsewhere.example", "/%2F%2Felsewhere.example"],
])("%s redirects to %s of the same site, with lang=en", async (path, target) => {
  const response = await openBrowser().get(path)
  const location = response.headers.get("location") ?? ""
  expect([response.status, location]).toEqual([
    301,
    `${target}${target.includes("?") ? "&" : "?"}lang=en`,
  ])
  expect(new URL(location, ORIGIN).origin).toBe(ORIGIN)
})
