/** The moment at which an article publishes itself, as Baltic clocks show it: the admin area has one time. */
import { BALTIC_TIME, formatDate } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import type { FieldErrorCode } from "../../../shared/problem.ts"
import { momentAt, wallTime } from "../../../shared/zone.ts"

/** Whether it is a moment: a clock's time alone is kept where no clock shows it. */
const isMoment = (plan: string) => plan !== "" && !/T\d\d:\d\d$/.test(plan)

export const planText = (plan: string): string =>
  isMoment(plan) ? formatDate(plan, "moment", pageLocale()) : plan.replace("T", " ")

/** What the field shows of a plan: `YYYY-MM-DDTHH:MM`; empty for none. */
export const planField = (plan: string, zone = BALTIC_TIME): string =>
  isMoment(plan) ? wallTime(Date.parse(plan), zone).slice(0, "2026-11-27T17:00".length) : plan

/**
 * The moment of what the field shows; empty for none. In the hour that spring leaves out there is none:
 * that stays as it was typed, for {@link planError} to name it.
 */
export function planOf(wall: string, zone = BALTIC_TIME): string {
  const moment = momentAt(wall, zone)
  return moment.ok ? moment.iso : wall
}

/** How long publishing takes at that moment, and how long to wait for one that takes longer, in milliseconds. */
const PUBLISHED_WITHIN_MS = 10_000
/** Beyond this a list is read anew for other reasons. */
const FAR_MS = 24 * 60 * 60_000

/** In how many milliseconds the first of these articles has published itself; null for none that soon does. */
export function planWait(plans: readonly (string | null)[], now: number): number | null {
  const first = Math.min(...plans.flatMap((plan) => (plan ? [Date.parse(plan)] : [])))
  const wait = Math.max(first - now, 0) + PUBLISHED_WITHIN_MS
  return wait < FAR_MS ? wait : null
}

/** What is wrong with a plan that is no moment; null when nothing is. */
export function planError(plan: string, zone = BALTIC_TIME): FieldErrorCode | null {
  const moment = plan === "" || isMoment(plan) ? null : momentAt(plan, zone)
  return moment && !moment.ok ? moment.error : null
}
