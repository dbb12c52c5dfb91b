/** An event in a list of a day, with what the member may do. */
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Icon } from "../../ui/Icon.tsx"
import { eventPath, isOver, placeOf, teamPath } from "../events/event.ts"
import { shortWhen } from "../events/when.ts"
import type { CalendarEvent } from "./api.ts"
import { editEvent } from "./open-editor.ts"
import { deletion } from "./page.ts"

function Actions({ event }: { event: CalendarEvent }) {
  const t = pageTranslate()
  const { title } = event
  return (
    <div className="item-acts">
      <button
        className="icon-btn"
        type="button"
        aria-label={t("calendar:screen.editNamed", { title })}
        title={t("calendar:screen.edit")}
        onClick={() => void editEvent(event)}
      >
        <Icon name="edit" />
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={t("calendar:screen.deleteNamed", { title })}
        title={t("calendar:screen.delete")}
        onClick={() => deletion.ask(event)}
      >
        <Icon name="trash" />
      </button>
    </div>
  )
}

interface Props {
  event: CalendarEvent
  /** The heading's level, by where the list is. */
  level: "h3" | "h4"
}

export function EventItem({ event, level: Heading }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { title, slug, location, team_slug, team_name } = event
  const isPublic = event.event_type === "public"
  return (
    <li className="item" data-past={isOver(event, Date.now()) || undefined}>
      <span className="item-color" style={{ backgroundColor: event.color }} />
      <p className="item-time">{shortWhen(event, locale)}</p>
      <div className="item-text">
        <Heading className={event.is_cancelled ? "item-off" : undefined}>
          {isPublic ? <a href={localePath(eventPath(slug), locale)}>{title}</a> : title}
        </Heading>
        <p className="meta">
          <span className={`dot place-${placeOf(event)}`} />
          {team_slug && <a href={localePath(teamPath(team_slug), locale)}>{team_name}</a>}
          {location && <span>{location}</span>}
          {!isPublic && <span className="badge">{t("calendar:screen.teamOnly")}</span>}
          {event.is_cancelled && (
            <span className="badge event-cancelled">{t("calendar:event.cancelled")}</span>
          )}
        </p>
        {/* It has no page of its own to tell it. */}
        {!isPublic && event.description && <p className="item-about">{event.description}</p>}
      </div>
      {/* What belongs to no team is the editors', who have their own screen. */}
      {event.may_edit && event.team_id && <Actions event={event} />}
    </li>
  )
}
