/**
 * A publishing time is the time at which an article will be published (ISO), or an empty string. A local time that does
 * not exist, because the clocks are set forward, is kept as typed, without a time zone.
 */
import { BALTIC_TIME, formatDate } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import type { FieldErrorCode } from "../../../shared/problem.ts"
import { getUtcTime, getWallTime } from "../../../shared/zone.ts"

const TIME_WITHOUT_TIME_ZONE = /T\d\d:\d\d$/

const hasTimeZone = (publishTime: string) =>
  publishTime !== "" && !TIME_WITHOUT_TIME_ZONE.test(publishTime)

export const formatPublishTime = (publishTime: string): string =>
  hasTimeZone(publishTime)
    ? formatDate(publishTime, "dateTime", pageLocale())
    : publishTime.replace("T", " ")

/** Returns the local time for an `<input type="datetime-local">`. */
export const getPublishTimeFieldValue = (publishTime: string): string =>
  hasTimeZone(publishTime)
    ? getWallTime(Date.parse(publishTime), BALTIC_TIME).slice(0, "2026-11-27T17:00".length)
    : publishTime

export function parsePublishTime(localTime: string): string {
  const utcTime = getUtcTime(localTime, BALTIC_TIME)
  return utcTime.ok ? utcTime.iso : localTime
}

/** Returns the error of a local time that does not exist, otherwise null. */
export function getPublishTimeError(publishTime: string): FieldErrorCode | null {
  const utcTime =
    publishTime === "" || hasTimeZone(publishTime) ? null : getUtcTime(publishTime, BALTIC_TIME)
  return utcTime && !utcTime.ok ? utcTime.error : null
}
