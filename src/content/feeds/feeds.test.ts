import { expect, test, vi } from "vitest"
import { makeEvent } from "../../features/events/fixtures.ts"
import { makeArticle } from "../../features/news/fixtures.ts"
import { makeTeam } from "../../features/teams/fixtures.ts"
import { LOCALES, mapLocales } from "../../i18n/locales.ts"
import {
  divideSitemap,
  escapeXml,
  listSitemapPages,
  renderNewsFeed,
  renderSitemapFile,
} from "./feeds.ts"

test("text is escaped, and characters that XML forbids are removed", () => {
  expect(escapeXml(`<b>"Rock" & 'roll'</b>`)).toBe(
    "&lt;b&gt;&quot;Rock&quot; &amp; &#39;roll&#39;&lt;/b&gt;",
  )
  expect(escapeXml("a\u0000b\u000bc💜\ufffe")).toBe("abc💜")
})

const makeArticles = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    mapLocales((language) => ({
      slug: String(i),
      languages: [...LOCALES],
      updated_at: `2026-05-01T10:00:00.000Z ${language}`,
    })),
  )

test("a sitemap of more than 2,500 URLs is divided into several files with an index", () => {
  vi.stubEnv("SITE", "https://daina.test")
  const [index, ...parts] = divideSitemap([{ path: "/" }], makeArticles(501))
  expect(parts.map((part) => [part.name, renderSitemapFile(part).match(/<loc>/g)?.length])).toEqual(
    [
      ["sitemap-pages-1", 5],
      ["sitemap-news-1", 2500],
      ["sitemap-news-2", 5],
    ],
  )
  expect(index && renderSitemapFile(index).match(/<loc>.*?<\/loc>/g)).toEqual([
    "<loc>https://daina.test/sitemap-pages-1.xml</loc>",
    "<loc>https://daina.test/sitemap-news-1.xml</loc>",
    "<loc>https://daina.test/sitemap-news-2.xml</loc>",
  ])
})

test("a small sitemap is one file, in which each language of an article has its own time of change", () => {
  vi.stubEnv("SITE", "https://daina.test")
  const [sitemap, ...others] = divideSitemap([{ path: "/" }], makeArticles(3))
  expect(others).toEqual([])
  expect(sitemap && renderSitemapFile(sitemap)).toContain(
    "<lastmod>2026-05-01T10:00:00.000Z lt</lastmod>",
  )
})

test("the sitemap lists an event, or a team with a description, only in the languages of its text", () => {
  const event = makeEvent({
    language: "lv",
    translations: { ru: { title: "Танцы", description: null } },
  })
  const described = makeTeam("described", { description: "We dance" })
  const teams = [described, makeTeam("undescribed")]
  const [eventPage, describedPage, undescribedPage] = listSitemapPages(1, [event], teams).slice(-3)
  expect(eventPage?.languages).toEqual(["lv", "ru"])
  expect(describedPage?.languages).toEqual(["en"])
  expect(undescribedPage?.languages).toBeUndefined()
})

test("URLs in a feed become absolute, and pictures have no srcset", async () => {
  vi.stubEnv("SITE", "https://daina.test")
  const article = makeArticle("first", {
    content_html: [
      `<a href="/teams?a=1&amp;b=2">t</a><a href="second">s</a><a href="#end">e</a>`,
      `<a href="https://a.ee/">a</a><a href="http://[">b</a><img src="/uploads/x.webp" srcset="/uploads/x-640.webp 640w" sizes="92vw">`,
    ].join(""),
  })
  const feed = renderNewsFeed([article], "lv")
  const urls = [...feed.matchAll(/ (?:href|src)=&quot;(.*?)&quot;/g)].map(([, url]) => url)
  expect(urls).toEqual([
    "https://daina.test/lv/teams?a=1&amp;amp;b=2",
    "https://daina.test/lv/news/second",
    "https://daina.test/lv/news/first#end",
    "https://a.ee/",
    "http://[",
    "https://daina.test/uploads/x.webp",
  ])
  expect(feed).not.toMatch(/srcset|sizes/)
})
