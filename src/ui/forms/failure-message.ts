import type { Translate } from "../../i18n/keys.ts"
import { INTL_LOCALES, type Locale } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import type { Failure } from "../../shared/call.ts"
import { SITE } from "../../site.ts"
import { getFailureKey } from "./failure-keys.ts"

const SECONDS_PER_MINUTE = 60
const MINUTES_PER_HOUR = 60

/** Formats a waiting time in full minutes or hours, rounded up, such as "in 5 minutes". */
export function formatWaitingTime(seconds: number, locale: Locale): string {
  const format = new Intl.RelativeTimeFormat(INTL_LOCALES[locale], { numeric: "always" })
  const minutes = Math.max(1, Math.ceil(seconds / SECONDS_PER_MINUTE))
  return minutes < MINUTES_PER_HOUR
    ? format.format(minutes, "minute")
    : format.format(Math.ceil(minutes / MINUTES_PER_HOUR), "hour")
}

const CODES_WITH_WAITING_TIME = [
  "rate_limited",
  "account_guarded",
  "newcomer_limit",
  "daily_limit",
] as const

/** Returns the message of a failure. `retryAfter` is in seconds. */
export function getFailureMessage(
  { code, retryAfter }: Pick<Failure, "code" | "retryAfter">,
  t: Translate,
): string {
  const timedCode = CODES_WITH_WAITING_TIME.find((timed) => timed === code)
  return retryAfter && timedCode
    ? t(`errors:problems.${timedCode}_until`, { time: formatWaitingTime(retryAfter, pageLocale()) })
    : t(getFailureKey(code), { email: SITE.email })
}
