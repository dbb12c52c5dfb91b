import { COUNTRIES, countryPath } from "../../countries.ts"
import { artistPath } from "../../features/artists/paths.ts"
import type { Artist } from "../../features/artists/schema.ts"
import { type Cards, fillCards } from "../../features/cards/cards.ts"
import { eventPath, type PublicEvent } from "../../features/events/event.ts"
import {
  articlePath,
  getArticleCover,
  type ListedArticle,
  type NewsArticle,
  newsPagePath,
} from "../../features/news/article.ts"
import type { PostWithTeam } from "../../features/teams/schema.ts"
import { getTeamPageLanguages, postPath, type Team, teamPath } from "../../features/teams/team.ts"
import { LOCALES, type Locale, mapLocales } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { getT } from "../../i18n/t.ts"
import { listLanguages } from "../../i18n/translation.ts"
import { currentTime } from "../../shared/clock.ts"
import { escapeMarkup } from "../../shared/escape-markup.ts"
import { SITE } from "../../site.ts"
import { toAbsoluteUrl } from "../../ui/seo.ts"

const STATIC_PATHS = [
  ...["/", "/music", "/calendar", "/teams", "/news", "/shop"],
  ...COUNTRIES.map(countryPath),
  ...["/about", "/how-it-works", "/faq", "/privacy", "/terms", "/suggest-idea"],
]

/** Escapes a text for XML, and removes characters that XML forbids. */
export const escapeXml = (text: string): string =>
  escapeMarkup(text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ""))

export const createXmlResponse = (body: string, type: "application/atom+xml" | "application/xml") =>
  new Response(`<?xml version="1.0" encoding="utf-8"?>\n${body}\n`, {
    headers: { "content-type": `${type}; charset=utf-8` },
  })

export const FEED_ENTRIES = 20

/** Shows cards in feeds as links, because feed readers have no styles for cards. */
const NO_CARDS: Cards = new Map()

function renderEntry(article: NewsArticle, locale: Locale): string {
  const link = toAbsoluteUrl(localePath(articlePath(article.slug), locale))
  // Makes URLs absolute, because few feed readers support xml:base.
  const text = fillCards(article.content_html, locale, NO_CARDS, null)
    .replace(/ (?:srcset|sizes)="[^"]*"/g, "")
    .replace(/ (src|href)="([^"]*)"/g, (_, name, url) => {
      return ` ${name}="${URL.parse(url, link)?.href ?? url}"`
    })
  return `<entry xml:lang="${article.language}">
<id>urn:uuid:${article.id}</id>
<title>${escapeXml(article.title)}</title>
<link rel="alternate" type="text/html" hreflang="${article.language}" href="${escapeXml(link)}"/>
<link rel="enclosure" type="image/jpeg" href="${escapeXml(toAbsoluteUrl(getArticleCover(article).share))}"/>
<published>${article.published_at}</published>
<updated>${article.updated_at}</updated>
<author><name>${escapeXml(article.author_name ?? getT(locale)("news:team"))}</name></author>
${article.excerpt ? `<summary>${escapeXml(article.excerpt)}</summary>\n` : ""}<content type="html">${escapeXml(text)}</content>
</entry>`
}

export function renderNewsFeed(articles: NewsArticle[], locale: Locale): string {
  const t = getT(locale)
  const self = toAbsoluteUrl(localePath("/feed.xml", locale))
  const updated = articles
    .map((article) => article.updated_at)
    .sort()
    .at(-1)
  return `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
<id>${escapeXml(self)}</id>
<title>${escapeXml(t("news:feed"))}</title>
<subtitle>${escapeXml(t("news:meta.description"))}</subtitle>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(toAbsoluteUrl(localePath("/news", locale)))}"/>
<icon>${escapeXml(toAbsoluteUrl("/favicon.svg"))}</icon>
<updated>${updated ?? new Date(currentTime()).toISOString()}</updated>
<author><name>${escapeXml(SITE.name)}</name><email>${escapeXml(SITE.email)}</email></author>
${articles.map((article) => renderEntry(article, locale)).join("\n")}
</feed>`
}

/**
 * Maximum number of URLs in a file. Search engines accept 50,000 URLs and 50 MB; links to other languages make URLs
 * large.
 */
