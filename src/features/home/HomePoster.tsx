/** The poster of a member's home page: an event with buttons to sign up or to reply. */
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { EventPoster } from "../events/EventPoster.tsx"
import type { OpenEvent } from "../events/own-event.ts"
import { OpenEventPoster } from "../events/signups/OpenEventPoster.tsx"
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

export function HomePoster({ event, ...props }: Props) {
  const { locale, isMain, className } = props
  // The member's own events do not have this field.
  if ("can_sign_up" in event) {
    return <OpenEventPoster {...props} event={event} answers={homeAnswers} />
  }
  return (
    <EventPoster
      locale={locale}
      event={event}
      href={localePath(ownEventPath(event), locale)}
      counts={[event.going > 0 && tFor(locale)("signups:counts.going", { count: event.going })]}
      className={className}
    >
      <div className="flex flex-wrap items-center gap-2">
        <OwnEventActions locale={locale} event={event} answers={homeAnswers} isMain={isMain} />
      </div>
    </EventPoster>
  )
}
