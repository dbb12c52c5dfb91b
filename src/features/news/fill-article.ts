/** Puts an article into a copy of `ArticleView`. */
import { dayOf, formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import { LOCALE_NAMES } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { coverOf, type NewsArticle, placeOf } from "./article.ts"

export function fillArticle(view: ParentNode, article: NewsArticle, t: Translate): void {
  const locale = pageLocale()
  const isForeign = article.language !== locale
  const fill = (field: string, text: string) => {
    const element = view.querySelector<HTMLElement>(`[data-field="${field}"]`)
    if (element) element.textContent = text
    return element
  }
  const fillForeign = (field: string, text: string) => {
    const element = fill(field, text)
    if (element && isForeign) element.lang = article.language
    return element
  }
  const fillTime = (field: string, iso: string, key: "news:published" | "news:updated") =>
    fill(field, t(key, { date: formatDate(iso, "date", locale) }))?.setAttribute("datetime", iso)

  const place = placeOf(article.country)
  view.querySelector('[data-field="dot"]')?.setAttribute("class", `dot place-${place}`)
  fill("country", t(`common:countries.${place}`))
  fill("reading", t("news:reading", { count: article.reading_minutes }))
  fillForeign("title", article.title)
  fillForeign("excerpt", article.excerpt ?? "")?.toggleAttribute("hidden", !article.excerpt)
  fill(
    "author",
    article.author_name ? t("news:by", { author: article.author_name }) : t("news:team"),
  )
  fillTime("published", article.published_at, "news:published")
  fillTime("updated", article.updated_at, "news:updated")
  view
    .querySelector('[data-field="updated"]')
    ?.toggleAttribute("hidden", dayOf(article.updated_at) <= dayOf(article.published_at))

  const language = view.querySelector<HTMLElement>('[data-field="language"]')
  const name = language?.querySelector<HTMLElement>("[lang]")
  if (language) language.hidden = !isForeign
  if (name) {
    name.lang = article.language
    name.textContent = LOCALE_NAMES[article.language]
  }

  const cover = coverOf(article)
  const picture = view.querySelector<HTMLImageElement>('[data-field="cover"]')
  if (picture) {
    picture.srcset = cover.srcset
    picture.src = cover.src
  }
  // Sanitised by the server when it was saved.
  const text = fillForeign("content", "")
  if (text) text.innerHTML = article.content_html
  if (article.language === "ru") document.documentElement.dataset.script = "cyrillic"
}
