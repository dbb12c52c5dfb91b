import { useEffect } from "react"
import { getCountryColor } from "../../countries.ts"
import { formatDate, getLocalDay } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { Breadcrumbs } from "../../ui/Breadcrumbs.tsx"
import { LanguageLabel } from "../../ui/LanguageLabel.tsx"
import type { Cards } from "../cards/cards.ts"
import { FilledHtml } from "../cards/FilledHtml.tsx"
import { articlePath, getArticleCover, getPositionClass, type NewsArticle } from "./article.ts"
import { ShareButtons } from "./ShareButtons.tsx"

interface Props {
  locale: Locale
  article: NewsArticle
  /** Cards of teams and events. They replace links to these teams and events in the text. */
  cards?: Cards
  /** URL of a picture for Instagram stories. */
  story?: string | undefined
  /** State of the article on the page of a preview link. Undefined on all other pages. */
  previewState?: "draft" | "published"
}

/** Shows a link to the original if the translation does not have the original's latest changes. */
function OutdatedNotice({ locale, article }: Pick<Props, "locale" | "article">) {
  const t = tFor(locale)
  const [originalLanguage] = article.languages
  if (!article.is_outdated || !originalLanguage) return null
  return (
    <p className="mt-4.5 text-md text-soft">
      {t("news:outdated")}{" "}
      <a
        className="font-medium text-text underline underline-offset-4"
        href={`${localePath(articlePath(article.slug), originalLanguage)}?lang=${originalLanguage}`}
        hrefLang={originalLanguage}
      >
        {t(`news:readIn.${originalLanguage}`)}
      </a>
    </p>
  )
}

export function ArticleView({ locale, article, cards, story, previewState }: Props) {
  const t = tFor(locale)
  const { title, excerpt, published_at, updated_at, author_name } = article
  const place = getCountryColor(article.country)
  const cover = getArticleCover(article)
  const lang = article.language === locale ? undefined : article.language
  const isRussian = article.language === "ru"
  const trail = [
    { name: t("common:nav.home"), href: localePath("/", locale) },
    { name: t("news:title"), href: localePath("/news", locale) },
  ]

  // Selects a font with Cyrillic letters (tokens.css).
  useEffect(() => {
    if (isRussian) document.documentElement.dataset.script = "cyrillic"
  }, [isRussian])

  return (
    <article className="*:not-[img]:[--wide:var(--column)]">
      <header className="wrap pt-7 pb-8.5 max-md:pt-4 max-md:pb-6">
        <Breadcrumbs label={t("common:breadcrumbs")} trail={trail} />
        <p className="meta mt-4.5 mb-3.5 max-md:mt-3 max-md:mb-2.5">
          <span className={`dot place-${place}`} />
          <span>{t(`common:countries.${place}`)}</span>
          <LanguageLabel locale={locale} language={article.language} />
          <span className="before:mr-2 before:content-['·']">
            {t("news:reading", { count: article.reading_minutes })}
          </span>
        </p>
        <h1 className="text-[clamp(30px,4.4vw,52px)] font-extrabold" lang={lang}>
          {title}
        </h1>
        {excerpt && (
          <p
            className="lead mt-4.5 max-w-none text-[clamp(18.5px,1.7vw,22px)] text-soft"
            lang={lang}
          >
            {excerpt}
          </p>
        )}
        <p className="mt-5.5 flex flex-wrap gap-x-4.5 gap-y-0.5 text-md text-soft">
          <b className="font-semibold text-text">
            {author_name ? t("news:by", { author: author_name }) : t("news:team")}
          </b>{" "}
          {previewState === "draft" ? (
            <span>{t("news:preview.state")}</span>
          ) : (
            <time dateTime={published_at}>
              {t("news:published", { date: formatDate(published_at, "date", locale) })}
            </time>
          )}{" "}
          {getLocalDay(updated_at) > getLocalDay(published_at) && (
            <time dateTime={updated_at}>
              {t("news:updated", { date: formatDate(updated_at, "date", locale) })}
            </time>
          )}
        </p>
        <OutdatedNotice locale={locale} article={article} />
      </header>
      <img
        className={`pic mx-auto w-[min(var(--wide),100%-2*var(--gutter))] rounded-[24px] ${getPositionClass(article, "article")}`}
        src={cover.src}
        srcSet={cover.srcset}
        sizes="(width < 1220px) 88vw, 1180px"
        width="1280"
        height="630"
        decoding="sync"
        alt={article.cover_image_url ? article.cover_alt : ""}
        lang={lang}
      />
      <FilledHtml
        className="prose"
        locale={locale}
        lang={lang}
        html={article.content_html}
        cards={cards}
      />
      {!previewState && <ShareButtons locale={locale} story={story} name={article.slug} />}
    </article>
  )
}
