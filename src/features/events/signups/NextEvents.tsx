import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { QueryState } from "../../../islands/QueryState.tsx"
import { EmptyList } from "../../../ui/EmptyList.tsx"
import { MyEventRow } from "./MyEventRow.tsx"
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
  return (
    <section id="events" className="scroll-mt-24" aria-labelledby="next-events">
      <div className="mb-3.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="next-events" className="text-xl">
          {t("signups:mine.title")}
        </h2>
        {events.length > 0 && (
          <a className="more text-md" href={localePath("/my-events", pageLocale())}>
            {t("signups:mine.all")}
          </a>
        )}
      </div>
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
          {/* Below 1024 pixels, only the first suggestion is visible, because other lists follow. */}
          <div className="max-lg:[&_ol]:hidden">
            <SuggestedEvents events={suggestions} isFirstChoice hasMainButton={false} />
          </div>
        </>
      )}
      {events.length > 0 && (
        <ol className="border-b border-line">
          {events.map((event, i) => (
            <MyEventRow key={event.id} event={event} Heading="h3" isNext={i === 0} />
          ))}
        </ol>
      )}
    </section>
  )
}
