import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import type { Mutation } from "../../../islands/mutation.ts"
import { currentTime } from "../../../shared/clock.ts"
import { EventPoster } from "../EventPoster.tsx"
import type { OpenEvent } from "../own-event.ts"
import { eventPath } from "../paths.ts"
import { formatPlacesLeft } from "./counts.ts"
import { OpenEventAction } from "./OpenEventRow.tsx"
import type { QuickAnswer } from "./quick-answers.ts"

interface Props {
  locale: Locale
  event: OpenEvent
  answers: Mutation<QuickAnswer>
  Heading?: "h2" | "h3"
  isMain: boolean
  className: string
}

/** A public event as a poster, with a button that signs the member up. */
export function OpenEventPoster({ answers, isMain, ...props }: Props) {
  const { locale, event } = props
  const { going, places_left } = event
  const t = tFor(locale)
  return (
    <EventPoster
      {...props}
      now={currentTime()}
      href={localePath(eventPath(event.slug), locale)}
      counts={[
        going > 0 && t("signups:counts.going", { count: going }),
        places_left !== null && formatPlacesLeft(0, places_left, t),
      ]}
    >
      <OpenEventAction locale={locale} event={event} answers={answers} isMain={isMain} />
    </EventPoster>
  )
}
