/** The time at which an article publishes itself. The admin area shows and reads Baltic time. */
import { BALTIC_TIME, formatDate } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import type { FieldErrorCode } from "../../../shared/problem.ts"
import { momentAt, wallTime } from "../../../shared/zone.ts"

/** Returns whether a plan is a moment. A local time that the clock change skips is kept as typed, without a zone. */
const isMoment = (plan: string) => plan !== "" && !/T\d\d:\d\d$/.test(plan)

export const planText = (plan: string): string =>
  isMoment(plan) ? formatDate(plan, "moment", pageLocale()) : plan.replace("T", " ")

/** Returns a plan as the field shows it: `YYYY-MM-DDTHH:MM`; empty for none. */
export const planField = (plan: string, zone = BALTIC_TIME): string =>
  isMoment(plan) ? wallTime(Date.parse(plan), zone).slice(0, "2026-11-27T17:00".length) : plan

/**
 * Returns the moment of the field's value; empty for none. A time that the clock change in spring skips is returned as
 * typed, and {@link planError} reports it.
 */
export function planOf(localTime: string, zone = BALTIC_TIME): string {
  const moment = momentAt(localTime, zone)
  return moment.ok ? moment.iso : localTime
}

/** Returns why a plan is not a moment; null if it is one. */
export function planError(plan: string, zone = BALTIC_TIME): FieldErrorCode | null {
  const moment = plan === "" || isMoment(plan) ? null : momentAt(plan, zone)
  return moment && !moment.ok ? moment.error : null
}
