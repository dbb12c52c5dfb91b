/** The top of the home page for visitors: a short introduction, and the poster of the next big event. */
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { CountryChips } from "../events/CountryChips.tsx"
import { EventPoster } from "../events/EventPoster.tsx"
import { countFreePlaces, eventPath, formatCapacity, type PublicEvent } from "../events/event.ts"
import { SignupLink } from "../events/SignupLink.tsx"
import { formatPlacesLeft } from "../events/signups/counts.ts"

interface Props {
  locale: Locale
  /** Undefined if no event is upcoming. */
  event?: PublicEvent | undefined
}

export function Hero({ locale, event }: Props) {
  const t = tFor(locale)
  return (
    <section className="relative in-data-[session=loading]:hidden signed-in:hidden overflow-hidden bg-night text-on-night after:absolute after:inset-0 after:bg-[linear-gradient(90deg,#120f1af5_14%,#120f1aa8_48%,#120f1a00_80%)] [&_:focus-visible]:outline-on-night">
      <picture>
        <source media="(width < 768px)" srcSet="/art/v2/hero-640.webp" width="640" height="960" />
        <img
          className="absolute inset-0 size-full object-cover object-[60%_50%]"
          src="/art/v2/hero-1600.webp"
          width="1600"
          height="760"
          alt=""
          fetchPriority="low"
          decoding="sync"
        />
      </picture>
      <div className="wrap relative z-1 grid items-center gap-x-14 gap-y-6 py-6 md:min-h-[min(680px,82vh)] lg:grid-cols-[minmax(0,1fr)_440px]">
        <div>
          <h1 className="text-[clamp(36px,5vw,68px)] leading-[1.1] font-extrabold *:block">
            <span>{t("home:hero.first")}</span> <span>{t("home:hero.second")}</span>
          </h1>
          <p className="lead mt-3.5 max-md:mt-2 text-on-night-soft">
            {/* A word joiner keeps "K-pop" on one line. */}
            {t("home:hero.lead").replaceAll("K-", "K-\u2060")}
          </p>
          <p className="actions max-md:mt-5">
            <a className="btn" href={localePath("/register", locale)}>
              {t("common:session.join")}
            </a>
            {(["calendar", "teams"] as const).map((page) => (
              <a
                key={page}
                className="btn btn-ghost max-md:last:hidden"
                href={localePath(`/${page}`, locale)}
              >
                {t(`home:hero.${page}`)}
              </a>
            ))}
          </p>
          <p id="countries" className="mt-3.5 mb-1 text-sm text-on-night-soft">
            {t("home:countries.label")}
          </p>
          <CountryChips locale={locale} labelledBy="countries" />
        </div>
        {event && (
          <div className="data-past:hidden" data-ends={event.end_date}>
            <EventPoster
              locale={locale}
              event={event}
              href={localePath(eventPath(event.slug), locale)}
              counts={listEventCounts(event, t)}
              className="min-h-78 lg:min-h-120"
            >
              <SignupLink locale={locale} event={event} isMain={false} />
            </EventPoster>
          </div>
        )}
      </div>
    </section>
  )
}

/** Returns a text with the number of free places, or of all places if members cannot sign up on this site. */
function formatPlaces(event: PublicEvent, t: Translate): string | false | null {
  const placesLeft = event.signups.takes_signups ? countFreePlaces(event) : null
  if (placesLeft === null) return event.max_participants !== null && formatCapacity(event, t)
  return formatPlacesLeft(0, placesLeft, t)
}

/**
 * Returns texts with the numbers of attendees and places. A number that is unknown or zero is replaced by false or
 * null.
 */
const listEventCounts = (event: PublicEvent, t: Translate) => [
  event.signups.going > 0 && t("signups:counts.going", { count: event.signups.going }),
  formatPlaces(event, t),
]
