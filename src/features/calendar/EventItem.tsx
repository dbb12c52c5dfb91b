import { useEffect, useRef } from "react"
import { countryColorOf } from "../../countries.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { currentTime } from "../../shared/clock.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { LanguageLabel } from "../../ui/LanguageLabel.tsx"
import { LinkedText } from "../../ui/LinkedText.tsx"
import {
  createMapLink,
  eventPath,
  formatCapacity,
  isOver,
  localizeEvent,
  teamPath,
} from "../events/event.ts"
import { formatShortDateAndTime } from "../events/hours.ts"
import type { CalendarEvent } from "../events/schema.ts"
import { confirmDeletion, openEditor } from "./editor/open-editor.ts"
import { $scrollTarget } from "./filters.ts"

const ACTIONS = [
  ["edit", "edit", openEditor],
  ["delete", "trash", confirmDeletion],
] as const

const Actions = ({ event }: { event: CalendarEvent }) => (
  <div className="-my-1.5 flex max-sm:col-start-3 max-sm:row-start-1 max-sm:-my-2.5">
    {/* Events without a team are edited in the admin area. */}
    {ACTIONS.filter(([name]) => event.team_id || name === "delete").map(([name, icon, open]) => (
      <button
        key={name}
        className="icon-btn"
        type="button"
        aria-label={pageTranslate()(`calendar:screen.${name}Named`, {
          title: localizeEvent(event, pageLocale()).title,
        })}
        title={pageTranslate()(`calendar:screen.${name}`)}
        onClick={() => open(event)}
      >
        <IslandIcon name={icon} />
      </button>
    ))}
  </div>
)

/** Links to the sign-up and to the attendee list. If the viewer has answered, the link shows the answer. */
function SignupLinks({ event, isPast }: { event: CalendarEvent; isPast: boolean }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { answer } = event
  const isOpen = (event.signups.takes_signups || answer) && !event.is_cancelled && !isPast
  const isTeamOnly = event.event_type === "team"
  if (!isOpen && !event.may_edit) return null
  const attendeesPath = localePath(`/my-events?event=${event.id}`, locale)
  return (
    <p className="mt-2 flex flex-wrap gap-2.5">
      {isOpen && (
        <a
          className={`btn btn-small ${answer === "offered" ? "" : "btn-ghost"}`}
          href={isTeamOnly ? attendeesPath : `${localePath(eventPath(event.slug), locale)}#signup`}
        >
          {answer === "going" && (
            <span className="text-success">
              <IslandIcon name="check" size={18} />
            </span>
          )}
          {t(answer ? `signups:mine.is.${answer}` : "signups:signUp")}
        </a>
      )}
      {event.may_edit && (
        <a className="btn btn-ghost btn-small" href={attendeesPath}>
          <IslandIcon name="people" size={18} />
          {t("calendar:screen.people")}
        </a>
      )}
    </p>
  )
}

interface Props {
  event: CalendarEvent
  level: "h3" | "h4"
}

export function EventItem({ event, level: Heading }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { title, language, description, descriptionLanguage } = localizeEvent(event, locale)
  const { slug, location, team_slug, team_name, is_cancelled } = event
  const { prize, max_participants, registration_url } = event
  const isPast = isOver(event, currentTime())
  const isPublic = event.event_type === "public"
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if ($scrollTarget.get() !== event.id) return
    $scrollTarget.set(null)
    row.current?.scrollIntoView({ block: "center" })
  }, [event.id])
  return (
    <li
      ref={row}
      className="grid grid-cols-[6px_minmax(0,1fr)_auto] items-start gap-x-4.5 gap-y-1 border-t border-line py-3.5 last:border-b data-past:text-soft sm:grid-cols-[6px_148px_minmax(0,1fr)_auto] [&_a]:underline-offset-4 [&_a:hover]:underline"
      data-past={isPast || undefined}
    >
      <span
        className="self-stretch rounded-full [box-shadow:inset_0_0_0_1px_color-mix(in_oklab,var(--text)_25%,transparent)] max-sm:row-span-2"
        style={{ backgroundColor: event.color }}
      />
      <p className="text-md text-soft [font-variant-numeric:tabular-nums]">
        {formatShortDateAndTime(event, locale, t)}
      </p>
      <div className="max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2">
        <Heading
          className={`font-sans text-base leading-[1.4] font-semibold tracking-normal wrap-anywhere ${is_cancelled ? "line-through" : ""}`}
          lang={getLangAttribute(locale, language)}
        >
          {isPublic ? <a href={localePath(eventPath(slug), locale)}>{title}</a> : title}
        </Heading>
        <p className="meta">
          <span className={`dot place-${countryColorOf(event.country)}`} />
          {team_slug && <a href={localePath(teamPath(team_slug), locale)}>{team_name}</a>}
          {location && (
            <span
              className={
                team_slug ? "max-sm:basis-full sm:before:mr-2 sm:before:content-['·']" : ""
              }
            >
              {isPublic ? (
                location
              ) : (
                <a href={createMapLink(location, event, t)} rel="noopener nofollow" target="_blank">
                  {location}
                  <span className="sr-only"> ({t("calendar:event.map")})</span>
                </a>
              )}
            </span>
          )}
          <LanguageLabel locale={locale} language={language} />
          {!isPublic && <span className="badge">{t("calendar:screen.teamOnly")}</span>}
          {event.may_edit && event.unlisted_reason && (
            <span className="badge">{t(`calendar:unlisted.badge.${event.unlisted_reason}`)}</span>
          )}
          {is_cancelled && (
            <span className="badge border-current text-danger">
              {t("calendar:event.cancelled")}
            </span>
          )}
          {prize && <span className="badge">{t("home:events.prize", { prize })}</span>}
          {max_participants !== null && <span className="badge">{formatCapacity(event, t)}</span>}
        </p>
        <SignupLinks event={event} isPast={isPast} />
        {registration_url && !is_cancelled && !isPast && (
          <a
            className="btn btn-ghost btn-small mt-2"
            href={registration_url}
            rel="noopener nofollow"
            target="_blank"
            aria-label={t("signups:signUpFor", { title })}
          >
            {t("signups:signUp")}
            <IslandIcon name="out" size={18} />
          </a>
        )}
        {/* Team-only events have no page that would show the description. */}
        {!isPublic && description && (
          <p
            className="mt-1.5 max-w-[62ch] text-md whitespace-pre-line text-soft"
            lang={getLangAttribute(locale, descriptionLanguage)}
          >
            <LinkedText text={description} />
          </p>
        )}
      </div>
      {event.may_edit && <Actions event={event} />}
    </li>
  )
}
