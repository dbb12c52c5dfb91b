/**
 * Replaces links to events and teams in stored HTML with cards (boxes with date, place and a button). Cards are HTML
 * strings, because they are inserted into stored HTML.
 */
import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { MessageGroup } from "../../i18n/messages.ts"
import { localePath, splitLocale } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { currentTime } from "../../shared/clock.ts"
import { escapeMarkup } from "../../shared/escape-markup.ts"
import { isOver, localizeEvent, type PublicEvent } from "../events/event.ts"
import { formatStart } from "../events/hours.ts"
import { getThumbnail } from "../teams/pictures.ts"
import type { Team } from "../teams/schema.ts"
import { formatPlace } from "../teams/team.ts"

export const CARD_MESSAGES: MessageGroup[] = [
  "common:cards",
  "calendar:event.allDay",
  "common:countries",
  "signups:signUp",
  "signups:signUpFor",
  "calendar:event.cancelled",
]

export type Card = { kind: "event"; event: PublicEvent } | { kind: "team"; team: Team }

/** Cards by path, such as `/events/finals`. */
export type Cards = Pick<ReadonlyMap<string, Card>, "get">

const BOX_CLASS =
  "card-box group relative grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 rounded-card border border-line bg-raise p-5 text-base leading-normal sm:grid-cols-[64px_minmax(0,1fr)_auto]"
const DATE_CLASS = "event-date"
const ACTION_CLASS = "max-sm:col-span-full"

interface CardContext {
  locale: Locale
  path: string
}

const renderNameLink = (
  { locale, path }: CardContext,
  name: string,
  language = locale,
  isStruck = false,
) =>
  `<a class="font-[650] after:absolute after:inset-0${isStruck ? " line-through" : ""}" href="${escapeMarkup(localePath(path, locale))}"${language === locale ? "" : ` lang="${language}"`}>${escapeMarkup(name)}</a>`

const renderFacts = (...texts: (string | null)[]) =>
  `<span class="block text-md text-soft">${escapeMarkup(texts.filter(Boolean).join(" · "))}</span>`

/** Renders a button that screen readers skip, because the name already links to the same page. */
const renderVisualButton = (text: string) =>
  `<span class="btn btn-ghost btn-small ${ACTION_CLASS}" aria-hidden="true">${escapeMarkup(text)}</span>`

function renderEvent(event: PublicEvent, context: CardContext): string {
  const { locale } = context
  const t = tFor(locale)
  const { title, language } = localizeEvent(event, locale)
  const { start_date, end_date, time_zone, registration_url, is_cancelled } = event
  const formatPart = (format: "day" | "month") => formatDate(start_date, format, locale, time_zone)
  const signUpButton =
    registration_url && !is_cancelled
      ? `<a class="btn btn-small relative group-data-past:hidden ${ACTION_CLASS}" href="${escapeMarkup(registration_url)}" rel="noopener nofollow" target="_blank" aria-label="${escapeMarkup(t("signups:signUpFor", { title }))}">${escapeMarkup(t("signups:signUp"))}</a>`
      : null
  return [
    `<div class="${BOX_CLASS} place-${getCountryColor(event.country)}" lang="${locale}" data-ends="${escapeMarkup(end_date)}">`,
    `<time class="${DATE_CLASS}" datetime="${escapeMarkup(start_date)}"><b class="font-display text-[27px] leading-[1.1] font-bold tracking-[-0.02em] text-text">${escapeMarkup(formatPart("day"))}</b> <span>${escapeMarkup(formatPart("month"))}</span></time>`,
    `<span>${renderNameLink(context, title, language, is_cancelled)}`,
    is_cancelled
      ? renderFacts(t("calendar:event.cancelled"), event.location)
      : renderFacts(formatStart(event, locale, t), event.location),
    `</span>${signUpButton ?? renderVisualButton(t("common:cards.event"))}</div>`,
  ].join("")
}

function renderTeam(team: Team, context: CardContext): string {
  const t = tFor(context.locale)
  return [
    `<div class="${BOX_CLASS} place-${getCountryColor(team.country)}" lang="${context.locale}">`,
    `<img src="${escapeMarkup(getThumbnail(team))}" class="aspect-square rounded-small object-cover" alt="" width="64" height="64" loading="lazy" decoding="async">`,
    `<span>${renderNameLink(context, team.name)}${renderFacts(formatPlace(team, t))}</span>`,
    `${renderVisualButton(t("common:cards.team"))}</div>`,
  ].join("")
}

/** Returns the HTML of a card. Null for an event that is over at `now`; if `now` is null, the time is ignored. */
export function renderCard(
  card: Card,
  path: string,
  locale: Locale,
  now: number | null,
): string | null {
  const context = { locale, path }
  if (card.kind === "team") return renderTeam(card.team, context)
  return now !== null && isOver(card.event, now) ? null : renderEvent(card.event, context)
}

/** Matches a paragraph that contains only a link to an event or a team. The Markdown renderer marks such links. */
const CARD_LINK = /<p><a class="card-link" data-card="(event|team)" href="([^"]+)">.*?<\/a><\/p>/g

export const findCards = (html: string): string[] =>
  Array.from(html.matchAll(CARD_LINK), ([, , path = ""]) => path)

/** Returns whether a path is a page. Files have the same path in all languages. */
const isPage = (path: string) => !/^\/(?:uploads|api|art)\/|\.\w+$/.test(path)

/** Changes links to the site's pages to the reader's language, except links that contain a language. */
const localizeLinks = (html: string, locale: Locale): string =>
  html.replace(/(<a [^>]*?href=")(\/[^"]*)"/g, (link, start: string, url: string) => {
    const path = url.replace(/[?#].*$/, "")
    return isPage(path) && !splitLocale(path).isExplicit
      ? `${start}${localePath(url, locale)}"`
      : link
  })

/**
 * Changes links to the reader's language and replaces card links with cards. Links to events that are over at `now`
 * stay links. If `now` is null, all cards are rendered.
 */
export const fillCards = (
  html: string,
  locale: Locale,
  cards: Cards,
  now: number | null = currentTime(),
): string =>
  localizeLinks(html, locale).replace(CARD_LINK, (link: string, _kind, url: string) => {
    const { path } = splitLocale(url)
    const card = cards.get(path)
    return (card && renderCard(card, path, locale, now)) ?? link
  })
