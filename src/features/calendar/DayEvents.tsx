import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { CalendarEvent } from "./api.ts"
import { EventItem } from "./EventItem.tsx"
import { label } from "./labels.ts"
import { addEvent } from "./open-editor.ts"
import { $ownTeams } from "./page.ts"

interface Props {
  day: string
  /** Null while they are loaded. */
  events: CalendarEvent[] | null
}

function List({ events }: Pick<Props, "events">) {
  const t = pageTranslate()
  if (!events) {
    return (
      <div className="month-loading" role="status">
        <span className="sr-only">{t("calendar:screen.loading")}</span>
        <span className="skeleton" />
      </div>
    )
  }
  if (events.length === 0) return <p className="soft">{t("calendar:month.none")}</p>
  return (
    <ul>
      {events.map((event) => (
        <EventItem key={event.id} event={event} level="h4" />
      ))}
    </ul>
  )
}

/** The events of the day that is chosen in the month. */
export function DayEvents({ day, events }: Props) {
  const t = pageTranslate()
  const mayAdd = useStore($ownTeams)?.some(({ mayPostEvents }) => mayPostEvents) ?? false
  return (
    <section className="month-day" aria-labelledby="month-day">
      <div className="month-head">
        <h3 id="month-day">{label(day, "day", pageLocale())}</h3>
        {mayAdd && (
          <button
            className="btn btn-ghost btn-small"
            type="button"
            onClick={() => void addEvent(day)}
          >
            <Icon name="plus" size={18} />
            {t("calendar:screen.addOn")}
          </button>
        )}
      </div>
      <List events={events} />
    </section>
  )
}
