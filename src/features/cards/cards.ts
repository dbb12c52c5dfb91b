/**
 * Events and teams in texts. Texts are rendered when they are saved, so a card in them is a plain link at
 * first; whoever makes a page puts what is known of its event or team in its place.
 */

import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { MessageGroup } from "../../i18n/messages.ts"
import { localePath, splitLocale } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { currentTime } from "../../shared/clock.ts"
import { eventIn, isOver, type PublicEvent, placeOf as placeOfEvent } from "../events/event.ts"
import { startText } from "../events/hours.ts"
import { thumbOf } from "../teams/pictures.ts"
import type { Team } from "../teams/schema.ts"
import { fullPlace, placeOf } from "../teams/team.ts"

/** The texts of cards, for pages whose scripts draw them. */
export const CARD_MESSAGES: MessageGroup[] = [
  "common:cards",
  "calendar:event.allDay",
  "common:countries",
  "home:events.register",
  "home:events.registerFor",
  "calendar:event.cancelled",
]

type CardEvent = Pick<
  PublicEvent,
  | "title"
  | "description"
  | "language"
  | "translations"
  | "start_date"
  | "end_date"
  | "time_zone"
  | "is_all_day"
  | "location"
  | "country"
  | "registration_url"
  | "is_cancelled"
>
type CardTeam = Pick<Team, "slug" | "name" | "location" | "country" | "cover_image_url">

export type Card = { kind: "event"; event: CardEvent } | { kind: "team"; team: CardTeam }

/** The events and teams that texts may lead to, by their paths on the English site. */
export type Cards = Pick<ReadonlyMap<string, Card>, "get">

const ESCAPES: Record<string, string> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" },
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? "")

/** As events are listed. */
const BOX =
  "card-box group relative grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 rounded-card border border-line bg-raise p-5 text-base leading-normal sm:grid-cols-[64px_minmax(0,1fr)_auto]"
const DATE =
  "relative grid self-start pl-4 text-sm leading-[1.35] text-soft before:absolute before:inset-y-0.5 before:left-0 before:w-1.5 before:rounded-full before:bg-place"
const ACTION = "max-sm:col-span-full"

interface Shown {
  locale: Locale
  path: string
}

/** Returns the link of the card's name. It covers the whole card, except the sign-up link. */
const nameLink = ({ locale, path }: Shown, name: string, language = locale, isStruck = false) =>
  `<a class="font-[650] after:absolute after:inset-0${isStruck ? " line-through" : ""}" href="${escaped(localePath(path, locale))}"${language === locale ? "" : ` lang="${language}"`}>${escaped(name)}</a>`

const facts = (...texts: (string | null)[]) =>
  `<span class="block text-md text-soft">${escaped(texts.filter(Boolean).join(" · "))}</span>`

/** What the link of the name does, for whoever sees it. */
const seen = (text: string) =>
  `<span class="btn btn-ghost btn-small ${ACTION}" aria-hidden="true">${escaped(text)}</span>`

function eventHtml(event: CardEvent, shown: Shown): string {
  const { locale } = shown
  const t = tFor(locale)
  const { title, language } = eventIn(event, locale)
  const { start_date, end_date, time_zone, registration_url, is_cancelled } = event
  const date = (format: "day" | "month") => formatDate(start_date, format, locale, time_zone)
  const register =
    registration_url && !is_cancelled
      ? `<a class="btn btn-small relative group-data-past:hidden ${ACTION}" href="${escaped(registration_url)}" rel="noopener nofollow" target="_blank" aria-label="${escaped(t("home:events.registerFor", { title }))}">${escaped(t("home:events.register"))}</a>`
      : null
  return [
    `<div class="${BOX} place-${placeOfEvent(event)}" lang="${locale}" data-ends="${escaped(end_date)}">`,
    `<time class="${DATE}" datetime="${escaped(start_date)}"><b class="font-display text-[27px] leading-[1.1] font-bold tracking-[-0.02em] text-text">${escaped(date("day"))}</b> <span>${escaped(date("month"))}</span></time>`,
    `<span>${nameLink(shown, title, language, is_cancelled)}`,
    is_cancelled
      ? facts(t("calendar:event.cancelled"), event.location)
      : facts(startText(event, locale, t), event.location),
    `</span>${register ?? seen(t("common:cards.event"))}</div>`,
  ].join("")
}

function teamHtml(team: CardTeam, shown: Shown): string {
  const t = tFor(shown.locale)
  return [
    `<div class="${BOX} place-${placeOf(team.country)}" lang="${shown.locale}">`,
    `<img src="${escaped(thumbOf(team))}" class="aspect-square rounded-small object-cover" alt="" width="64" height="64" loading="lazy" decoding="async">`,
    `<span>${nameLink(shown, team.name)}${facts(fullPlace(team, t))}</span>`,
    `${seen(t("common:cards.team"))}</div>`,
  ].join("")
}

/** A card as HTML; null for an event that is over then. */
export function cardHtml(
  card: Card,
  path: string,
  locale: Locale,
  now: number | null,
): string | null {
  const shown = { locale, path }
  if (card.kind === "team") return teamHtml(card.team, shown)
  return now !== null && isOver(card.event, now) ? null : eventHtml(card.event, shown)
}

/** As `markdown/own-pages.ts` writes it. */
const CARD_LINK = /<p><a class="card-link" data-card="(event|team)" href="([^"]+)">.*?<\/a><\/p>/g

/** The paths of the cards that a text has room for. */
export const cardsIn = (html: string): string[] =>
  Array.from(html.matchAll(CARD_LINK), ([, , path = ""]) => path)

/** Files have no languages. */
const isPage = (path: string) => !/^\/(?:uploads|api|art)\/|\.\w+$/.test(path)

/** Links to our own pages lead to them in the reader's language, unless they name one. */
const localizeLinks = (html: string, locale: Locale): string =>
  html.replace(/(<a [^>]*?href=")(\/[^"]*)"/g, (link, start: string, address: string) => {
    const path = address.replace(/[?#].*$/, "")
    return isPage(path) && !splitLocale(path).explicit
      ? `${start}${localePath(address, locale)}"`
      : link
  })

/**
 * A text of ours as a page shows it: its links in the page's language, its cards with what is known. Where all
 * cards are of what is to come, `now` is null.
 */
export const fillCards = (
  html: string,
  locale: Locale,
  cards: Cards,
  now: number | null = currentTime(),
): string =>
  localizeLinks(html, locale).replace(CARD_LINK, (link: string, _kind, address: string) => {
    const { path } = splitLocale(address)
    const card = cards.get(path)
    return (card && cardHtml(card, path, locale, now)) ?? link
  })