const URLS_PER_FILE = 2_500
const PAGES_PER_FILE = URLS_PER_FILE / LOCALES.length

/** A page of the sitemap in all its languages. `path` is the English path. */
interface SitemapPage {
  path: string
  lastModified?: string | Record<Locale, string | undefined>
  languages?: readonly Locale[]
}

export type SitemapArticle = Pick<ListedArticle, "slug" | "languages" | "updated_at">

export const listSitemapPages = (
  newsPageCount: number,
  events: PublicEvent[],
  teams: Team[],
  posts: PostWithTeam[] = [],
  artists: Pick<Artist, "slug">[] = [],
): SitemapPage[] => [
  ...STATIC_PATHS.map((path) => ({ path })),
  ...Array.from({ length: newsPageCount - 1 }, (_, i) => ({ path: newsPagePath(i + 1) })),
  ...events.map((event) => ({
    path: eventPath(event.slug),
    lastModified: event.updated_at,
    languages: listLanguages(event),
  })),
  ...teams.map((team) => ({
    path: teamPath(team.slug),
    lastModified: team.updated_at,
    ...getTeamPageLanguages(team),
  })),
  ...posts.map((post) => ({
    path: postPath(post.team_slug, post.id),
    lastModified: post.updated_at,
    languages: [post.language],
  })),
  ...artists.map(({ slug }) => ({ path: artistPath(slug) })),
]

const toSitemapPage = (versions: Record<Locale, SitemapArticle>): SitemapPage => ({
  path: articlePath(versions.en.slug),
  lastModified: mapLocales((locale) => versions[locale].updated_at),
  languages: versions.en.languages,
})

function renderUrls({ path, lastModified, languages = LOCALES }: SitemapPage): string {
  const [original = "en"] = languages
  const defaultLocale = languages.includes("en") ? "en" : original
  const renderAlternate = (lang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeXml(toAbsoluteUrl(href))}"/>`
  const alternates =
    languages.map((locale) => renderAlternate(locale, localePath(path, locale))).join("") +
    renderAlternate("x-default", localePath(path, defaultLocale))
  return languages
    .map((locale) => {
      const modified = typeof lastModified === "object" ? lastModified[locale] : lastModified
      const time = modified ? `<lastmod>${modified}</lastmod>` : ""
      return `<url><loc>${escapeXml(toAbsoluteUrl(localePath(path, locale)))}</loc>${time}${alternates}</url>`
    })
    .join("\n")
}

/** A file of the sitemap: an index of other files, or a list of URLs. */
export type SitemapFile =
  | { name: string; parts: string[] }
  | { name: string; pages: SitemapPage[]; articles: Record<Locale, SitemapArticle>[] }

const splitIntoFiles = <Item>(all: Item[]): Item[][] =>
  Array.from({ length: Math.ceil(all.length / PAGES_PER_FILE) }, (_, i) =>
    all.slice(i * PAGES_PER_FILE, (i + 1) * PAGES_PER_FILE),
  )

/**
 * Divides a large sitemap into files with an index (the first file). Articles are in separate files, oldest first, so
 * that a new article changes only the last file.
 */
export function divideSitemap(
  pages: SitemapPage[],
  articles: Record<Locale, SitemapArticle>[],
): SitemapFile[] {
  if (pages.length + articles.length <= PAGES_PER_FILE)
    return [{ name: "sitemap", pages, articles }]
  const parts = [
    ...splitIntoFiles(pages).map((part, i) => ({
      name: `sitemap-pages-${i + 1}`,
      pages: part,
      articles: [],
    })),
    ...splitIntoFiles(articles).map((part, i) => ({
      name: `sitemap-news-${i + 1}`,
      pages: [],
      articles: part,
    })),
  ]
  return [{ name: "sitemap", parts: parts.map(({ name }) => name) }, ...parts]
}

export function renderSitemapFile(file: SitemapFile): string {
  if ("parts" in file) {
    const links = file.parts.map(
      (name) => `<sitemap><loc>${escapeXml(toAbsoluteUrl(`/${name}.xml`))}</loc></sitemap>`,
    )
    return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${links.join("\n")}
</sitemapindex>`
  }
  const pages = [...file.pages, ...file.articles.map(toSitemapPage)]
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.map(renderUrls).join("\n")}
</urlset>`
}
