/** When something can be tried again, in words. */
import { INTL_LOCALES, type Locale } from "../i18n/locales.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE

/** "in 5 minutes", or from an hour on "in 2 hours": never sooner than these seconds. */
export function waitingTime(seconds: number, locale: Locale): string {
  const format = new Intl.RelativeTimeFormat(INTL_LOCALES[locale], { numeric: "always" })
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE))
  return minutes < HOUR / MINUTE
    ? format.format(minutes, "minute")
    : format.format(Math.ceil(seconds / HOUR), "hour")
}
