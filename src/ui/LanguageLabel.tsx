import { LOCALE_NAMES, type Locale } from "../i18n/locales.ts"
import { tFor } from "../i18n/t-for.ts"

interface Props {
  locale: Locale
  /** Language of the labeled text. Nothing is rendered if it equals `locale`, the page's language. */
  language: Locale
}

export function LanguageLabel({ locale, language }: Props) {
  if (language === locale) return null
  return (
    <span className="rounded-full border border-line px-2 [font:500_13px/1.5_var(--font-system)]">
      <span className="sr-only">{tFor(locale)("common:writtenIn")}</span>{" "}
      <span lang={language}>{LOCALE_NAMES[language]}</span>
    </span>
  )
}
