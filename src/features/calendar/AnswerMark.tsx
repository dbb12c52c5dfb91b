import { pageTranslate } from "../../i18n/page-translate.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import type { CalendarEvent } from "../events/schema.ts"

/** The member's answer to an event, or their state on the waitlist. */
type Answer = NonNullable<CalendarEvent["answer"]>

const ICONS = {
  going: "check",
  interested: "star",
  waiting: "people",
  offered: "people",
  not_going: null,
} as const satisfies Record<Answer, string | null>

interface Props {
  answer: Answer
  /** Class of the text. By default, only screen readers get the text. */
  textClass?: string
  size?: number
}

export function AnswerMark({ answer, textClass = "sr-only", size = 18 }: Props) {
  const icon = ICONS[answer]
  const text = pageTranslate()(`signups:mine.is.${answer}`)
  return (
    <span
      className={`inline-flex flex-none items-center gap-1 align-[-3px] text-sm font-semibold ${answer === "going" ? "text-success" : "text-soft"}`}
      title={text}
    >
      {icon && <IslandIcon name={icon} size={size} />}
      <span className={textClass}>{text}</span>
    </span>
  )
}
