import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import type { PublicEvent } from "./schema.ts"

interface Props {
  locale: Locale
  event: Pick<PublicEvent, "title" | "language" | "start_date" | "time_zone"> & {
    translations: Record<string, { title: string }>
  }
  /** Path of the page about the event, without the locale. */
  path: string
  /** Moment (ISO) after which the row is hidden. If missing, the row stays. */
  end?: string
}

export function CanceledEventRow({ locale, event, path, end }: Props) {
  const { title, language } = localize(event, locale)
  return (
    <li
      className="relative flex items-baseline gap-x-4 border-b border-line py-3 text-sm text-soft data-past:hidden"
      data-ends={end}
    >
      <span className="min-w-0 line-through" lang={getLangAttribute(locale, language)}>
        <CoverLink href={localePath(path, locale)}>{title}</CoverLink>
      </span>
      <span className="flex-none">
        {formatDate(event.start_date, "shortDay", locale, event.time_zone)}
      </span>
      <span className="ml-auto flex-none">{tFor(locale)("calendar:event.cancelled")}</span>
    </li>
  )
}
