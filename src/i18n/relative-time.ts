import type { Translate } from "./keys.ts"

/** Durations in seconds. */
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const YEAR = 365 * DAY

/** Returns whether an ISO date is on the day before `now`, in the time zone of the browser. */
export const isYesterday = (iso: string, now: number): boolean =>
  new Date(iso).toDateString() === new Date(now - DAY * 1000).toDateString()

/**
 * Returns words such as "3 days ago". `now` is in milliseconds. Does not use `Intl.RelativeTimeFormat`,
 * whose first use blocks a slow phone for 34 to 160 ms.
 */
export function formatRelativeTime(iso: string, now: number, t: Translate): string {
  const seconds = (now - Date.parse(iso)) / 1000
  const formatAgo = (unit: "minute" | "hour" | "month" | "year", length: number) =>
    t(`common:time.${unit}sAgo`, { count: Math.max(1, Math.round(seconds / length)) })
  if (seconds < MINUTE / 2) return t("common:time.now")
  if (seconds < 44.5 * MINUTE) return formatAgo("minute", MINUTE)
  if (seconds < 89.5 * MINUTE) return t("common:time.aboutAnHour")
  if (seconds < DAY) return formatAgo("hour", HOUR)
  if (isYesterday(iso, now)) return t("common:time.yesterday")
  if (seconds < MONTH)
    return t("common:time.daysAgo", { count: Math.max(2, Math.round(seconds / DAY)) })
  if (seconds < 11.5 * MONTH) return formatAgo("month", MONTH)
  return formatAgo("year", YEAR)
}
