/** Days and months in words. They are no moments, so that no zone may move them. */
import { INTL_LOCALES, type Locale } from "../../i18n/locales.ts"

const FORMATS = {
  day: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  month: { year: "numeric", month: "long" },
  weekday: { weekday: "short" },
  longWeekday: { weekday: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** A day (`2026-11-27`) or a month (`2026-11`) in a locale's words. */
export function label(day: string, format: keyof typeof FORMATS, locale: Locale): string {
  const key = `${locale} ${format}`
  const known =
    formats.get(key) ??
    new Intl.DateTimeFormat(INTL_LOCALES[locale], { ...FORMATS[format], timeZone: "UTC" })
  formats.set(key, known)
  return known.format(new Date(`${day}T00:00Z`.replace(/^(\d{4}-\d\d)T/, "$1-01T")))
}
