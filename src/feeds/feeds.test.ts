import { expect, test } from "vitest"
import { sitemapFiles } from "./sitemap.ts"
import { escapeXml } from "./xml.ts"

test("text is safe in XML, and characters that XML forbids are dropped", () => {
  expect(escapeXml(`<b>"Rock" & 'roll'</b>`)).toBe(
    "&lt;b&gt;&quot;Rock&quot; &amp; &apos;roll&apos;&lt;/b&gt;",
  )
  expect(escapeXml("a\u0000b\u000bc💜\ufffe")).toBe("abc💜")
})

test("a sitemap's file holds ten thousand addresses", () => {
  const pages = Array.from({ length: 2001 }, (_, i) => ({ path: `/news/${i}` }))
  expect(sitemapFiles(pages).map((file) => file.length)).toEqual([2000, 1])
  expect(sitemapFiles(pages.slice(0, 3))).toHaveLength(1)
})
