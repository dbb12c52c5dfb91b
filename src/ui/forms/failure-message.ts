/** Messages for failures with a waiting time or an address. Separate from failure-keys.ts, which more pages load. */

import type { Translate } from "../../i18n/keys.ts"
import { INTL_LOCALES, type Locale } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import type { Failure } from "../../shared/call.ts"
import { SITE } from "../../site.ts"
import { failureKey } from "./failure-keys.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Returns a waiting time in words, rounded up: "in 5 minutes" or "in 2 hours". */
export function waitingTime(seconds: number, locale: Locale): string {
  const format = new Intl.RelativeTimeFormat(INTL_LOCALES[locale], { numeric: "always" })
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE))
  return minutes < HOUR / MINUTE
    ? format.format(minutes, "minute")
    : format.format(Math.ceil(seconds / HOUR), "hour")
}

/** Codes whose message can have a waiting time. */
const TIMED = ["rate_limited", "account_guarded", "newcomer_limit", "daily_limit"] as const

/** Returns the message for a failure, with the waiting time or the contact address if its text contains them. */
export function failureMessage(
  { code, retryAfter }: Pick<Failure, "code" | "retryAfter">,
  t: Translate,
): string {
  const timedCode = TIMED.find((timed) => timed === code)
  return retryAfter && timedCode
    ? t(`errors:problems.${timedCode}_until`, { time: waitingTime(retryAfter, pageLocale()) })
    : t(failureKey(code), { email: SITE.email })
}
