import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { eventPath, isOfOneDay, managePath } from "../event.ts"
import { formatShortDateAndTime } from "../hours.ts"
import type { SignupStatus } from "../schema.ts"
import { MemberEventRow } from "./MemberEventRow.tsx"
import type { MyEvent } from "./my-events-schema.ts"
import { openEntryCode, usePreloadedEntryCode } from "./open-entry-code.ts"

interface Props {
  event: MyEvent
  Heading: "h2" | "h3"
}

export function MyEventRow({ event, Heading }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const signupOfEntryCode = event.status === "going" && !event.is_cancelled ? event.signup_id : null
  usePreloadedEntryCode(Boolean(signupOfEntryCode))
  return (
    <MemberEventRow
      locale={locale}
      event={event}
      path={event.event_type === "public" ? eventPath(event.slug) : managePath(event.id)}
      Heading={Heading}
      hasPicture
      facts={[
        isOfOneDay(event) && !event.is_all_day
          ? formatDate(event.start_date, "time", locale, event.time_zone)
          : formatShortDateAndTime(event, locale, t),
        event.location ?? event.team_name,
      ]}
      details={
        <p className="meta empty:hidden">
          {event.is_cancelled && (
            <span className="badge border-current text-danger">
              {t("calendar:event.cancelled")}
            </span>
          )}
          {event.may_edit && event.unlisted_reason && (
            <span className="badge">{t(`calendar:unlisted.badge.${event.unlisted_reason}`)}</span>
          )}
          {!event.is_cancelled && event.status && <Status status={event.status} />}
          {event.location && event.team_name && <span>{event.team_name}</span>}
        </p>
      }
      action={
        signupOfEntryCode && (
          <Button
            className="btn-ghost btn-small max-sm:px-3.5"
            onClick={() => openEntryCode(event.id, signupOfEntryCode)}
          >
            {t("signups:code.show")}
          </Button>
        )
      }
    />
  )
}

function Status({ status }: { status: SignupStatus }) {
  const text = pageTranslate()(`signups:mine.is.${status}`)
  if (status !== "going") return <span className="badge">{text}</span>
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-success">
      <IslandIcon name="check" size={18} />
      {text}
    </span>
  )
}
