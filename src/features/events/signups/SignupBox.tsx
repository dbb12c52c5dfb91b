import type { ReactNode } from "react"
import type { Locale } from "../../../i18n/locales.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { formatCounts, isCancelledOrOver, type SignupEvent } from "./counts.ts"

interface Props {
  locale: Locale
  event: SignupEvent
  /** Whether the viewer has answered, also with "not going". */
  isAnswered?: boolean
  /** Whether the header of the page shows the number of attendees (`data-going`). */
  hasCountInHeader?: boolean
  children?: ReactNode
}

export function SignupBox({
  locale,
  event,
  isAnswered = false,
  hasCountInHeader = false,
  children,
}: Props) {
  const t = tFor(locale)
  const titleKey = isAnswered ? "signups:answered" : "signups:title"
  return (
    <section
      id="signup"
      className="grid scroll-mt-40 gap-3.5 rounded-card border border-line bg-raise px-4 py-5 md:px-5 focus-visible:outline-none"
      // MemberSignup.tsx moves the focus here when the pressed button disappears.
      tabIndex={-1}
      aria-labelledby="signup-title"
    >
      <h2 id="signup-title" className="text-lg">
        {t(isCancelledOrOver(event) ? "signups:list.title" : titleKey)}
      </h2>
      {event.signups.takes_signups && !isCancelledOrOver(event) && (
        <p className="text-md text-soft empty:hidden">
          {formatCounts(event, t, { hasGoing: !hasCountInHeader || event.signups.going === 0 })}
        </p>
      )}
      {children}
    </section>
  )
}
