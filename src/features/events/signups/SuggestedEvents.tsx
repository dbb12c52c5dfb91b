import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import type { OpenEvent } from "../own-event.ts"
import { suggestionAnswers } from "./my-events.ts"
import { OpenEventPoster } from "./OpenEventPoster.tsx"
import { OpenEventRow } from "./OpenEventRow.tsx"

interface Props {
  events: OpenEvent[]
  /** Whether the member has no events yet. The first suggestion is then shown as a poster. */
  isFirstChoice: boolean
  /** Whether the button of the poster is the most important one of the page. */
  hasMainButton: boolean
}

export function SuggestedEvents({ events, isFirstChoice, hasMainButton }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const [first] = events
  const rows = isFirstChoice ? events.slice(1) : events
  return (
    <>
      {isFirstChoice && first && (
        <OpenEventPoster
          className="mb-4 min-h-78"
          locale={locale}
          event={first}
          answers={suggestionAnswers}
          Heading="h3"
          isMain={hasMainButton}
        />
      )}
      {rows.length > 0 && (
        <ol className="border-b border-line">
          {rows.map((event) => (
            <OpenEventRow
              key={event.id}
              locale={locale}
              event={event}
              answers={suggestionAnswers}
              isMain={false}
            />
          ))}
        </ol>
      )}
      <a className="btn btn-ghost btn-small mt-4" href={localePath("/calendar", locale)}>
        {t("signups:mine.toCalendar")}
      </a>
    </>
  )
}
