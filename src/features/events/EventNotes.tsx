import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import type { CalendarEvent } from "./schema.ts"

interface Props {
  locale: Locale
  event: Pick<CalendarEvent, "is_cancelled" | "unlisted_reason">
  manages: boolean
}

/** Says that an event is canceled, and gives its managers the reason why it is not listed publicly. */
export function EventNotes({ locale, event, manages }: Props) {
  const t = tFor(locale)
  return (
    <>
      {event.is_cancelled && (
        <p className="mt-3 w-fit rounded-small border-[1.5px] border-danger px-5 py-3 font-semibold text-danger">
          {t("calendar:event.cancelledText")}
        </p>
      )}
      {manages && event.unlisted_reason && (
        <p className="hint mt-3">{t(`calendar:unlisted.${event.unlisted_reason}`)}</p>
      )}
    </>
  )
}
