/** Texts with the numbers of an event's attendees and places. */
import type { Translate } from "../../../i18n/keys.ts"
import { currentTime } from "../../../shared/clock.ts"
import { countFreePlaces, isOver, type PublicEvent } from "../event.ts"

export type SignupEvent = Pick<
  PublicEvent,
  "id" | "slug" | "end_date" | "time_zone" | "max_participants" | "is_cancelled" | "signups"
>

export const isCancelledOrOver = (event: SignupEvent) =>
  event.is_cancelled || isOver(event, currentTime())

/**
 * Returns a text with the number of free places. It is shorter if it follows a number of attendees (`going` above 0).
 */
export function formatPlacesLeft(going: number, placesLeft: number, t: Translate): string {
  if (placesLeft <= 0) return t("signups:counts.full")
  return t(going > 0 ? "signups:counts.leftShort" : "signups:counts.left", { count: placesLeft })
}

/**
 * Returns a text with the numbers of attendees (unless `hasGoing` is false), interested members, free places and
 * waiting members. If the numbers are unknown (`is_counted` is false), the text only refers to the sign-up, or is empty
 * for an event without a limit.
 */
export function formatCounts(
  event: SignupEvent,
  t: Translate,
  { hasGoing = true }: { hasGoing?: boolean } = {},
): string {
  const { going, interested, waiting, is_counted } = event.signups
  if (is_counted === false) {
    return event.max_participants === null ? "" : t("signups:counts.atSignup")
  }
  const freePlaces = countFreePlaces(event)
  return [
    hasGoing && t("signups:counts.going", { count: going }),
    interested > 0 && t("signups:counts.interested", { count: interested }),
    freePlaces !== null && formatPlacesLeft(0, freePlaces, t),
    waiting > 0 && t("signups:counts.waiting", { count: waiting }),
  ]
    .filter(Boolean)
    .join(" · ")
}

/**
 * Returns a text with the number of free places, or of attendees if the event has no limit. If the numbers are unknown,
 * returns the same text as formatCounts().
 */
export function formatPlaces(event: SignupEvent, t: Translate): string {
  if (event.signups.is_counted === false) return formatCounts(event, t)
  const freePlaces = countFreePlaces(event)
  return freePlaces === null
    ? t("signups:counts.going", { count: event.signups.going })
    : formatPlacesLeft(0, freePlaces, t)
}
