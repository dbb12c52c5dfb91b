import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import type { OpenEvent } from "../own-event.ts"
import { suggestionAnswers } from "./my-events.ts"
import { OpenEventRow } from "./OpenEventRow.tsx"

interface Props {
  events: OpenEvent[]
  /** Whether the first sign-up button is the most important one of the page. */
  hasMainButton: boolean
}

export function SuggestedEvents({ events, hasMainButton }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  return (
    <>
      <ol className="border-b border-line">
        {events.map((event, index) => (
          <OpenEventRow
            key={event.id}
            locale={locale}
            event={event}
            answers={suggestionAnswers}
            hasPicture
            isMain={hasMainButton && index === 0}
          />
        ))}
      </ol>
      <a className="btn btn-ghost btn-small mt-4" href={localePath("/calendar", locale)}>
        {t("signups:mine.toCalendar")}
      </a>
    </>
  )
}
