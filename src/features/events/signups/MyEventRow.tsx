import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { currentTime } from "../../../shared/clock.ts"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { EventPoster } from "../EventPoster.tsx"
import { EventRowLayout } from "../EventRowLayout.tsx"
import { formatLocation, memberEventPath } from "../event.ts"
import { formatShortDateAndTime } from "../hours.ts"
import type { SignupStatus } from "../schema.ts"
import { ANSWER_CHIP_CLASS } from "./AnswerButton.tsx"
import { EntryCodeButton } from "./EntryCodeButton.tsx"
import type { MyEvent } from "./my-events-schema.ts"

interface Props {
  event: MyEvent
  Heading: "h2" | "h3"
}

interface RowProps extends Props {
  /** Whether the event is the member's next one, whose entry code is the main action. */
  isNext?: boolean
}

export function MyEventRow({ event, Heading, isNext = false }: RowProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  return (
    <EventRowLayout
      locale={locale}
      event={event}
      path={memberEventPath(event)}
      Heading={Heading}
      time={formatShortDateAndTime(event, locale, t)}
      place={event.location ? formatLocation(event.location) : event.team_name}
      details={
        <p className="meta empty:hidden">
          {event.may_edit && event.unlisted_reason && (
            <span className="badge">{t(`calendar:unlisted.badge.${event.unlisted_reason}`)}</span>
          )}
          {!event.is_cancelled && event.status && <Status status={event.status} />}
          {event.location && event.team_name && <span>{event.team_name}</span>}
        </p>
      }
      action={
        <EntryCodeButton
          event={event}
          status={event.status}
          className={`${isNext ? "" : "btn-ghost"} max-sm:px-3.5`}
        />
      }
    />
  )
}

export function MyEventPoster({ event, Heading }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { going } = event.signups
  const href = localePath(memberEventPath(event), locale)
  return (
    <EventPoster
      className="mb-4 min-h-78"
      locale={locale}
      event={event}
      Heading={Heading}
      now={currentTime()}
      href={href}
      counts={[going > 0 && t("signups:counts.going", { count: going })]}
    >
      {/* Places the label and the button above the link that covers the poster. */}
      <div className="relative flex flex-wrap items-center gap-2">
        {event.status && (
          <p className={ANSWER_CHIP_CLASS}>
            {event.status === "going" && <IslandIcon name="check" size={18} />}
            {t(`signups:mine.is.${event.status}`)}
          </p>
        )}
        <EntryCodeButton event={event} status={event.status} />
        {event.event_type === "public" && event.status && (
          <a
            className="inline-flex min-h-11 items-center px-2 font-semibold underline-offset-4 hover:underline"
            href={`${href}#signup`}
          >
            {t("signups:mine.change")}
          </a>
        )}
      </div>
    </EventPoster>
  )
}

function Status({ status }: { status: SignupStatus }) {
  const text = pageTranslate()(`signups:mine.is.${status}`)
  if (status !== "going") return <span className="badge">{text}</span>
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-success">
      <IslandIcon name="check" size={18} />
      {text}
    </span>
  )
}
