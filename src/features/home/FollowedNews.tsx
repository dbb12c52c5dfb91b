/** New posts and events of teams and countries that the member follows. */
import { useEffect, useRef, useState } from "react"
import { artThumbs } from "../../art/pictures.ts"
import { countryColorOf } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { formatRelativeTime } from "../../i18n/relative-time.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { currentTime } from "../../shared/clock.ts"
import { Button } from "../../ui/Button.tsx"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { eventPath } from "../events/event.ts"
import { postPath } from "../teams/team.ts"
import { EmptyList } from "./EmptyList.tsx"
import type { MemberHome } from "./schema.ts"

/** Number of rows that are shown at first. */
const ROWS_SHOWN = 3
const ROW = "relative flex min-h-16 items-center gap-4 border-t border-line py-2"
const DOT = "after:ml-2 after:content-['·']"

interface Props {
  locale: Locale
  news: MemberHome["followed_news"]
}

export function FollowedNews({ locale, news }: Props) {
  const t = tFor(locale)
  return (
    <section aria-labelledby="followed-news">
      <h2 id="followed-news" className="mb-3 text-xl">
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
  const drawnPictures = artThumbs(
    news.map(({ id, country }) => ({ seed: id, country: countryColorOf(country) })),
  )
  useEffect(() => {
    // The pressed button disappears, so the first new row gets the focus.
    if (isOpen) list.current?.children[ROWS_SHOWN]?.querySelector("a")?.focus()
  }, [isOpen])
  return (
    <>
      <ul aria-labelledby="followed-news" ref={list}>
        {news.slice(0, isOpen ? undefined : ROWS_SHOWN).map((item, i) => (
          <Item key={item.id} locale={locale} item={item} drawn={drawnPictures[i] ?? ""} />
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

interface ItemProps {
  locale: Locale
  item: MemberHome["followed_news"][number]
  /** URL of a drawn picture, for items without a picture of their own. */
  drawn: string
}

function Item({ locale, item, drawn }: ItemProps) {
  const t = tFor(locale)
  const { created_at, team_name, country } = item
  const { title, language } = item.kind === "event" ? localize(item, locale) : item
  const path = item.kind === "event" ? eventPath(item.slug) : postPath(item.team_slug, item.id)
  return (
    <li className={ROW}>
      <img
        className="h-12 w-16 flex-none rounded-small bg-night object-cover"
        src={item.picture_url?.replace(/\.webp$/, "-640.webp") ?? drawn}
        width="64"
        height="48"
        alt=""
        decoding="async"
      />
      <div className="min-w-0 flex-1">
        <h3
          className="line-clamp-1 text-base wrap-anywhere"
          lang={getLangAttribute(locale, language)}
        >
          <CoverLink href={localePath(path, locale)}>{title}</CoverLink>
        </h3>
        <p className="meta flex-nowrap text-sm whitespace-nowrap">
          <span className={`dot place-${countryColorOf(country)}`} />
          <span className={`${DOT} min-w-0 truncate`}>
            {team_name ?? t(`common:countries.${country ?? "all"}`)}
          </span>
          {/* Phones have no space for the kind of news, so only screen readers get it. */}
          <span className={`${DOT} max-md:sr-only`}>
            {t(item.kind === "event" ? "follows:news.event" : "home:yours.post")}
          </span>
          <time dateTime={created_at} title={formatDate(created_at, "date", locale)}>
            {formatRelativeTime(created_at, currentTime(), t)}
          </time>
        </p>
      </div>
    </li>
  )
}
