/** A short list of coming events next to the month. It shows events even if the month has none. */
import { useStore } from "@nanostores/react"
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { currentTime } from "../../shared/clock.ts"
import { eventPath, isOver, localizeEvent } from "../events/event.ts"
import { formatStart } from "../events/hours.ts"
import { $nextEvents } from "./queries.ts"

const MAX_EVENTS = 5

export function NextUp() {
  const t = pageTranslate()
  const locale = pageLocale()
  const { data, error } = useStore($nextEvents)
  const now = currentTime()
  const coming = data?.events.filter((event) => !event.is_cancelled && !isOver(event, now))
  return (
    <section className="max-lg:mt-8 lg:pt-8" aria-labelledby="next-up">
      <h3 id="next-up" className="mb-2 text-lg">
        {t("calendar:month.upcoming")}
      </h3>
      {!coming && !error && (
        <div role="status">
          <span className="sr-only">{t("calendar:screen.loading")}</span>
          <span className="skeleton min-h-14" />
        </div>
      )}
      {!coming && error && <p className="soft">{t("calendar:toasts.loadFailed")}</p>}
      {coming?.length === 0 && <p className="soft">{t("calendar:screen.empty.title")}</p>}
      <ol>
        {coming?.slice(0, MAX_EVENTS).map((event) => {
          const { title, language } = localizeEvent(event, locale)
          const isPublic = event.event_type === "public"
          return (
            <li
              key={event.id}
              className="grid grid-cols-[6px_minmax(0,1fr)] gap-x-3 border-t border-line py-2.5"
            >
              <span className="rounded-full" style={{ backgroundColor: event.color }} />
              <p>
                <span className="block text-sm text-soft">
                  {formatDate(event.start_date, "date", locale, event.time_zone)} ·{" "}
                  {formatStart(event, locale, t)}
                </span>
                <span
                  className="font-semibold wrap-anywhere"
                  lang={getLangAttribute(locale, language)}
                >
                  {isPublic ? (
                    <a
                      className="underline-offset-4 hover:underline"
                      href={localePath(eventPath(event.slug), locale)}
                    >
                      {title}
                    </a>
                  ) : (
                    title
                  )}
                </span>
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
