import { getLocalDay } from "../../i18n/dates.ts"
import { currentTime } from "../../shared/clock.ts"
import type { NotificationSubject } from "./schema.ts"

/** Returns whether a release is out. A release whose day is unknown is out after its month. */
export function isReleaseOut({ start_date, is_whole_month }: NotificationSubject): boolean {
  if (!start_date) return false
  const date = getLocalDay(start_date, "UTC")
  const today = getLocalDay(new Date(currentTime()).toISOString())
  const monthLength = "2026-12".length
  return is_whole_month ? date.slice(0, monthLength) < today.slice(0, monthLength) : date <= today
}
