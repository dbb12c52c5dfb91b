import { useStore } from "@nanostores/react"
import { getLocalDay } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { QueryState } from "../../islands/QueryState.tsx"
import { currentTime } from "../../shared/clock.ts"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { isOver } from "../events/event.ts"
import { getMonth, getStartDay, groupByStartDay } from "./days.ts"
import { EventItem } from "./EventItem.tsx"
import { $filters, changeFilters, focusEvents, getToday } from "./filters.ts"
import { DayGroup, MonthGroup } from "./list-rows.tsx"
import { $agenda, $isTeamMissing, loadEarlier, loadMore } from "./queries.ts"
import { addReleases } from "./releases/days.ts"
import { ReleaseItem } from "./releases/ReleaseItem.tsx"
import { $shownReleases } from "./releases/store.ts"

function NoEvents() {
  const t = pageTranslate()
  const isTeamMissing = useStore($isTeamMissing)
  const { country, team } = useStore($filters)
  const emptyKey = country || team ? "screen.empty" : "stranger.empty"
  const key = isTeamMissing ? "screen.noTeam" : emptyKey

  function showAllTeams() {
    changeFilters({ team: null })
    focusEvents()
  }

  return (
    <div className="state w-full">
      <h2>{t(`calendar:${key}.title`)}</h2>
      <p className="soft">{t(`calendar:${key}.text`)}</p>
      {isTeamMissing && (
        <Button className="btn-ghost btn-small" onClick={showAllTeams}>
          {t("calendar:screen.anyTeam")}
        </Button>
      )}
    </div>
  )
}

function LoadEarlierButton({ includesEarliest }: { includesEarliest: boolean }) {
  const t = pageTranslate()
  if (includesEarliest) return <p className="hint py-3">{t("calendar:screen.noEarlier")}</p>
  return (
    <button
      className="inline-flex min-h-11 items-center gap-1.5 text-sm text-soft hover:text-text"
      type="button"
      onClick={loadEarlier}
    >
      <IslandIcon name="up" size={16} />
      <span className="underline underline-offset-4" aria-hidden="true">
        {t("calendar:screen.earlierShort")}
      </span>
      <span className="sr-only">{t("calendar:screen.earlier")}</span>
    </button>
  )
}

/** Lists events and releases by day for members. Starts today; buttons load earlier and later events. */
export function AgendaView() {
  const t = pageTranslate()
  const locale = pageLocale()
  const { data: agenda } = useStore($agenda)
  const releases = useStore($shownReleases)

  function retry() {
    $agenda.invalidate()
    focusEvents()
  }

  if (!agenda) {
    return (
      <QueryState
        query={$agenda}
        loading="calendar:screen.loading"
        failed="calendar:toasts.loadFailed"
        heading="h2"
        onRetry={retry}
      />
    )
  }
  const currentDay = getToday()
  const nextOwnEvent = agenda.events.find(
    (event) => event.answer === "going" && !event.is_cancelled && !isOver(event, currentTime()),
  )
  // While more events can be loaded, releases after the last loaded event are left out.
  const lastEvent = agenda.next ? agenda.events.at(-1) : undefined
  const dateGroups = addReleases(
    groupByStartDay(agenda.events),
    releases,
    getLocalDay(agenda.since),
    lastEvent ? getStartDay(lastEvent) : null,
  )
  return (
    <div className="relative grid justify-items-start gap-5">
      {/* The button is in the row of the first month's name, whose right half is free. */}
      <div className={dateGroups.length > 0 ? "absolute top-0 right-0 z-3" : ""}>
        <LoadEarlierButton includesEarliest={agenda.includesEarliest} />
      </div>
      {agenda.events.length === 0 && <NoEvents />}
      <div className="grid w-full gap-7 border-b border-line empty:hidden">
        {[...Map.groupBy(dateGroups, ({ date }) => getMonth(date))].map(
          ([month, groupsOfMonth]) => (
            <MonthGroup key={month} locale={locale} month={month}>
              {groupsOfMonth.map(({ date, events, releases: releasesOfDate }) => (
                <DayGroup key={date} locale={locale} date={date} isToday={date === currentDay}>
                  {events.map((event) => (
                    <EventItem
                      key={event.id}
                      event={event}
                      level="h3"
                      isMarked={event === nextOwnEvent}
                    />
                  ))}
                  {releasesOfDate.map((release) => (
                    <ReleaseItem key={release.id} release={release} level="h3" />
                  ))}
                </DayGroup>
              ))}
            </MonthGroup>
          ),
        )}
      </div>
      {agenda.next && (
        <Button className="btn-ghost" onClick={loadMore}>
          {t("calendar:screen.more")}
        </Button>
      )}
    </div>
  )
}
