/** The poster of a member's home page: an event with buttons to sign up or to reply. */
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { currentTime } from "../../shared/clock.ts"
import { EventPoster } from "../events/EventPoster.tsx"
import type { OpenEvent } from "../events/own-event.ts"
import { EntryCodeButton } from "../events/signups/EntryCodeButton.tsx"
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
      now={currentTime()}
      href={localePath(ownEventPath(event), locale)}
      counts={[event.going > 0 && tFor(locale)("signups:counts.going", { count: event.going })]}
      className={className}
    >
      {/* Places the buttons above the link that covers the poster. */}
      <div className="relative flex flex-wrap items-center gap-2">
        <OwnEventActions
          locale={locale}
          event={event}
          answers={homeAnswers}
          isMain={isMain}
          entryCode={
            <EntryCodeButton event={event} status={event.answer} className="max-sm:px-3.5" />
          }
        />
      </div>
    </EventPoster>
  )
}
