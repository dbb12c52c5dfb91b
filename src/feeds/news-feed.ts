import { articlePath, coverOf, type NewsArticle } from "../features/news/article.ts"
import type { Locale } from "../i18n/locales.ts"
import { localePath } from "../i18n/paths.ts"
import { getT } from "../i18n/t.ts"
import { absolute } from "../seo.ts"
import { SITE } from "../site.ts"
import { escapeXml } from "./xml.ts"

const ENTRIES = 20

function entry(article: NewsArticle, locale: Locale): string {
  const link = absolute(localePath(articlePath(article.slug), locale))
  const text = article.content_html.replaceAll(' src="/', ` src="${absolute("/")}`)
  return `<entry xml:lang="${article.language}">
<id>urn:uuid:${article.id}</id>
<title>${escapeXml(article.title)}</title>
<link rel="alternate" type="text/html" hreflang="${locale}" href="${escapeXml(link)}"/>
<link rel="enclosure" type="image/jpeg" href="${escapeXml(absolute(coverOf(article).share))}"/>
<published>${article.published_at}</published>
<updated>${article.updated_at}</updated>
<author><name>${escapeXml(article.author_name ?? getT(locale)("news:team"))}</name></author>
${article.excerpt ? `<summary>${escapeXml(article.excerpt)}</summary>\n` : ""}<content type="html">${escapeXml(text)}</content>
</entry>`
}

/** The Atom feed (RFC 4287) of the newest articles; `articles` are newest first. */
export function newsFeed(articles: NewsArticle[], locale: Locale): string {
  const t = getT(locale)
  const self = absolute(localePath("/feed.xml", locale))
  const shown = articles.slice(0, ENTRIES)
  const updated = shown
    .map((article) => article.updated_at)
    .sort()
    .at(-1)
  return `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
<id>${escapeXml(self)}</id>
<title>${escapeXml(t("news:feed"))}</title>
<subtitle>${escapeXml(t("news:meta.description"))}</subtitle>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(absolute(localePath("/news", locale)))}"/>
<icon>${escapeXml(absolute("/favicon.svg"))}</icon>
<updated>${updated ?? new Date().toISOString()}</updated>
<author><name>${escapeXml(SITE.name)}</name><email>${escapeXml(SITE.email)}</email></author>
${shown.map((article) => entry(article, locale)).join("\n")}
</feed>`
}
