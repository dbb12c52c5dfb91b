import { eventPath, type PublicEvent } from "../features/events/event.ts"
import { articlePath, type NewsArticle } from "../features/news/article.ts"
import { newsListPages } from "../features/news/lists.ts"
import { type Team, teamPath } from "../features/teams/team.ts"
import { LOCALES } from "../i18n/locales.ts"
import { localePath } from "../i18n/paths.ts"
import { absolute } from "../seo.ts"
import { STATIC_PATHS } from "../site-map.ts"
import { escapeXml } from "./xml.ts"

/** Addresses in one file; search engines take 50,000, or 50 MB, which the alternates reach earlier. */
const URLS_PER_FILE = 10_000

export interface SitemapPage {
  /** As on the English site. */
  path: string
  lastModified?: string
}

/** Every page for search engines. */
export const sitemapPages = (
  articles: NewsArticle[],
  events: PublicEvent[],
  teams: Team[],
): SitemapPage[] => [
  ...STATIC_PATHS.map((path) => ({ path })),
  ...newsListPages(articles)
    .slice(1)
    .map(({ page }) => ({ path: `/news/page/${page}` })),
  ...articles.map(({ slug, updated_at }) => ({
    path: articlePath(slug),
    lastModified: updated_at,
  })),
  ...events.map(({ slug, updated_at }) => ({ path: eventPath(slug), lastModified: updated_at })),
  ...teams.map(({ slug, updated_at }) => ({ path: teamPath(slug), lastModified: updated_at })),
]

/** The pages by file: as many as have room with all their languages. */
export function sitemapFiles(pages: SitemapPage[]): SitemapPage[][] {
  const size = URLS_PER_FILE / LOCALES.length
  return Array.from({ length: Math.ceil(pages.length / size) }, (_, i) =>
    pages.slice(i * size, (i + 1) * size),
  )
}

function urls({ path, lastModified }: SitemapPage): string {
  const alternate = (lang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeXml(absolute(href))}"/>`
  const alternates =
    LOCALES.map((locale) => alternate(locale, localePath(path, locale))).join("") +
    alternate("x-default", path)
  const time = lastModified ? `<lastmod>${lastModified}</lastmod>` : ""
  return LOCALES.map(
    (locale) =>
      `<url><loc>${escapeXml(absolute(localePath(path, locale)))}</loc>${time}${alternates}</url>`,
  ).join("\n")
}

/** A sitemap with the alternates of each page. */
export const sitemap = (pages: SitemapPage[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.map(urls).join("\n")}
</urlset>`

/** An index of the files `/sitemap-1.xml` to `/sitemap-{files}.xml`. */
export const sitemapIndex = (files: number): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${Array.from({ length: files }, (_, i) => `<sitemap><loc>${escapeXml(absolute(`/sitemap-${i + 1}.xml`))}</loc></sitemap>`).join("\n")}
</sitemapindex>`
