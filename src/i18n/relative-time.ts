/** How long ago something was, in words. */
import type { Translate } from "./keys.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const YEAR = 365 * DAY

export type Distance =
  | { kind: "now" }
  | { kind: "aboutAnHour" }
  | { kind: "number"; value: number; unit: "minute" | "hour" | "day" | "month" | "year" }

/**
 * The distance of a moment that lies `seconds` back: under 45 minutes in minutes, under 90 minutes
 * about an hour, then hours, days, months and years (the limits are date-fns's).
 */
export function distance(seconds: number): Distance {
  if (seconds < MINUTE / 2) return { kind: "now" }
  if (seconds < 44.5 * MINUTE) {
    return { kind: "number", value: Math.max(1, Math.round(seconds / MINUTE)), unit: "minute" }
  }
  if (seconds < 89.5 * MINUTE) return { kind: "aboutAnHour" }
  if (seconds < DAY) return { kind: "number", value: Math.round(seconds / HOUR), unit: "hour" }
  if (seconds < MONTH) {
    return { kind: "number", value: Math.max(1, Math.round(seconds / DAY)), unit: "day" }
  }
  if (seconds < 11.5 * MONTH) {
    return { kind: "number", value: Math.round(seconds / MONTH), unit: "month" }
  }
  return { kind: "number", value: Math.max(1, Math.round(seconds / YEAR)), unit: "year" }
}

/** The words for an ISO moment as seen from `now` (milliseconds); a future one counts as now. */
export function relativeTime(iso: string, now: number, t: Translate): string {
  const away = distance((now - Date.parse(iso)) / 1000)
  if (away.kind === "now") return t("common:time.now")
  if (away.kind === "aboutAnHour") return t("common:time.aboutAnHour")
  // Plain texts: the first `Intl.RelativeTimeFormat` of a page blocks a slow phone for 34 to 160 ms.
  return t(`common:time.${away.unit}sAgo`, { count: away.value })
}
