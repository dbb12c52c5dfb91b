import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { CalendarEvent } from "./api.ts"
import { EventItem } from "./EventItem.tsx"
import { label } from "./labels.ts"
import { $ownTeams, addEvent } from "./page.ts"

/** The events of the day that is chosen in the month. */
export function DayEvents({ day, events }: { day: string; events: CalendarEvent[] }) {
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
      {events.length === 0 ? (
        <p className="soft">{t("calendar:month.none")}</p>
      ) : (
        <ul>
          {events.map((event) => (
            <EventItem key={event.id} event={event} level="h4" />
          ))}
        </ul>
      )}
    </section>
  )
}
