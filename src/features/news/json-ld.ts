import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { getT } from "../../i18n/t.ts"
import { getDescription } from "../../shared/description.ts"
import { createBreadcrumbJsonLd, createOrganizationJsonLd, toAbsoluteUrl } from "../../ui/seo.ts"
import { articlePath, getArticleCover, type NewsArticle } from "./article.ts"

export function createArticleJsonLd(article: NewsArticle, locale: Locale): object[] {
  const t = getT(locale)
  const getUrlIn = (language: Locale) =>
    toAbsoluteUrl(localePath(articlePath(article.slug), language))
  const [originalLanguage = article.language, ...translationLanguages] = article.languages
  const isOriginal = article.language === originalLanguage
  const author = article.author_name
    ? { "@type": "Person", name: article.author_name }
    : createOrganizationJsonLd()
  return [
    {
      "@context": "https://schema.org",
      "@type": "NewsArticle",
      "@id": getUrlIn(article.language),
      headline: article.title,
      description: article.excerpt || getDescription(article.content_html) || undefined,
      image: [toAbsoluteUrl(getArticleCover(article).share)],
      datePublished: article.published_at,
      dateModified: article.updated_at,
      inLanguage: article.language,
      mainEntityOfPage: getUrlIn(article.language),
      translationOfWork: isOriginal ? undefined : { "@id": getUrlIn(originalLanguage) },
      workTranslation: isOriginal
        ? translationLanguages.map((language) => ({ "@id": getUrlIn(language) }))
        : undefined,
      author: [author],
      publisher: createOrganizationJsonLd(),
    },
    createBreadcrumbJsonLd(locale, [
      [t("news:title"), "/news"],
      [article.title, articlePath(article.slug)],
    ]),
  ]
}
