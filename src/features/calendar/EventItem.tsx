import { useEffect, useRef } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { currentTime } from "../../shared/clock.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { useImport } from "../../ui/use-import.ts"
import { isOver, localizeEvent } from "../events/event.ts"
import type { CalendarEvent } from "../events/schema.ts"
import { AnswerMark } from "./AnswerMark.tsx"
import { memberEventPath } from "./event-path.ts"
import { $scrollTarget } from "./filters.ts"
import { EventLine } from "./list-rows.tsx"

const importActions = () => import("./EventActions.tsx")

function LazyEventActions({ event }: { event: CalendarEvent }) {
  const { module } = useImport(importActions, true)
  return module ? <module.EventActions event={event} /> : <span className="size-11" />
}

/** On phones, the row leads to the page with the sign-up. */
const SIGNUP_CLASS = "btn btn-ghost btn-small max-md:hidden"

function SignupLink({ event, isPast }: { event: CalendarEvent; isPast: boolean }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { answer, registration_url } = event
  const { title } = localizeEvent(event, locale)
  const isOpen = !event.is_cancelled && !isPast
  const path = `${localePath(memberEventPath(event), locale)}#signup`
  if (answer === "offered" && isOpen) {
    return (
      <a className="btn btn-small" href={path}>
        {t(`signups:mine.is.${answer}`)}
      </a>
    )
  }
  if (answer) {
    const mark = <AnswerMark answer={answer} textClass="max-sm:sr-only" />
    return isOpen ? (
      <a className="min-h-11 content-center" href={path}>
        {mark}
      </a>
    ) : (
      mark
    )
  }
  if (!isOpen) return null
  if (event.signups.takes_signups) {
    return (
      <a className={SIGNUP_CLASS} href={path}>
        {t("signups:signUp")}
      </a>
    )
  }
  return (
    registration_url && (
      <a
        className={SIGNUP_CLASS}
        href={registration_url}
        rel="noopener nofollow"
        target="_blank"
        aria-label={t("signups:signUpFor", { title })}
      >
        {t("signups:signUp")}
        <IslandIcon name="out" size={18} />
      </a>
    )
  )
}

interface Props {
  event: CalendarEvent
  level: "h3" | "h4"
}

export function EventItem({ event, level }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const isPast = isOver(event, currentTime())
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if ($scrollTarget.get() !== event.id) return
    $scrollTarget.set(null)
    row.current?.scrollIntoView({ block: "center" })
  }, [event.id])
  return (
    <EventLine
      ref={row}
      locale={locale}
      event={event}
      level={level}
      path={memberEventPath(event)}
      isPast={isPast}
      state={
        <>
          {event.event_type === "team" && (
            <span className="inline-flex items-center gap-1 text-sm text-soft">
              <IslandIcon name="lock" size={16} />
              <span className="max-sm:sr-only">{t("calendar:screen.teamOnly")}</span>
            </span>
          )}
          <SignupLink event={event} isPast={isPast} />
          {event.may_edit && <LazyEventActions event={event} />}
        </>
      }
    >
      {event.may_edit && event.unlisted_reason && (
        <p>
          <span className="badge">{t(`calendar:unlisted.badge.${event.unlisted_reason}`)}</span>
        </p>
      )}
    </EventLine>
  )
}
