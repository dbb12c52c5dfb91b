/** The poster of a member's home page: an event with buttons to sign up or to reply. */
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { EventPoster } from "../events/EventPoster.tsx"
import type { OpenEvent } from "../events/own-event.ts"
import { OpenEventAction } from "../events/signups/OpenEventRow.tsx"
import { OwnEventActions, ownEventPath } from "../events/signups/OwnEventCard.tsx"
import { homeAnswers } from "./member-home.ts"
import type { HomeOwnEvent } from "./schema.ts"

interface Props {
  locale: Locale
  event: HomeOwnEvent | OpenEvent
  /** Whether signing up for this event is the most important action of the page. */
  isMain: boolean
  className: string
}

export function HomePoster({ locale, event, isMain, className }: Props) {
  const t = tFor(locale)
  const placesLeft = "places_left" in event ? event.places_left : null
  // The member's own events do not have this field.
  const isOpenEvent = "can_sign_up" in event
  return (
    <EventPoster
      locale={locale}
      event={event}
      href={localePath(ownEventPath(event), locale)}
      counts={[
        event.going > 0 && t("signups:counts.going", { count: event.going }),
        placesLeft !== null &&
          (placesLeft > 0
            ? t("signups:counts.left", { count: placesLeft })
            : t("signups:counts.full")),
      ]}
      className={className}
    >
      <div className="flex flex-wrap items-center gap-2">
        {isOpenEvent ? (
          <OpenEventAction locale={locale} event={event} answers={homeAnswers} isMain={isMain} />
        ) : (
          <OwnEventActions locale={locale} event={event} answers={homeAnswers} isMain={isMain} />
        )}
      </div>
    </EventPoster>
  )
}
