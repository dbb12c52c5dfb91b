import { useEffect, useRef, useState } from "react"
import { artSleeve, artThumb } from "../../art/pictures.ts"
import { getCountryColor } from "../../countries.ts"
import { formatDate, getLocalDay } from "../../i18n/dates.ts"
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
import { sortNews } from "./sort-news.ts"

/**
 * Number of rows before "Show more". Narrow windows show one row fewer (`:nth-child(4)` below), so that the list fits on
 * the first screen of a phone.
 */
const INITIAL_ROWS = 4
const ROW_CLASSES = "relative flex min-h-16 items-center gap-4 border-t border-line py-2"
const PICTURE_CLASSES = "size-14 rounded-small bg-night"

interface Props {
  locale: Locale
  news: MemberHome["followed_news"]
}

/**
 * The newest posts, the next events, and the next and latest releases, of the teams, countries and artists that the
 * member follows.
 */
export function FollowedNews({ locale, news }: Props) {
  const t = tFor(locale)
  return (
    <section aria-labelledby="followed-news">
      <div className="section-head mb-3 gap-x-3">
        <h2 id="followed-news" className="text-lg md:text-xl">
          {t("follows:news.title")}
        </h2>
        {news.length > 0 && (
          <a className="more" href={localePath("/notifications", locale)}>
            {t("follows:news.all")}
          </a>
        )}
      </div>
      {news.length > 0 && <NewsRows locale={locale} news={sortNews(news, currentTime())} />}
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

function NewsRows({ locale, news }: Props) {
  const t = tFor(locale)
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The pressed button has disappeared, so the first new row gets the focus.
    if (isOpen) list.current?.children[INITIAL_ROWS]?.querySelector("a")?.focus()
  }, [isOpen])
  return (
    <>
      <ul
        className={isOpen || news.length <= INITIAL_ROWS ? "" : "max-lg:[&>:nth-child(4)]:hidden"}
        aria-labelledby="followed-news"
        ref={list}
      >
        {news.slice(0, isOpen ? undefined : INITIAL_ROWS).map((item) => (
          <NewsRow key={item.id} locale={locale} item={item} />
        ))}
      </ul>
      {!isOpen && news.length > INITIAL_ROWS && (
        <Button className="btn-ghost btn-small mt-2" onClick={() => setIsOpen(true)}>
          {t("follows:news.more")}
        </Button>
      )}
    </>
  )
}

type NewsItem = MemberHome["followed_news"][number]

interface NewsRowProps {
  locale: Locale
  item: NewsItem
}

function NewsRow({ locale, item }: NewsRowProps) {
  const { title, language } = getTitle(item, locale)
  return (
    <li className={ROW_CLASSES}>
      <span className="relative flex-none">
        {item.kind === "release" ? (
          <MusicPicture className={PICTURE_CLASSES} src={artSleeve(item.id)} size={56} />
        ) : (
          <img
            className={`${PICTURE_CLASSES} object-cover`}
            src={
              item.picture_url?.replace(/\.webp$/, "-640.webp") ??
              artThumb(item.id, getCountryColor(item.country))
            }
            width="56"
            height="56"
            alt=""
            decoding="async"
          />
        )}
        {item.is_unread && (
          <span className="absolute -top-1 -right-1 size-3 rounded-full border-2 border-ink bg-glow">
            <span className="sr-only">{tFor(locale)("follows:news.new")}</span>
          </span>
        )}
      </span>
      <div className="min-w-0 flex-1">
        <h3
          className="line-clamp-2 font-sans text-base tracking-normal wrap-anywhere"
          lang={getLangAttribute(locale, language)}
        >
          <CoverLink href={localePath(getPath(item), locale)}>{title}</CoverLink>
        </h3>
        {item.kind === "release" ? (
          <ReleaseFacts locale={locale} release={item} />
        ) : (
          <NewsFacts locale={locale} item={item} />
        )}
      </div>
    </li>
  )
}

function getTitle(item: NewsItem, locale: Locale) {
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
    <p className="facts-line text-sm text-soft">
      <span className="text-text">{release.artist_name}</span>
      <span>{tFor(locale)(`artists:releases.types.${release.release_type}`)}</span>
      <span>{formatRelativeReleaseDate(release, locale)}</span>
    </p>
  )
}

const RelativeTime = ({ locale, iso }: { locale: Locale; iso: string }) => (
  <time dateTime={iso} title={formatDate(iso, "date", locale)}>
    {formatRelativeTime(iso, currentTime(), tFor(locale))}
  </time>
)

interface EventTimeProps {
  locale: Locale
  event: Extract<NewsItem, { kind: "event" }>
}

const EventTime = ({ locale, event: { start_date, time_zone } }: EventTimeProps) => (
  <time dateTime={start_date} title={formatDate(start_date, "date", locale, time_zone)}>
    {formatRelativeReleaseDate(
      { release_date: getLocalDay(start_date, time_zone), date_precision: "day" },
      locale,
    )}
  </time>
)

interface NewsFactsProps {
  locale: Locale
  item: Exclude<NewsItem, { kind: "release" }>
}

function NewsFacts({ locale, item }: NewsFactsProps) {
  const t = tFor(locale)
  const { kind, team_name, country, created_at } = item
  return (
    <p className="facts-line text-sm text-soft">
      <span>
        <span className={`dot mr-2 inline-block place-${getCountryColor(country)}`} />
        {team_name ?? t(`common:countries.${country ?? "all"}`)}
      </span>
      <span>{t(kind === "event" ? "follows:news.event" : "follows:news.post")}</span>
      <span>
        {kind === "event" ? (
          <EventTime locale={locale} event={item} />
        ) : (
          <RelativeTime locale={locale} iso={created_at} />
        )}
      </span>
    </p>
  )
}
