import { useEffect, useRef, useState } from "react"
import { artSleeve, artThumb } from "../../art/pictures.ts"
import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { formatRelativeTime } from "../../i18n/relative-time.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { currentTime } from "../../shared/clock.ts"
import { Button } from "../../ui/Button.tsx"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { artistPath } from "../artists/paths.ts"
import { eventPath } from "../events/paths.ts"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { formatRelativeReleaseDate } from "../releases/relative-date.ts"
import { postPath } from "../teams/paths.ts"
import { EmptyList } from "./EmptyList.tsx"
import type { MemberHome } from "./schema.ts"

const ROWS_SHOWN = 3
const ROW = "relative flex min-h-16 items-center gap-4 border-t border-line py-2"
const PICTURE = "h-12 w-16 flex-none rounded-small bg-night"
const DOT = "after:ml-2 after:content-['·']"

interface Props {
  locale: Locale
  news: MemberHome["followed_news"]
}

export function FollowedNews({ locale, news }: Props) {
  const t = tFor(locale)
  return (
    <section aria-labelledby="followed-news">
      <h2 id="followed-news" className="mb-3 min-h-7.5 text-xl">
        {t("follows:news.title")}
      </h2>
      {news.length > 0 && <List locale={locale} news={news} />}
      {news.length === 0 && (
        <EmptyList
          title={t("follows:news.empty.title")}
          text={t("follows:news.empty.text")}
          href={localePath("/teams", locale)}
          link={t("follows:list.find")}
        />
      )}
    </section>
  )
}

function List({ locale, news }: Props) {
  const t = tFor(locale)
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The pressed button disappears, so the first new row gets the focus.
    if (isOpen) list.current?.children[ROWS_SHOWN]?.querySelector("a")?.focus()
  }, [isOpen])
  return (
    <>
      <ul aria-labelledby="followed-news" ref={list}>
        {news.slice(0, isOpen ? undefined : ROWS_SHOWN).map((item) => (
          <Item key={item.id} locale={locale} item={item} />
        ))}
      </ul>
      {!isOpen && news.length > ROWS_SHOWN && (
        <Button className="btn-ghost btn-small mt-2" onClick={() => setIsOpen(true)}>
          {t("follows:news.more")}
        </Button>
      )}
    </>
  )
}

type NewsItem = MemberHome["followed_news"][number]

interface ItemProps {
  locale: Locale
  item: NewsItem
}

function Item({ locale, item }: ItemProps) {
  const { title, language } = getText(item, locale)
  return (
    <li className={ROW}>
      {item.kind === "release" ? (
        <MusicPicture className={PICTURE} src={artSleeve(item.id)} size={56} />
      ) : (
        <img
          className={`${PICTURE} object-cover`}
          src={
            item.picture_url?.replace(/\.webp$/, "-640.webp") ??
            artThumb(item.id, getCountryColor(item.country))
          }
          width="64"
          height="48"
          alt=""
          decoding="async"
        />
      )}
      <div className="min-w-0 flex-1">
        <h3
          className="line-clamp-2 text-base wrap-anywhere"
          lang={getLangAttribute(locale, language)}
        >
          <CoverLink href={localePath(getPath(item), locale)}>{title}</CoverLink>
        </h3>
        {item.kind === "release" ? (
          <ReleaseFacts locale={locale} release={item} />
        ) : (
          <Facts locale={locale} item={item} />
        )}
      </div>
    </li>
  )
}

function getText(item: NewsItem, locale: Locale) {
  if (item.kind === "event") return localize(item, locale)
  return item.kind === "post" ? item : { title: item.title, language: locale }
}

function getPath(item: NewsItem): string {
  if (item.kind === "release") return artistPath(item.slug)
  return item.kind === "event" ? eventPath(item.slug) : postPath(item.team_slug, item.id)
}

interface ReleaseProps {
  locale: Locale
  release: Extract<NewsItem, { kind: "release" }>
}

function ReleaseFacts({ locale, release }: ReleaseProps) {
  return (
    <p className="text-sm text-soft">
      <span className="text-text">{release.artist_name}</span>
      {` · ${formatRelativeReleaseDate(release, locale)}`}
    </p>
  )
}

const TimeOfNews = ({ locale, iso }: { locale: Locale; iso: string }) => (
  <time className="whitespace-nowrap" dateTime={iso} title={formatDate(iso, "date", locale)}>
    {formatRelativeTime(iso, currentTime(), tFor(locale))}
  </time>
)

interface FactsProps {
  locale: Locale
  item: Exclude<NewsItem, { kind: "release" }>
}

function Facts({ locale, item: { kind, team_name, country, created_at } }: FactsProps) {
  const t = tFor(locale)
  return (
    <p className="meta flex-nowrap text-sm whitespace-nowrap">
      <span className={`dot place-${getCountryColor(country)}`} />
      <span className={`${DOT} min-w-0 truncate`}>
        {team_name ?? t(`common:countries.${country ?? "all"}`)}
      </span>
      {/* Phones have no space for the kind of news, so only screen readers get it. */}
      <span className={`${DOT} max-md:sr-only`}>
        {t(kind === "event" ? "follows:news.event" : "home:yours.post")}
      </span>
      <TimeOfNews locale={locale} iso={created_at} />
    </p>
  )
}
