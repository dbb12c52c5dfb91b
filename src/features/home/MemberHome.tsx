/**
 * The top of the home page for members: the next event as a poster, pending join requests and other own events, this
 * week's events in the member's country, and news of followed teams, countries and artists.
 */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { storeOwnCountry } from "../../session/own-country.ts"
import { Button } from "../../ui/Button.tsx"
import { useImport } from "../../ui/use-import.ts"
import { FollowedNews } from "./FollowedNews.tsx"
import { HomePoster } from "./HomePoster.tsx"
import {
  $home,
  findHomeEvent,
  findMainEventId,
  findPosterEventId,
  getTitleKey,
} from "./member-home.ts"
import { OwnCards } from "./OwnCards.tsx"
import type { MemberHome as Home } from "./schema.ts"
import { WeekEvents } from "./WeekEvents.tsx"

interface Props {
  locale: Locale
}

const importHearts = () => import("../music/HomeHearts.tsx")

/** Loads the hearts on scroll, because the charts are far below. */
function LazyHearts({ locale }: Props) {
  const [hasScrolled, setHasScrolled] = useState(() => scrollY > 0)
  const { module } = useImport(importHearts, hasScrolled)
  useEffect(() => addEventListener("scroll", () => setHasScrolled(true), { once: true }), [])
  return module && <module.HomeHearts locale={locale} />
}

export function MemberHome({ locale }: Props) {
  const t = tFor(locale)
  const { data, error } = useStore($home)
  const poster = usePoster(data)
  useEffect(() => {
    // The lists of teams and events start with this country as their filter.
    if (data) storeOwnCountry(data.country)
  }, [data])
  return (
    <section
      className="wrap hidden pt-6 in-data-[session=loading]:block signed-in:block md:pt-8"
      aria-labelledby="yours"
    >
      <h1 id="yours" className="mb-4 text-[clamp(24px,3.4vw,40px)]">
        {t(getTitleKey(poster))}
      </h1>
      {/* The reserved space keeps the content below from moving when the data is loaded. */}
      <div className={error && !data ? "" : "min-h-svh md:min-h-[82svh]"}>
        {data && <LoadedHome locale={locale} home={data} poster={poster} />}
        {!data && error && (
          <div className="flex min-h-52 flex-col justify-center gap-3 text-soft">
            <p>{t("home:yours.failed")}</p>
            <Button className="btn-ghost btn-small self-start" onClick={$home.invalidate}>
              {t("common:tryAgain")}
            </Button>
            <a className="more self-start" href={localePath("/calendar", locale)}>
              {t("common:nav.calendar")}
            </a>
          </div>
        )}
        {!data && !error && (
          <div className={GRID_CLASSES} role="status">
            <span className="sr-only">{t("home:yours.loading")}</span>
            <span className={`skeleton rounded-[24px]! ${POSTER_HEIGHT_CLASSES}`} />
          </div>
        )}
      </div>
      {data && <LazyHearts locale={locale} />}
    </section>
  )
}

/** On wide screens, the poster and the news are two columns. */
const GRID_CLASSES = "grid gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]"
const POSTER_HEIGHT_CLASSES = "min-h-78 md:min-h-96"

/** Returns the event of the poster, which stays the same after the member has replied to the event. */
function usePoster(home: Home | undefined) {
  const [initialId, setInitialId] = useState<string | null>()
  if (!home) {
    // The next member who logs in gets a poster of their own.
    if (initialId !== undefined) setInitialId(undefined)
    return
  }
  if (initialId === undefined) setInitialId(findPosterEventId(home))
  return findHomeEvent(home, initialId ?? null) ?? findHomeEvent(home, findPosterEventId(home))
}

interface LoadedProps extends Props {
  home: Home
  poster: ReturnType<typeof usePoster>
}

function LoadedHome({ locale, home, poster }: LoadedProps) {
  const mainEventId = findMainEventId(home, poster)
  const isNotOnPoster = ({ id }: { id: string }) => id !== poster?.id
  const { events, week, later, followed_news } = home
  const homeWithoutPoster: Home = {
    ...home,
    events: events.filter(isNotOnPoster),
    week: week.filter(isNotOnPoster),
    later: later.filter(isNotOnPoster),
  }
  // Events that the page already shows are not repeated as news. WeekEvents shows `later` only if `week` is empty.
  const listed =
    homeWithoutPoster.week.length > 0 ? homeWithoutPoster.week : homeWithoutPoster.later
  const news = followed_news.filter(
    (item) => isNotOnPoster(item) && listed.every(({ id }) => id !== item.id),
  )
  return (
    <div className={GRID_CLASSES}>
      {poster && (
        <HomePoster
          locale={locale}
          event={poster}
          isMain={poster.id === mainEventId}
          className={POSTER_HEIGHT_CLASSES}
        />
      )}
      <div className={`min-w-0 empty:hidden ${poster ? "lg:col-span-2 lg:row-start-2" : ""}`}>
        <OwnCards
          locale={locale}
          home={homeWithoutPoster}
          hasPoster={poster !== undefined}
          mainEventId={mainEventId}
        />
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <FollowedNews locale={locale} news={news} />
      </div>
      <div className="min-w-0 lg:col-span-2">
        <WeekEvents locale={locale} home={homeWithoutPoster} mainEventId={mainEventId} />
      </div>
    </div>
  )
}
