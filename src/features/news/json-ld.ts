import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { getT } from "../../i18n/t.ts"
import { getDescription } from "../../shared/description.ts"
import { absolute, breadcrumbJsonLd, organizationJsonLd } from "../../ui/seo.ts"
import { articlePath, getArticleCover, type NewsArticle } from "./article.ts"

export function createArticleJsonLd(article: NewsArticle, locale: Locale): object[] {
  const t = getT(locale)
  const idIn = (language: Locale) => absolute(localePath(articlePath(article.slug), language))
  const [original = article.language, ...translations] = article.languages
  const isOriginal = article.language === original
  const author = article.author_name
    ? { "@type": "Person", name: article.author_name }
    : organizationJsonLd()
  return [
    {
      "@context": "https://schema.org",
      "@type": "NewsArticle",
      "@id": idIn(article.language),
      headline: article.title,
      description: article.excerpt || getDescription(article.content_html) || undefined,
      image: [absolute(getArticleCover(article).share)],
      datePublished: article.published_at,
      dateModified: article.updated_at,
      inLanguage: article.language,
      mainEntityOfPage: idIn(article.language),
      translationOfWork: isOriginal ? undefined : { "@id": idIn(original) },
      workTranslation: isOriginal
        ? translations.map((language) => ({ "@id": idIn(language) }))
        : undefined,
      author: [author],
      publisher: organizationJsonLd(),
    },
    breadcrumbJsonLd(locale, [
      [t("news:title"), "/news"],
      [article.title, articlePath(article.slug)],
    ]),
  ]
}
