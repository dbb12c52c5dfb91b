import type { Translate } from "./keys.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const YEAR = 365 * DAY

/** `Intl.RelativeTimeFormat` is not used: its first use blocks a slow phone for 34 to 160 ms. */
export function formatRelativeTime(iso: string, now: number, t: Translate): string {
  const seconds = (now - Date.parse(iso)) / 1000
  const formatAgo = (unit: "minute" | "hour" | "day" | "month" | "year", length: number) =>
    t(`common:time.${unit}sAgo`, { count: Math.max(1, Math.round(seconds / length)) })
  if (seconds < MINUTE / 2) return t("common:time.now")
  if (seconds < 44.5 * MINUTE) return formatAgo("minute", MINUTE)
  if (seconds < 89.5 * MINUTE) return t("common:time.aboutAnHour")
  if (seconds < DAY) return formatAgo("hour", HOUR)
  if (seconds < MONTH) return formatAgo("day", DAY)
  if (seconds < 11.5 * MONTH) return formatAgo("month", MONTH)
  return formatAgo("year", YEAR)
}
