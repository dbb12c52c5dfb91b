import { useStore } from "@nanostores/react"
import { type ComponentProps, Fragment, type ReactNode } from "react"
import { formatDate } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { formatRelativeTime } from "../../i18n/relative-time.ts"
import { Icon, type IconName } from "../../ui/icons.tsx"
import { $gate } from "./gate.ts"

/** Renders a screen if the gate is open. The key resets the screen's state when another member logs in. */
export function Gated({ children }: { children: (userId: string) => ReactNode }) {
  const gate = useStore($gate)
  if (gate.status !== "granted") return null
  return <Fragment key={gate.user.id}>{children(gate.user.id)}</Fragment>
}

interface HeadProps {
  title: MessageKey
  lead?: MessageKey | undefined
  children?: ReactNode
}

export function ScreenHead({ title, lead, children }: HeadProps) {
  const t = pageTranslate()
  return (
    <header className="mb-5.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div>
        <h1
          id="screen-title"
          className="text-[clamp(24px,2.4vw,30px)] focus:outline-none"
          tabIndex={-1}
        >
          {t(title)}
        </h1>
        {lead && <p className="soft mt-1.5">{t(lead)}</p>}
      </div>
      {children}
    </header>
  )
}

interface NoticeProps {
  tone?: "plain" | "bad"
  className?: string
  children: ReactNode
}

export function Notice({ tone = "plain", className = "mb-4", children }: NoticeProps) {
  return (
    <div
      className={`relative flex flex-wrap gap-x-4 gap-y-1 rounded-small border border-line bg-raise py-[11px] pr-4 pl-6 text-md before:absolute before:inset-y-3 before:left-2.5 before:w-1 before:rounded-sm ${tone === "bad" ? "before:bg-danger" : "before:bg-lt"} ${className}`}
    >
      {children}
    </div>
  )
}

interface IconButtonProps extends ComponentProps<"button"> {
  icon: IconName
  size?: number
  label: string
}

export function IconButton({ icon, size = 20, label, className = "", ...props }: IconButtonProps) {
  return (
    <button
      className={`icon-btn ${className}`.trimEnd()}
      type="button"
      aria-label={label}
      {...props}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}

const TONE_CLASSES = {
  plain: "",
  good: "border-success/55 text-success",
  bad: "border-danger/60 text-danger",
  marked: "border-lt",
  high: "border-lt/60 text-lt-text",
  middle: "border-ee/60 text-(--ee-text)",
  featured:
    "before:size-[9px] before:rounded-full before:bg-glow before:ring-1 before:ring-on-glow/35",
}

export type Tone = keyof typeof TONE_CLASSES

export function Badge({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge whitespace-nowrap ${TONE_CLASSES[tone]}`}>{children}</span>
}

export const HiddenBadge = () => <Badge tone="bad">{pageTranslate()("admin:hidden.badge")}</Badge>

export const UnsavedBadge = () => (
  <span data-own-line>
    <Badge tone="marked">{pageTranslate()("admin:list.unsaved")}</Badge>
  </span>
)

/** Renders a relative time, such as "3 days ago". `children` can put this time into a sentence. */
export function Ago({ at, children }: { at: string; children?: (time: string) => string }) {
  const time = formatRelativeTime(at, Date.now(), pageTranslate())
  return (
    <time dateTime={at} title={formatDate(at, "dateTime", pageLocale())}>
      {children ? children(time) : time}
    </time>
  )
}
