import { getCountryColor } from "../../../countries.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { getLangAttribute } from "../../../i18n/translation.ts"
import { Button } from "../../../ui/Button.tsx"
import { EventDate } from "../EventList.tsx"
import { eventPath, localizeEvent, managePath } from "../event.ts"
import { formatShortDateAndTime } from "../hours.ts"
import type { MyEvent } from "./my-events-schema.ts"
import { openEntryCode, usePreloadedEntryCode } from "./open-entry-code.ts"

interface Props {
  event: MyEvent
  Heading: "h2" | "h3"
}

export function MyEventRow({ event, Heading }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { title, language } = localizeEvent(event, locale)
  const path = event.event_type === "public" ? eventPath(event.slug) : managePath(event.id)
  const facts = [formatShortDateAndTime(event, locale, t), event.team_name, event.location]
  /** Id of the sign-up whose entry code can be shown. */
  const signupOfEntryCode = event.status === "going" && !event.is_cancelled ? event.signup_id : null
  usePreloadedEntryCode(Boolean(signupOfEntryCode))
  return (
    <li
      className={`place-${getCountryColor(event.country)} grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 border-t border-line py-3.5`}
    >
      <EventDate locale={locale} event={event} />
      <div>
        <Heading className="text-base wrap-anywhere">
          <a
            className={`underline-offset-4 hover:underline ${event.is_cancelled ? "line-through" : ""}`}
            href={localePath(path, locale)}
            lang={getLangAttribute(locale, language)}
          >
            {title}
          </a>
        </Heading>
        <p className="meta">
          <span>{facts.filter(Boolean).join(" · ")}</span>
          {event.is_cancelled && (
            <span className="badge border-current text-danger">
              {t("calendar:event.cancelled")}
            </span>
          )}
          {event.may_edit && event.unlisted_reason && (
            <span className="badge">{t(`calendar:unlisted.badge.${event.unlisted_reason}`)}</span>
          )}
          {!event.is_cancelled && event.status && (
            <span className={`badge ${event.status === "going" ? "badge-glow" : ""}`}>
              {t(`signups:mine.is.${event.status}`)}
            </span>
          )}
        </p>
        {signupOfEntryCode && (
          <Button
            className="btn-ghost btn-small mt-2"
            onClick={() => openEntryCode(event.id, signupOfEntryCode)}
          >
            {t("signups:code.show")}
          </Button>
        )}
      </div>
    </li>
  )
}
