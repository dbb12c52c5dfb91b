/**
 * A plan is the time at which an article will be published (ISO), or an empty text. A local time that does not exist,
 * because clocks are set forward, is kept as typed and has no zone.
 */
import { BALTIC_TIME, formatDate } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import type { FieldErrorCode } from "../../../shared/problem.ts"
import { getMoment, getWallTime } from "../../../shared/zone.ts"

const TIME_WITHOUT_ZONE = /T\d\d:\d\d$/

const isMoment = (plan: string) => plan !== "" && !TIME_WITHOUT_ZONE.test(plan)

export const formatPlan = (plan: string): string =>
  isMoment(plan) ? formatDate(plan, "moment", pageLocale()) : plan.replace("T", " ")

/** Returns the local time for an `<input type="datetime-local">`. */
export const getPlanFieldValue = (plan: string, zone = BALTIC_TIME): string =>
  isMoment(plan) ? getWallTime(Date.parse(plan), zone).slice(0, "2026-11-27T17:00".length) : plan

export function parsePlan(localTime: string, zone = BALTIC_TIME): string {
  const moment = getMoment(localTime, zone)
  return moment.ok ? moment.iso : localTime
}

/** Returns the error of a plan that is no existing time. */
export function getPlanError(plan: string, zone = BALTIC_TIME): FieldErrorCode | null {
  const moment = plan === "" || isMoment(plan) ? null : getMoment(plan, zone)
  return moment && !moment.ok ? moment.error : null
}
