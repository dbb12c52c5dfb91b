import { BALTIC_TIME, formatDate } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import type { FieldErrorCode } from "../../../shared/problem.ts"
import { getMoment, getWallTime } from "../../../shared/zone.ts"

/** A local time that does not exist is stored as typed, without a zone. */
const isMoment = (plan: string) => plan !== "" && !/T\d\d:\d\d$/.test(plan)

export const formatPlan = (plan: string): string =>
  isMoment(plan) ? formatDate(plan, "moment", pageLocale()) : plan.replace("T", " ")

export const getPlanFieldValue = (plan: string, zone = BALTIC_TIME): string =>
  isMoment(plan) ? getWallTime(Date.parse(plan), zone).slice(0, "2026-11-27T17:00".length) : plan

/** Returns the moment. A local time that is skipped in spring is returned as typed. */
export function parsePlan(localTime: string, zone = BALTIC_TIME): string {
  const moment = getMoment(localTime, zone)
  return moment.ok ? moment.iso : localTime
}

export function getPlanError(plan: string, zone = BALTIC_TIME): FieldErrorCode | null {
  const moment = plan === "" || isMoment(plan) ? null : getMoment(plan, zone)
  return moment && !moment.ok ? moment.error : null
}
