/** Relative times in words. */
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

/** Returns a number of seconds in the largest suitable unit, with the limits of date-fns. */
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

/** Returns the time since an ISO date in words. `now` is in milliseconds. Future dates count as now. */
export function relativeTime(iso: string, now: number, t: Translate): string {
  const since = distance((now - Date.parse(iso)) / 1000)
  if (since.kind === "now") return t("common:time.now")
  if (since.kind === "aboutAnHour") return t("common:time.aboutAnHour")
  // Does not use `Intl.RelativeTimeFormat`, because its first use in a page blocks a slow phone for 34 to 160 ms.
  return t(`common:time.${since.unit}sAgo`, { count: since.value })
}
