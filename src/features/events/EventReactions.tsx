import type { Locale } from "../../i18n/locales.ts"
import { ContentCheers } from "../cheers/ContentCheers.tsx"
import { EventReport } from "./EventReport.tsx"
import { eventPath, type PublicEvent } from "./event.ts"

interface Props {
  locale: Locale
  event: Pick<PublicEvent, "id" | "slug" | "language"> &
    Partial<Pick<PublicEvent, "is_hidden">> & { cheer_count?: number }
  title: string
}

export const EventReactions = ({ locale, event, title }: Props) => (
  <div className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-2.5">
    {!event.is_hidden && (
      <ContentCheers locale={locale} content={{ ...event, title }} path={eventPath(event.slug)} />
    )}
    <EventReport locale={locale} event={event} title={title} />
  </div>
)
