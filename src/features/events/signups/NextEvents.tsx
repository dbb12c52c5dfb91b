import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { QueryState } from "../../../islands/QueryState.tsx"
import { EmptyList } from "../../../ui/EmptyList.tsx"
import { MyEventPoster, MyEventRow } from "./MyEventRow.tsx"
import { $myEvents } from "./my-events.ts"
import { SuggestedEvents } from "./SuggestedEvents.tsx"

const MAX_EVENTS = 5

/** The next events that the member has answered or that the member's teams organize. */
export function NextEvents() {
  const t = pageTranslate()
  const { data } = useStore($myEvents)
  const events = [...(data?.events ?? []), ...(data?.team_events ?? [])]
    .toSorted((a, b) => a.start_date.localeCompare(b.start_date))
    .slice(0, MAX_EVENTS)
  const suggestions = data?.suggestions ?? []
  const [first] = events
  const next = first?.is_cancelled === false ? first : null
  const otherEvents = next ? events.slice(1) : events
  return (
    <section id="events" className="scroll-mt-24" aria-labelledby="next-events">
      <h2 id="next-events" className="mb-3.5 text-xl">
        {t("signups:mine.title")}
      </h2>
      {!data && <QueryState query={$myEvents} loading="signups:loading" failed="signups:failed" />}
      {data && events.length === 0 && suggestions.length === 0 && (
        <EmptyList
          text={t("signups:mine.emptyText")}
          path="/calendar"
          action={t("signups:mine.toCalendar")}
        />
      )}
      {data && events.length === 0 && suggestions.length > 0 && (
        <>
          <p className="hint -mt-2 mb-3.5">{t("signups:mine.emptyText")}</p>
          {/* Phones show one suggestion, because the page has other lists below. */}
          <div className="max-lg:[&_ol]:hidden">
            <SuggestedEvents events={suggestions} isFirstChoice hasMainButton={false} />
          </div>
        </>
      )}
      {next && <MyEventPoster event={next} Heading="h3" />}
      {otherEvents.length > 0 && (
        <ol className="border-b border-line">
          {otherEvents.map((event) => (
            <MyEventRow key={event.id} event={event} Heading="h3" />
          ))}
        </ol>
      )}
      {events.length > 0 && (
        <a className="btn btn-ghost btn-small mt-4" href={localePath("/my-events", pageLocale())}>
          {t("signups:mine.all")}
        </a>
      )}
    </section>
  )
}
