import { formatDate } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { currentTime } from "../../../shared/clock.ts"
import { isOver, type PublicEvent } from "../event.ts"
import { formatPrice } from "../price.ts"
import { getClosedText } from "./closed-text.ts"
import { formatPlaces } from "./counts.ts"

interface Props {
  locale: Locale
  event: PublicEvent
}

/** Returns the URL of the sign-up or registration, or null if neither is open. */
function getSignupLink(event: PublicEvent, locale: Locale): string | null {
  if (event.is_cancelled || isOver(event, currentTime())) return null
  if (!event.signups.takes_signups) return event.registration_url
  return getClosedText(event, locale, tFor(locale)) === null ? "#signup" : null
}

/**
 * A bar with the sign-up link at the bottom of an event's page on phones. `SignupBarScript.astro` hides the bar while
 * the sign-up section is visible. `showInSignupBar` shows a member's answer in the bar.
 */
export function SignupBar({ locale, event }: Props) {
  const t = tFor(locale)
  const link = getSignupLink(event, locale)
  if (!link) return null
  const { start_date, time_zone, is_all_day } = event
  const start = formatDate(start_date, is_all_day ? "shortDay" : "shortDateTime", locale, time_zone)
  const isOnThisPage = link === "#signup"
  const facts = [isOnThisPage && formatPlaces(event, t), formatPrice(event, locale, t)]
  return (
    <div
      className="sticky bottom-(--bottom-bar-height) z-4 -mb-16.5 border-y border-line bg-raise data-away:invisible md:hidden print:hidden group-data-past:hidden"
      data-signup-bar=""
    >
      <div className="wrap flex min-h-16 items-center justify-between gap-4 py-2">
        <p className="min-w-0 text-md leading-tight *:block *:truncate">
          <b className="font-[650]">{start}</b>
          <span className="text-sm text-soft" data-signup-state="">
            {facts.filter(Boolean).join(" · ")}
          </span>
        </p>
        <a
          className="btn btn-small max-w-3/5 flex-none"
          href={link}
          {...(!isOnThisPage && { rel: "noopener nofollow", target: "_blank" })}
        >
          {t("signups:signUp")}
        </a>
      </div>
    </div>
  )
}
