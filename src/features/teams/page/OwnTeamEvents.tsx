/** The next events of a team, with buttons to answer. Members of the team also see team-only events. */
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { Button } from "../../../ui/Button.tsx"
import { useImport } from "../../../ui/use-import.ts"
import type { OwnEvent } from "../../events/own-event.ts"
import { CARD_CLASS, CARD_ROW_CLASS } from "../../events/signups/card-classes.ts"
import { useTeamForViewer } from "./team-islands.tsx"
import { $team, teamAnswers } from "./team-page.ts"

interface Props {
  locale: Locale
  slug: string
}

/** The fixed height prevents a layout shift when the events are loaded. */
const ROW_CLASSES = `${CARD_ROW_CLASS} h-48`

/** Section that CSS hides from anonymous visitors: they see the public events in `TeamOverview` instead. */
export function OwnTeamEvents({ locale, slug }: Props) {
  const t = tFor(locale)
  return (
    <section className="needs-script mb-8 signed-out:hidden" aria-labelledby="own-events">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="own-events" className="text-xl">
          {t("teams:page.nextEvents")}
        </h2>
        <a className="more" href={localePath(`/calendar?team=${slug}`, locale)}>
          {t("common:nav.calendar")}
        </a>
      </div>
      <EventCards locale={locale} />
    </section>
  )
}

const needsAnswer = ({ answer, can_answer }: OwnEvent) =>
  answer === "offered" || (answer === null && can_answer)

/** Sorts the events: those that need the viewer's answer are first. */
export const sortByNeed = (events: OwnEvent[]): OwnEvent[] =>
  events.toSorted((a, b) => Number(needsAnswer(b)) - Number(needsAnswer(a)))

const importCards = () => import("../../events/signups/OwnEventCard.tsx")

function EventCards({ locale }: Pick<Props, "locale">) {
  const t = tFor(locale)
  const { team, error } = useTeamForViewer()
  const ownEvents = team?.own_events ?? []
  const events = sortByNeed(ownEvents.filter(({ is_cancelled }) => !is_cancelled))
  const canceledEvents = ownEvents.filter(({ is_cancelled }) => is_cancelled)
  const { module, retry: retryImport } = useImport(importCards, ownEvents.length > 0)
  const retry = retryImport ?? (error && !team ? $team.invalidate : null)
  if (retry) {
    return (
      <p className={`${ROW_CLASSES} flex-col justify-center text-soft`}>
        {t("teams:page.failed.text")}
        <Button className="btn-ghost btn-small self-start" onClick={retry}>
          {t("common:tryAgain")}
        </Button>
      </p>
    )
  }
  if (!team || (ownEvents.length > 0 && !module)) {
    return (
      <div className={`${ROW_CLASSES} overflow-hidden`} role="status">
        <span className="sr-only">{t("teams:page.loadingEvents")}</span>
        <span className={`${CARD_CLASS} skeleton`} />
        <span className={`${CARD_CLASS} skeleton`} />
      </div>
    )
  }
  return (
    <>
      {events.length > 0 && module ? (
        <ul className={`${ROW_CLASSES} overflow-x-auto [scrollbar-width:thin]`}>
          {events.map((event, i) => (
            <module.OwnEventCard
              key={event.id}
              locale={locale}
              event={event}
              answers={teamAnswers}
              isMain={i === 0 && needsAnswer(event)}
              isOnTeamPage
            />
          ))}
        </ul>
      ) : (
        <p className="mb-2 grid h-46 place-content-center rounded-card border border-dashed border-edge px-6 text-center text-balance text-soft">
          {t(team.role ? "teams:page.noPractices" : "teams:page.noEvents")}
        </p>
      )}
      {module && canceledEvents.length > 0 && (
        <ul>
          {canceledEvents.map((event) => (
            <module.CanceledOwnEventRow key={event.id} locale={locale} event={event} />
          ))}
        </ul>
      )}
    </>
  )
}
