import { BALTIC_TIME, formatDate } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import type { FieldErrorCode } from "../../../shared/problem.ts"
import { getMoment, getWallTime } from "../../../shared/zone.ts"

/** Returns whether a plan is a moment. If the local time does not exist, the plan is the typed text without a zone. */
const isMoment = (plan: string) => plan !== "" && !/T\d\d:\d\d$/.test(plan)

export const formatPlan = (plan: string): string =>
  isMoment(plan) ? formatDate(plan, "moment", pageLocale()) : plan.replace("T", " ")

/** Returns the plan for the field, as `YYYY-MM-DDTHH:MM`. Empty without a plan. */
export const getPlanFieldValue = (plan: string, zone = BALTIC_TIME): string =>
  isMoment(plan) ? getWallTime(Date.parse(plan), zone).slice(0, "2026-11-27T17:00".length) : plan

/**
 * Returns the moment for the field's value. Empty without a value. A local time in the hour that is skipped in spring is
 * returned unchanged, and {@link getPlanError} reports it.
 */
export function parsePlan(localTime: string, zone = BALTIC_TIME): string {
  const moment = getMoment(localTime, zone)
  return moment.ok ? moment.iso : localTime
}

export function getPlanError(plan: string, zone = BALTIC_TIME): FieldErrorCode | null {
  const moment = plan === "" || isMoment(plan) ? null : getMoment(plan, zone)
  return moment && !moment.ok ? moment.error : null
}
