import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { currentTime } from "../../shared/clock.ts"
import { EmptyState } from "../../ui/LoadState.tsx"
import { EventRow } from "../events/EventList.tsx"
import { isOver, type PublicEvent } from "../events/event.ts"

/** Maximum number of events; the feeds contain all of them. */
const MAX_EVENTS = 60

interface Props {
  locale: Locale
  /** All public events, in order of time. */
  events: PublicEvent[]
}

/** The calendar of anonymous visitors: a link to the login, and the public events. */
export function PublicCalendar({ locale, events }: Props) {
  const t = tFor(locale)
  const now = currentTime()
  const coming = events.filter((event) => !isOver(event, now)).slice(0, MAX_EVENTS)
  const next = encodeURIComponent(localePath("/calendar", locale))
  return (
    <div className="in-data-[session=loading]:hidden signed-in:hidden">
      <section
        className="card flex flex-wrap items-center justify-between gap-x-10 gap-y-4.5"
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
      <section className="mt-11" aria-labelledby="calendar-public">
        <h2 id="calendar-public" className="mb-4.5 text-xl">
          {t("calendar:stranger.upcoming")}
        </h2>
        {coming.length > 0 ? (
          <ol className="border-b border-line *:data-past:hidden">
            {coming.map((event) => (
              <EventRow key={event.id} locale={locale} event={event} />
            ))}
          </ol>
        ) : (
          <EmptyState
            title={t("calendar:stranger.empty.title")}
            text={t("calendar:stranger.empty.text")}
          />
        )}
      </section>
    </div>
  )
}
