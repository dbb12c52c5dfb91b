import type { ReactNode } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import type { Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { currentTime } from "../../../shared/clock.ts"
import { countFreePlaces, isOver, type PublicEvent } from "../event.ts"

export type SignupEvent = Pick<
  PublicEvent,
  "id" | "slug" | "end_date" | "time_zone" | "max_participants" | "is_cancelled" | "signups"
>

export const isCancelledOrOver = (event: SignupEvent) =>
  event.is_cancelled || isOver(event, currentTime())

/**
 * Returns the numbers of attendees (unless `hasGoing` is false), interested and waiting members, and free places. If the
 * build has no current numbers (`is_counted` is false), returns a hint. Without a limit of places, the hint is empty.
 */
export function formatCounts(
  event: SignupEvent,
  t: Translate,
  { hasGoing = true }: { hasGoing?: boolean } = {},
): string {
  const { going, interested, waiting, is_counted } = event.signups
  if (is_counted === false) {
    return event.max_participants === null ? "" : t("signups:counts.atSignup")
  }
  const freePlaces = countFreePlaces(event)
  return [
    hasGoing && t("signups:counts.going", { count: going }),
    interested > 0 && t("signups:counts.interested", { count: interested }),
    freePlaces !== null &&
      (freePlaces > 0 ? t("signups:counts.left", { count: freePlaces }) : t("signups:counts.full")),
    waiting > 0 && t("signups:counts.waiting", { count: waiting }),
  ]
    .filter(Boolean)
    .join(" · ")
}

/**
 * Returns the number of free places, or the number of attendees of an event without a limit. Without
 * current numbers, returns the same as formatCounts().
 */
export function formatPlaces(event: SignupEvent, t: Translate): string {
  if (event.signups.is_counted === false) return formatCounts(event, t)
  const freePlaces = countFreePlaces(event)
  if (freePlaces === 0) return t("signups:counts.full")
  return freePlaces === null
    ? t("signups:counts.going", { count: event.signups.going })
    : t("signups:counts.left", { count: freePlaces })
}

/** Returns why members cannot sign up now: sign-up is closed or has not opened. Returns null while sign-up is open. */
export function getClosedText(
  { signups, time_zone }: SignupEvent,
  locale: Locale,
  t: Translate,
): string | null {
  const { takes_signups, signup_from: from, signup_until: until } = signups
  const now = currentTime()
  if (!takes_signups) return t("signups:closed")
  if (from && Date.parse(from) > now) {
    return t("signups:opens", { time: formatDate(from, "moment", locale, time_zone) })
  }
  return until && Date.parse(until) <= now ? t("signups:closed") : null
}

interface Props {
  locale: Locale
  event: SignupEvent
  /** Whether the viewer has signed up, or said that they are interested. */
  isAnswered?: boolean
  /** Whether the header of the page shows the number of attendees (`data-going`). */
  hasGoingInHeader?: boolean
  children?: ReactNode
}

export function SignupBox({
  locale,
  event,
  isAnswered = false,
  hasGoingInHeader = false,
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
          {formatCounts(event, t, { hasGoing: !hasGoingInHeader || event.signups.going === 0 })}
        </p>
      )}
      {children}
    </section>
  )
}
