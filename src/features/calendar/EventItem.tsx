import { useStore } from "@nanostores/react"
import { useEffect, useRef } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { currentTime } from "../../shared/clock.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { useImport } from "../../ui/use-import.ts"
import { countFreePlaces, isOver, localizeEvent, memberEventPath } from "../events/event.ts"
import type { CalendarEvent } from "../events/schema.ts"
import { ANSWER_CHIP_CLASS, AnswerButton } from "../events/signups/AnswerButton.tsx"
import { getClosedText } from "../events/signups/closed-text.ts"
import { AnswerMark } from "./AnswerMark.tsx"
import { calendarAnswers } from "./answers.ts"
import { $scrollTarget } from "./filters.ts"
import { EventLine, LaterSignup } from "./list-rows.tsx"
import { ROW_CLASSES } from "./row-classes.ts"

const importActions = () => import("./EventActions.tsx")

function LazyEventActions({ event }: { event: CalendarEvent }) {
  const { module } = useImport(importActions)
  return module ? <module.EventActions event={event} /> : <span className="icon-btn" />
}

interface SignupProps {
  event: CalendarEvent
  isPast: boolean
}

const canToggle = (answer: CalendarEvent["answer"]) =>
  answer === null || answer === "going" || answer === "not_going"

/**
 * Renders a button that signs the member up or cancels the sign-up. If one tap is not enough, for example to give up a
 * place in a full event, renders a link to the registration on another site or to the sign-up on the event's page. Past
 * and canceled events only show the answer.
 */
function Signup({ event, isPast }: SignupProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { id, registration_url } = event
  const pending = useStore(calendarAnswers.$pending).get(id)
  const answer = pending?.value ?? event.answer
  const isOpen = !event.is_cancelled && !isPast
  if (!isOpen) return answer && <AnswerMark answer={answer} textClass="@max-xl:sr-only" />
  const { title } = localizeEvent(event, locale)
  const isFull = countFreePlaces(event) === 0
  const signUpKey = isFull ? "signups:answers.wait" : "signups:signUp"
  const isGoing = answer === "going"
  const path = `${localePath(memberEventPath(event), locale)}#signup`
  if (event.can_answer && !registration_url && canToggle(answer) && !(isFull && isGoing)) {
    return (
      <AnswerButton
        className={ROW_CLASSES.button}
        label={t(isGoing ? "signups:mine.is.going" : signUpKey)}
        title={title}
        isPressed={isGoing}
        isGoing={isGoing}
        onPress={() => {
          // A press while the answer is being sent is ignored: a double click must not take the answer back.
          if (!pending) void calendarAnswers.mutate(id, isGoing ? "not_going" : "going")
        }}
      />
    )
  }
  if (answer) {
    return (
      <a
        className={`${answer === "offered" ? "btn btn-small" : ANSWER_CHIP_CLASS} ${ROW_CLASSES.button}`}
        href={path}
      >
        {isGoing && <IslandIcon name="check" size={18} />}
        {t(`signups:mine.is.${answer}`)}
      </a>
    )
  }
  if (!registration_url && getClosedText(event, locale, t)) {
    return <LaterSignup locale={locale} event={event} />
  }
  return (
    <a
      className={`btn btn-ghost btn-small ${ROW_CLASSES.button}`}
      href={registration_url ?? path}
      {...(registration_url && { rel: "noopener nofollow", target: "_blank" })}
      aria-label={t("signups:signUpFor", { title })}
    >
      {t("signups:signUp")}
    </a>
  )
}

interface Props {
  event: CalendarEvent
  level: "h3" | "h4"
  isMarked?: boolean
}

export function EventItem({ event, level, isMarked }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const isPast = isOver(event, currentTime())
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // The week view contains the event in two lists. Only the row that is visible at this width scrolls.
    if ($scrollTarget.get() !== event.id || !row.current?.checkVisibility()) return
    $scrollTarget.set(null)
    row.current.scrollIntoView({ block: "center" })
  }, [event.id])
  return (
    <EventLine
      ref={row}
      locale={locale}
      event={event}
      level={level}
      path={memberEventPath(event)}
      isPast={isPast}
      isMarked={isMarked}
      signup={<Signup event={event} isPast={isPast} />}
      menu={event.may_edit && <LazyEventActions event={event} />}
    >
      {event.event_type === "team" && (
        <p className="flex items-center gap-1">
          <IslandIcon name="lock" size={16} />
          {t("calendar:screen.teamOnly")}
        </p>
      )}
      {event.may_edit && event.unlisted_reason && (
        <p>
          <span className="badge">{t(`calendar:unlisted.badge.${event.unlisted_reason}`)}</span>
        </p>
      )}
    </EventLine>
  )
}
