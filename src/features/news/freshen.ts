/**
 * Brings lists of the newest articles up to date. Cards keep their places and sizes, newer articles move
 * into them, so nothing else on the page moves.
 */
import { formatDate } from "../../i18n/dates.ts"
import { showRelativeTimes } from "../../i18n/live-times.ts"
import { LOCALE_NAMES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { articlePath, coverOf, type NewsCard, placeOf } from "./article.ts"
import { newsOf } from "./parse.ts"
import { changeOf } from "./slots.ts"

function fillCard(card: HTMLElement, article: NewsCard): void {
  const locale = pageLocale()
  const place = placeOf(article.country)
  const isForeign = article.language !== locale
  const setLang = (element: HTMLElement) => {
    if (isForeign) element.lang = article.language
    else element.removeAttribute("lang")
  }
  card.dataset.news = article.id
  card.dataset.updated = article.updated_at

  const cover = coverOf(article)
  const picture = card.querySelector("img")
  if (picture) {
    picture.srcset = cover.srcset
    picture.src = cover.src
  }
  const link = card.querySelector(".news-title a")
  if (link instanceof HTMLAnchorElement && link.parentElement) {
    link.href = localePath(articlePath(article.slug), locale)
    link.textContent = article.title
    setLang(link.parentElement)
  }
  const excerpt = card.querySelector<HTMLElement>(".news-excerpt")
  if (excerpt) {
    excerpt.textContent = article.excerpt
    setLang(excerpt)
  }
  const [dot, country] = card.querySelectorAll(".meta > span")
  dot?.setAttribute("class", `dot place-${place}`)
  if (country) country.textContent = pageTranslate()(`common:countries.${place}`)
  const language = card.querySelector<HTMLElement>(".language")
  if (language) {
    language.hidden = !isForeign
    const name = language.querySelector<HTMLElement>("[lang]")
    if (name) {
      name.lang = article.language
      name.textContent = LOCALE_NAMES[article.language]
    }
  }
  const time = card.querySelector("time")
  if (time) {
    time.dateTime = article.published_at
    time.title = formatDate(article.published_at, "shortDate", locale)
  }
}

async function freshen(list: HTMLElement): Promise<void> {
  const cards = [...list.querySelectorAll<HTMLElement>(".news-card[data-news]")]
  const featured = [...list.querySelectorAll<HTMLElement>("li[data-news]")]
  const limit = cards.length + featured.length
  const response = await fetch(`/api/news?limit=${limit}`).catch(() => null)
  if (!response?.ok) return
  const isFeatured = (article: NewsCard) =>
    featured.some(({ dataset }) => dataset.news === article.id)
  const answer = newsOf(await response.json().catch(() => null))
  if (!answer) return
  const news = answer.filter((one) => !isFeatured(one))
  cards.forEach((card, i) => {
    const change = changeOf(card.dataset, news[i])
    card.hidden = change === "empty"
    if (typeof change === "object") fillCard(card, change)
  })
  showRelativeTimes()
}

/** Freshens the lists that begin with the newest article. */
export function freshenNews(): void {
  for (const list of document.querySelectorAll<HTMLElement>("[data-fresh-news]")) void freshen(list)
}
