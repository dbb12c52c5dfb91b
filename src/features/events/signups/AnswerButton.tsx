import { IslandIcon } from "../../../ui/island-icons.tsx"

interface Props {
  label: string
  /** Title of the event, for screen readers. */
  title: string
  isPressed: boolean
  /** Whether the button is for the answer "going", which shows a check mark when pressed. */
  isGoing?: boolean
  isMain?: boolean
  /** Whether the button looks like a link, because another button is more important. */
  isQuiet?: boolean
  className?: string
  onPress: () => void
}

export const ANSWER_CHIP_CLASS =
  "inline-flex min-h-10 max-md:min-h-11 items-center gap-1.5 rounded-full bg-line px-4 max-sm:px-3.5 text-[15px] leading-tight font-semibold whitespace-nowrap text-text"

const QUIET_CLASS = "ml-2 min-h-11 text-[15px] underline underline-offset-4"

/** A button with one answer to an event. When pressed, it looks like a label, because nothing is left to do. */
export const AnswerButton = (props: Props) => {
  const { label, title, isPressed, isGoing, isMain, isQuiet, className = "", onPress } = props
  const buttonClass = isQuiet
    ? QUIET_CLASS
    : `btn btn-small max-sm:px-3.5 ${isMain ? "" : "btn-ghost"}`
  return (
    <button
      className={`relative whitespace-nowrap ${isPressed ? ANSWER_CHIP_CLASS : buttonClass} ${className}`}
      type="button"
      aria-pressed={isPressed}
      aria-label={`${label}: ${title}`}
      onClick={onPress}
    >
      {isPressed && isGoing && <IslandIcon name="check" size={18} />}
      {label}
    </button>
  )
}
