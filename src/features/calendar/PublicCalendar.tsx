import { COUNTRIES, countryPath } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { currentTime } from "../../shared/clock.ts"
import { EmptyState } from "../../ui/LoadState.tsx"
import { EventRow } from "../events/EventList.tsx"
import { isOver, type PublicEvent } from "../events/event.ts"

/** Maximum number of events. The feeds contain all events. */
const MAX_EVENTS = 60

interface Props {
  locale: Locale
  events: PublicEvent[]
}

/** The calendar for anonymous visitors: public events, and links to the countries and to the login page. */
export function PublicCalendar({ locale, events }: Props) {
  const t = tFor(locale)
  const now = currentTime()
  const coming = events.filter((event) => !isOver(event, now)).slice(0, MAX_EVENTS)
  const next = encodeURIComponent(localePath("/calendar", locale))
  return (
    <div className="in-data-[session=loading]:hidden signed-in:hidden">
      <section aria-labelledby="calendar-public">
        <h2 id="calendar-public" className="sr-only">
          {t("calendar:stranger.upcoming")}
        </h2>
        <div className="mb-5 flex flex-wrap gap-2.5">
          <ul className="flex flex-wrap gap-2.5">
            {COUNTRIES.map((country) => (
              <li key={country}>
                <a
                  className="btn btn-ghost btn-small max-sm:px-3.5"
                  href={localePath(countryPath(country), locale)}
                >
                  <span className={`dot place-${country}`} />
                  {t(`common:countries.${country}`)}
                </a>
              </li>
            ))}
          </ul>
          <button
            className="needs-script btn btn-ghost btn-small aria-pressed:bg-text aria-pressed:text-ink"
            type="button"
            aria-pressed={false}
            data-releases=""
            data-failed={t("calendar:releases.failed")}
          >
            {t("calendar:releases.show")}
          </button>
        </div>
        <p className="soft" role="status" />
        {coming.length === 0 && (
          <EmptyState
            title={t("calendar:stranger.empty.title")}
            text={t("calendar:stranger.empty.text")}
          />
        )}
        <ol className="border-b border-line empty:hidden *:data-past:hidden">
          {coming.map((event) => (
            <EventRow key={event.id} locale={locale} event={event} />
          ))}
        </ol>
      </section>
      <section
        className="card mt-11 flex flex-wrap items-center justify-between gap-x-10 gap-y-4.5"
        aria-labelledby="calendar-prompt"
      >
        <div className="max-w-[56ch] flex-[1_1_320px]">
          <h2 id="calendar-prompt" className="text-xl">
            {t("calendar:stranger.title")}
          </h2>
          <p className="mt-2 text-soft">{t("calendar:stranger.text")}</p>
        </div>
        <a className="btn" href={`${localePath("/login", locale)}?next=${next}`}>
          {t("calendar:stranger.signIn")}
        </a>
      </section>
    </div>
  )
}
