import { formatDate } from "../../../i18n/dates.ts"
import type { Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { currentTime } from "../../../shared/clock.ts"
import type { SignupEvent } from "./counts.ts"

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
    return t("signups:opens", { time: formatDate(from, "dateTime", locale, time_zone) })
  }
  return until && Date.parse(until) <= now ? t("signups:closed") : null
}
